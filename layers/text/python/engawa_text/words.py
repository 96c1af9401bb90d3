"""The wording of every text a model reads, in Japanese (the default) and English."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Words:
    """One language. Names in braces are filled in by `str.format`; lines carry no final newline."""

    empty: str
    sticky: str
    card: str
    shape: str
    comments: str
    pins: str
    pin: str
    arrows: str
    arrow_color: str
    unattached: str
    image: str
    drawing: str
    unsorted: str
    no_content: str
    selected: str
    selected_section: str
    selected_arrows: str
    agreed: str
    decided: str
    open: str
    due: str
    owner: str
    recent: str
    transcript: str
    call: str
    call_so_far: str
    minutes: str
    request: str
    no_context: str
    no_instruction: str
    omitted: str
    more: str
    more_sections: str
    board: str = "# Board: {name} ({count} items)"
    items: str = "## Items"
    numbered_board: str = "# Board: {name}"
    section: str = "## Section: {path}"
    unknown: str = "?"
    document: str = "# Document: {name}"
    project: str = "# Project: {name}"
    chat: str = "## Chat: {name}"


JA = Words(
    empty="(空)",
    sticky="[付箋:{color}]",
    card="[テキスト]",
    shape="[図形:{kind}]",
    comments="(コメント{count}件: {thread})",
    pins="## コメント（ピン）",
    pin="[コメントピン]",
    arrows="## Connections（矢印: 要素間の関係。source → target の向き）",
    arrow_color="（{color}の矢印）",
    unattached="(接続なしの端点)",
    image="(画像)",
    drawing="(手描き)",
    unsorted="## 未分類の要素",
    no_content="(本文なし)",
    selected="# 選択された要素 ({count} items)",
    selected_section="[セクション]",
    selected_arrows="## Connections（選択内の矢印）",
    agreed="## 決定事項・タスク（プロジェクトの合意状態）",
    decided="[決定]",
    open="[未解決]",
    due="期限: {date}",
    owner="担当: {name}",
    recent="## 直近の会話",
    transcript="# 文字起こし",
    call="# 通話の文字起こし",
    call_so_far="# 通話の文字起こし（ここまで）",
    minutes="# 議事録",
    request="ユーザーの指示・質問: {prompt}",
    no_context="(コンテキストなし)",
    no_instruction="以下のコンテキストを読み、指示・質問に日本語で簡潔に答えてください。",
    omitted="…(コンテキストが長いため中略)…",
    more="（ほか{count}件）",
    more_sections="（ほか{count}セクション）",
)

EN = Words(
    empty="(empty)",
    sticky="[sticky:{color}]",
    card="[text]",
    shape="[shape:{kind}]",
    comments="({count} comments: {thread})",
    pins="## Comments (pins)",
    pin="[pin]",
    arrows="## Connections (arrows between items, source → target)",
    arrow_color=" ({color} arrow)",
    unattached="(unattached end)",
    image="(image)",
    drawing="(drawing)",
    unsorted="## Unsorted items",
    no_content="(no content)",
    selected="# Selected items ({count} items)",
    selected_section="[section]",
    selected_arrows="## Connections (within the selection)",
    agreed="## Decisions and tasks (what the project agreed on)",
    decided="[decided]",
    open="[open]",
    due="due: {date}",
    owner="owner: {name}",
    recent="## Recent conversation",
    transcript="# Transcript",
    call="# Call transcript",
    call_so_far="# Call transcript (so far)",
    minutes="# Minutes",
    request="User request: {prompt}",
    no_context="(no context)",
    no_instruction="Read the context below and answer the request briefly, in English.",
    omitted="…(middle left out, the context is too long)…",
    more="({count} more)",
    more_sections="(more sections: {count})",
)

WORDS: Mapping[str, Words] = MappingProxyType({"ja": JA, "en": EN})
