"""Checks the furigana of every Japanese sentence against Open JTalk (pyopenjtalk-plus), which reads as a whole what
UniDic reads word by word.

    check_readings.py FOLDER [--differences]

Both readings are compared by sound: は as わ where it is a particle, long vowels in either spelling. Where Open JTalk errs,
Scripts/reviewed/FOLDER/readings.tsv has its reading of the sentence: a difference that nobody has reviewed is a finding, and so
is a line there that nothing needs. `--differences` prints the differences as such lines.
"""

import contextlib
import csv
import glob
import io
import json
import os
import re
import sys
import unicodedata

with contextlib.redirect_stdout(io.StringIO()):  # It says there what is not installed.
    import pyopenjtalk

ROWS = ["あかさたなはまやらわがざだばぱゃぁゎ", "いきしちにひみりぎじぢびぴぃ", "うくすつぬふむゆるぐずづぶぷゅぅゔ",
        "えけせてねへめれげぜでべぺぇ", "おこそとのほもよろをごぞどぼぽょぉ"]
VOWEL = {kana: row[0] for row in ROWS for kana in row}
SAME = str.maketrans("はへをぢづ", "わえおじず")


def sound(text):
    """Kana by how they sound: in hiragana, long vowels as the vowel twice, without signs."""
    result = ""
    for c in unicodedata.normalize("NFKC", text):
        c = chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c
        if c == "ー":
            result += VOWEL.get(result[-1:], "")
        elif "ぁ" <= c <= "ゖ":
            vowel = VOWEL.get(result[-1:], "")
            result += vowel if (vowel, c) in (("え", "い"), ("お", "う")) else c
    return result.translate(SAME)


def spoken(text):
    """The reading of a text with furigana, and the text without them."""
    reading = re.sub(r" ?([^ \[\]ぁ-ヶー、。「」？！]+)\[([^\]]+)\]", r"\2", text)
    return reading.replace(" ", ""), re.sub(r"\[[^\]]*\]| ", "", text)


def sentences(folder):
    """Every sentence of the decks, with its id and its reading."""
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        if os.path.basename(path) == "course.json":
            continue
        with open(path, encoding="utf-8") as file:
            groups = json.load(file)
        for group in groups:
            for question in group["questions"]:
                example = question.get("example")
                if isinstance(example, dict) and example.get("reading"):
                    yield question["id"], *reversed(spoken(example["text"]))
                if "text" in question.get("tags", []):
                    for part in re.split("(?<=[。？])|\n▶", question["furigana"]):
                        reading, text = spoken(part)
                        if re.search("[ぁ-ヶ]", text):
                            yield question["id"], text, reading
                if os.path.basename(path) == "Phrases.json":
                    reading, text = spoken(question.get("furigana") or question["prompt"])
                    yield question["id"], text, question["reading"]


def main():
    folder = sys.argv[1]
    path = os.path.join("Scripts/reviewed", os.path.basename(os.path.normpath(folder)), "readings.tsv")
    reviewed = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            reviewed = {row[0]: row[1] for row in rows if row and not row[0].startswith("#")}
    seen, used, findings = set(), set(), []
    for name, text, reading in sentences(folder):
        if (text, reading) in seen:
            continue
        seen.add((text, reading))
        heard = pyopenjtalk.g2p(text, kana=True)
        if sound(heard) == sound(reading):
            continue
        if sound(reviewed.get(text, "")) == sound(heard):
            used.add(text)
        elif "--differences" in sys.argv:
            print(f"{text}\t{heard}\t{reading}")
        else:
            findings.append(f"{name}: {text} is read {reading}, and by Open JTalk {heard}")
    findings += [f"{path}: {text}: no longer differs; remove the line" for text in reviewed.keys() - used]
    if "--differences" not in sys.argv:
        for finding in findings:
            print(finding)
        print(f"Open JTalk reads {len(seen) - len(used) - len(findings)} of {len(seen)} sentences as their furigana say, "
              f"and {len(used)} otherwise, as reviewed; {len(findings)} findings")
        sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
