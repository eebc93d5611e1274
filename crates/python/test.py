"""All tests of the Python package, in an environment of their own under `target/python`: `cargo xtask test --only python` runs this.

    python3 crates/python/test.py            stubs, then tests
    python3 crates/python/test.py --slow     the long ones besides
    python3 crates/python/test.py --ready    whether the environment is there; changes nothing
    python3 crates/python/test.py --install  makes the environment
    python3 crates/python/test.py FILE …     only these tests, with what pytest understands
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PLACE = TARGET / "python"
PYTHON = PLACE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
BUILT = {"win32": "_railwright.dll", "darwin": "lib_railwright.dylib"}.get(sys.platform, "lib_railwright.so")
LOADED = "_railwright.pyd" if sys.platform == "win32" else "_railwright.abi3.so"


def wanted(slow: bool) -> pathlib.Path:
    return HERE / ("requirements-long.txt" if slow else "requirements.txt")


def stamp(slow: bool) -> tuple[pathlib.Path, str]:
    """What was installed is noted, so that nothing is asked of the network when nothing has changed."""
    texts = [(HERE / name).read_text() for name in ["requirements.txt", "requirements-long.txt"][: 2 if slow else 1]]
    return PLACE / ("installed-long" if slow else "installed"), "".join(texts)


def ready(slow: bool) -> bool:
    path, text = stamp(slow)
    return PYTHON.exists() and path.exists() and path.read_text() == text


def run(*words: object, **more: object) -> None:
    line = [str(word) for word in words]
    print(" ".join(line), flush=True)
    subprocess.run(line, check=True, **more)


def install(slow: bool) -> None:
    if not PYTHON.exists():
        run(sys.executable, "-m", "venv", PLACE)
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted(slow))
    path, text = stamp(slow)
    path.write_text(text)


def stage() -> pathlib.Path:
    """The package as a wheel would lay it out, with the extension of the test profile."""
    # Of the whole workspace, as tests are built: for one package alone libraries would be built once more, with other features.
    run("cargo", "build", "--quiet", "--workspace", "--lib", cwd=ROOT)
    folder = PLACE / "stage"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "python", folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(TARGET / "debug" / BUILT, folder / "railwright" / LOADED)
    return folder


def main(words: list[str]) -> None:
    slow = "--slow" in words
    if "--ready" in words:
        raise SystemExit(0 if ready(slow) else 1)
    if not ready(slow):
        install(slow)
    if "--install" in words:
        return
    given = [word for word in words if word != "--slow"]
    folder = stage()
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
    # Small matrices: threads would only wait for each other.
    environment |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    if not given:
        run(PYTHON, "-m", "mypy", "--config-file", HERE / "pyproject.toml", folder / "railwright", cwd=PLACE, env=environment)
        run(PYTHON, "-m", "mypy.stubtest", "railwright._railwright", "--ignore-disjoint-bases", cwd=PLACE, env=environment)
    chosen = given or [HERE / "tests"]
    marks = [] if slow or given else ["-m", "not slow"]
    run(PYTHON, "-m", "pytest", "-c", HERE / "pyproject.toml", "--rootdir", HERE, *marks, *chosen, cwd=ROOT, env=environment)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as failed:
        raise SystemExit(failed.returncode) from None
