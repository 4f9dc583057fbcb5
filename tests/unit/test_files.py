"""Files that replace others in one step; kills are tested in learn/test_killed_saves.py."""

import pytest

from hexmate.files import drafted, drafted_folder, held, remove_folder, replacing


def fail_within(drafting, write):
    with drafting as draft:
        write(draft)
        raise ZeroDivisionError


def test_a_file_is_replaced_when_the_block_ends_and_kept_when_it_fails(tmp_path):
    path = tmp_path / "file"
    for text in ("old", "new"):
        with replacing(path) as stream:
            stream.write(text)
    with pytest.raises(ZeroDivisionError):
        fail_within(drafted(path), lambda draft: draft.write_text("torn"))
    assert path.read_text() == "new"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_folder_appears_whole_and_goes_whole(tmp_path):
    path = tmp_path / "deep" / "folder"
    with pytest.raises(ZeroDivisionError):
        fail_within(drafted_folder(path), lambda draft: (draft / "file").write_text("torn"))
    assert list(path.parent.iterdir()) == []
    with drafted_folder(path) as draft:
        (draft / "file").write_text("whole")
        assert not path.exists()
    assert (path / "file").read_text() == "whole"
    with pytest.raises(OSError, match="folder"), drafted_folder(path) as draft:
        (draft / "file").write_text("another")
    assert (path / "file").read_text() == "whole"
    remove_folder(path)
    assert list(path.parent.iterdir()) == []


def test_a_held_file_is_open_to_append_to(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"before ")
    with held(path) as stream:
        assert stream is not None
        stream.write(b"after")
        with held(path) as second:
            assert second is None
    assert path.read_bytes() == b"before after"
