"""Prints what CHANGELOG.md says of a version, or says why that version cannot be released: release_notes.py v1.2.3"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def notes(changelog: str, version: str) -> str | None:
    """The section of a version, without its heading and without the links at the end of the file."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    for section in sections:
        heading, _, text = section.partition("\n")
        if heading.startswith(f"[{version}]") or heading.split(" ")[0] == version:
            return re.sub(r"^\[[^\]]+\]: .*\n?", "", text, flags=re.MULTILINE).strip()
    return None


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    tag = sys.argv[1]
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "([^"]+)"', manifest, flags=re.MULTILINE)
    if version is None or tag != f"v{version[1]}":
        print(f"the tag is {tag}, and Cargo.toml has version {version and version[1]}", file=sys.stderr)
        return 1
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version[1])
    if not text:
        print(f"CHANGELOG.md says nothing of {version[1]}", file=sys.stderr)
        return 1
    sys.stdout.reconfigure(encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
