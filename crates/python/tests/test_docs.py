"""The page of the manual and the notebook are tried as they stand."""

import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[3]


def run(code, where, names):
    exec(compile(code, where, "exec"), names)


def test_the_page_does_what_it_says(capsys):
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    names = {"__name__": "page"}
    for number, block in enumerate(blocks, 1):
        run(block, f"python.md, block {number}", names)
    said = capsys.readouterr().out
    assert len(blocks) > 10 and "games/ticket-to-ride.toml:" in said and "True" in said
    learning = next(block for block in blocks if "def train" in block)
    first = blocks[0]
    assert len(first.splitlines()) <= 20 and len(learning.splitlines()) <= 50


def test_the_notebook_runs():
    notebook = json.loads((ROOT / "crates" / "python" / "examples" / "first-steps.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names = {"__name__": "notebook"}
    for number, cell in enumerate(cells, 1):
        run(cell, f"first-steps.ipynb, cell {number}", names)
    assert len(cells) >= 4 and all(not cell.get("outputs") for cell in notebook["cells"])


@pytest.mark.parametrize("page", ["python.md"])
def test_no_figure_of_arrays_is_out_of_date(page):
    import railwright

    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| ([\d,]+) \| ([\d,]+) \| (.+) \|$", text, re.MULTILINE)
    assert sorted(row[0] for row in rows) == sorted(railwright.bundled_games())
    for game, numbers, words, axis in rows:
        rules = railwright.load(game)
        assert (f"{rules.observation_size:,}", f"{rules.action_count:,}") == (numbers, words), game
        try:
            assert f"{railwright.load(game, one_axis=True).action_count:,}" == axis, game
        except ValueError as none:
            assert axis.startswith("none: ") and axis.removeprefix("none: ") in str(none), game
