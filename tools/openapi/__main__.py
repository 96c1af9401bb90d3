"""`make openapi`: writes the document and its page to where the console function serves them from."""

import sys

from tools.openapi import ROOT, files


def main() -> int:
    for path, text in files.made().items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(text.encode()):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
