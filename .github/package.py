"""Puts the program for a target into an archive in dist/, with licences, completions and manual pages: package.py TARGET"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-MIT", "LICENSE-APACHE"]
SHELLS = ["bash", "zsh", "fish", "elvish", "powershell"]


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    target = sys.argv[1]
    windows = "windows" in target
    program = ROOT / "target" / target / "dist" / ("railwright.exe" if windows else "railwright")
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    name = f"railwright-{version}-{target}"
    dist = ROOT / "dist"
    folder = dist / name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "completions").mkdir(parents=True)
    shutil.copy2(program, folder)
    for text in TEXTS:
        shutil.copy2(ROOT / text, folder)
    for shell in SHELLS:
        script = subprocess.run([program, "completions", shell], check=True, capture_output=True).stdout
        (folder / "completions" / f"railwright.{shell}").write_bytes(script)
    subprocess.run([program, "man", "--out", folder / "man"], check=True, stdout=subprocess.DEVNULL)
    print(shutil.make_archive(str(dist / name), "zip" if windows else "gztar", dist, name))
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
