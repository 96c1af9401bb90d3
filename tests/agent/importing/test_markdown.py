import pytest

from engawa_agent.importing import markdown
from engawa_agent.importing.trouble import BadFile
from tests.agent.importing.makers import BOARD, TARGET, WORKSPACE

FRONT = "---\ntitle: План\ntags: [a, b]\n---\n# Heading\n\nText\n"


def test_a_file_is_one_document_with_blocks() -> None:
    imported = markdown.read("# Heading\n\nText with **bold**\n", TARGET)
    (document,) = imported.nodes
    assert (document["id"], document["type"], document["parentId"]) == (BOARD, "document", WORKSPACE)
    assert [block["type"] for block in document["data"]["content"]] == ["heading", "paragraph"]
    assert (imported.counts.found, imported.counts.taken) == (2, 2)


def test_the_same_file_gets_the_same_block_ids() -> None:
    one, two = (markdown.read("a\n\n- b\n  - c\n", TARGET) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("text", [FRONT, FRONT.replace("\n", "\r\n"), FRONT.replace("\n---\n#", "\n...\n#")])
def test_front_matter_is_kept_as_it_stands(text: str) -> None:
    imported = markdown.read(text, TARGET)
    data = imported.nodes[0]["data"]
    assert data["markdown"] == text
    assert [block["type"] for block in data["content"]] == ["heading", "paragraph"]
    assert imported.counts.kept_aside == {"front matter": 1}


@pytest.mark.parametrize("text", ["---\nno end", "text\n---\na\n---\n", "----\na\n----\n"])
def test_a_rule_is_no_front_matter(text: str) -> None:
    assert markdown.split_front_matter(text) == ("", text)


@pytest.mark.parametrize("text", ["", "\n\n", "---\n---\n"])
def test_an_empty_file_is_an_empty_document(text: str) -> None:
    assert markdown.read(text, TARGET).nodes[0]["data"]["content"] == []


def test_a_file_no_document_can_hold_is_told() -> None:
    with pytest.raises(BadFile, match="too large"):
        markdown.read("a" * 3_000_001, TARGET)


def test_a_text_that_does_not_fit_beside_its_blocks_is_not_kept() -> None:
    noise = " ".join(f"{number * 7919 % 99991:x}" for number in range(45_000))
    imported = markdown.read(f"---\na: 1\n---\n{noise}", TARGET)
    assert imported.nodes[0]["data"]["markdown"] == "---\na: 1\n---\n"
    assert "too large to keep" in imported.notes[0].what
