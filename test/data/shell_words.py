"""Records how Python's shlex splits generated texts: writes shell-words.jsonl.gz beside this file.

One row a line: [text, words], or [text, null] where shlex.split refuses the text. Where the simulator must answer
otherwise, a third part says what: there only space, tab and newline separate words, and a carriage return is a part
of its word.
"""

import gzip
import json
import random
import shlex
from collections.abc import Callable
from pathlib import Path

SEED = 20260101
ROWS = 3_000

BY_HAND = [
    "",
    """-e A=''"'"'hello'"'"'' -e B=x''y -e C=""z""",
    """--p x''y --q ""z""",
    "-e A=x\u00a0y -e B=1",
    "-e A=1\r\n-e B=2",
]

PIECES = ["'", "'", '"', '"', "\\", "''", '""', " ", " ", "  ", "\t", "\n", "\\'", '\\"', "\\\\", "\\ ", "\\\n", "$", "`", "$HOME",
          "a", "b", "A=", "=", "-e", "-p", "80:80", "#", ";", "*", "~", "x y", "\r", "\u00a0", "\u3000", "\v", "\f", "é", "\U0001f600"]
LETTERS = "ab'\"\\ \t\n$`#=é"


def text_of(pick: random.Random) -> str:
    """A text of one of five manners: raw pieces, or words in each manner of quoting that people use."""
    manner = pick.randrange(5)
    if manner < 2:
        return "".join(pick.choice(PIECES) for _ in range(pick.randrange(1, 12)))
    words = ["".join(pick.choice(LETTERS) for _ in range(pick.randrange(6))) for _ in range(pick.randrange(1, 4))]
    if manner == 2:
        return " ".join(f"-e {shlex.quote('V=' + word)}" for word in words)
    if manner == 3:
        return " ".join(f"-e V={shlex.quote(word)}" for word in words)
    return " ".join('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words)


def posix_split(text: str) -> list[str]:
    """As shlex.split, but that a carriage return separates no words."""
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    lexer.whitespace = " \t\n"
    return list(lexer)


def words_of(split: Callable[[str], list[str]], text: str) -> list[str] | None:
    try:
        return split(text)
    except ValueError:
        return None


def row_of(text: str) -> list[object]:
    standard, ours = words_of(shlex.split, text), words_of(posix_split, text)
    return [text, standard] if standard == ours else [text, standard, ours]


def main() -> None:
    pick = random.Random(SEED)
    texts = dict.fromkeys(BY_HAND)
    while len(texts) < ROWS:
        texts[text_of(pick)] = None
    lines = "".join(json.dumps(row_of(text), separators=(",", ":")) + "\n" for text in texts)
    Path(__file__).with_name("shell-words.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


main()
