from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.sources.pth import PathFile, added_folders, import_paths, read_path_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[dict[str, str]], Path]


def test_path_lines_are_followed_and_import_lines_are_not_run(write: Write) -> None:
    root = write({"site/a.pth": "# note\n\n../project\nimport os; os.mkdir('ran')\n./gone\n", "project/m.py": ""})

    assert read_path_file(str(root / "site" / "a.pth")) == PathFile((str(root / "project"),), ())
    assert not (root / "ran").exists()


def test_the_finder_of_an_editable_install_is_recognised(write: Write) -> None:
    line = "import __editable___foo_1_0_finder; __editable___foo_1_0_finder.install()"
    root = write({"site/__editable__.foo-1.0.pth": line})

    finder = str(root / "site" / "__editable___foo_1_0_finder.py")
    assert read_path_file(str(root / "site" / "__editable__.foo-1.0.pth")) == PathFile((), (finder,))


def test_bytes_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a.pth").write_bytes(b"\xff\xfe\0\n\x80\n")

    assert read_path_file(str(tmp_path / "a.pth")) == PathFile((), ())


def test_added_folders_stand_after_their_site_once_and_add_nothing_themselves(write: Write) -> None:
    root = write(
        {
            "site/b.pth": "../two\n../one\n",
            "site/a.pth": "../one\n",
            "site/.hidden.pth": "../hidden\n",
            "one/x.pth": "../hidden\n",
            "two/m.py": "",
            "hidden/m.py": "",
        }
    )
    site, one, two = (str(root / name) for name in ("site", "one", "two"))

    assert import_paths((site,)) == (site, one, two)
    assert added_folders((site, one, two)) == {one, two}
