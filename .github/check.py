"""Checks workflows and issue forms against the schemas that GitHub has for them: python3 .github/check.py

It needs check-jsonschema, which brings the schemas with it and asks no network: python3 -m pip install check-jsonschema
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Each schema, and the files that have to fit it.
CHECKS = [
    ("vendor.github-workflows", sorted(HERE.glob("workflows/*.yml"))),
    ("custom.github-workflows-require-timeout", sorted(HERE.glob("workflows/*.yml"))),
    ("vendor.github-issue-forms", sorted(set(HERE.glob("ISSUE_TEMPLATE/*.yml")) - {HERE / "ISSUE_TEMPLATE/config.yml"})),
    ("vendor.github-issue-config", [HERE / "ISSUE_TEMPLATE/config.yml"]),
]


def main() -> int:
    if importlib.util.find_spec("check_jsonschema") is None:
        print("check-jsonschema is missing: python3 -m pip install check-jsonschema", file=sys.stderr)
        return 2
    wrong = 0
    for schema, files in CHECKS:
        if not files:
            print(f"{schema}: there is nothing to check", file=sys.stderr)
            wrong += 1
            continue
        print(f"{schema}: {', '.join(str(file.relative_to(HERE)) for file in files)}", flush=True)
        command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
        wrong += subprocess.run(command, check=False).returncode != 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
