"""The picture of the folders is drawn from the table that says what they hold, and that table is the layers'."""

import runpy

from support import house

DRAWN = runpy.run_path(str(house.ROOT / "docs" / "make_house.py"))


def test_the_picture_is_what_the_script_draws() -> None:
    assert DRAWN["PICTURE"].read_text(encoding="utf-8") == DRAWN["picture"]()


def test_every_folder_of_the_product_is_a_floor() -> None:
    folders = {"/".join(name.split(".")[: 2 if name.startswith("sttt.") else 1]) for name in house.MODULES}
    floors = {folder.strip("/") for names, _ in DRAWN["rows"]() for folder in names.split(", ")}
    assert {folder for folder in folders if (house.ROOT / folder).is_dir()} - {"sttt"} == floors
