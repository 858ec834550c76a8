"""Checks the spellings of Japanese decks against JMdict (jamdict-data).

    check_spellings.py FOLDER

Every text in a question's "spellings" must stand in an entry of the dictionary together with the
prompt and its reading, and must not be marked there as outdated or irregular. Digits count as kanji
numerals, ヶ, ヵ, カ and ケ before 月 as か, and 才 as 歳. The edition that the package has does not
mark rare spellings: those are left out by hand.

What was reviewed and stands, such as a sentence, is in Scripts/reviewed/FOLDER/words.tsv: id, SPELLING, text. A line there
that nothing needs is a finding.
"""

import csv
import glob
import json
import os
import re
import sqlite3
import sys
import unicodedata

import jamdict_data

DICTIONARY = sqlite3.connect(f"file:{jamdict_data.JAMDICT_DB_PATH}?mode=ro", uri=True)
DIGITS = "〇一二三四五六七八九"
MARKS = ("out-dated", "irregular")


def hiragana(text):
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def kanji_number(digits):
    value = int(digits)
    tens, ones = divmod(value, 10)
    if value >= 100:
        return "".join(DIGITS[int(d)] for d in digits)
    return ("" if tens < 2 else DIGITS[tens]) + ("十" if tens else "") + (DIGITS[ones] if ones else "")


def plain(text):
    """A spelling without what every counter may be written with."""
    text = unicodedata.normalize("NFKC", text)
    text = re.sub("[0-9]+", lambda match: kanji_number(match[0]), text)
    return re.sub("[ヶヵカケ]月", "か月", text).replace("才", "歳")


def core(text):
    return re.sub("[〜～~]", "", text)


def entries(word, reading):
    """The entries that have a word, in any of its spellings, with a reading."""
    rows = DICTIONARY.execute(
        "SELECT idseq FROM Kanji WHERE text = ?1 UNION SELECT idseq FROM Kana WHERE text = ?1", (word,))
    for (entry,) in rows.fetchall():
        kana = [row[0] for row in DICTIONARY.execute("SELECT text FROM Kana WHERE idseq = ?", (entry,))]
        if hiragana(reading) in map(hiragana, kana):
            yield entry


def marks(entry, text):
    """The marks of a spelling in an entry; None if the entry does not have it."""
    for (key,) in DICTIONARY.execute("SELECT ID FROM Kanji WHERE idseq = ? AND text = ?", (entry, text)):
        return [row[0] for row in DICTIONARY.execute("SELECT text FROM KJI WHERE kid = ?", (key,))]
    return None


def fault(prompt, readings, spelling):
    """What is wrong with a spelling of a prompt; None if nothing is."""
    word, text = core(prompt), core(spelling)
    if plain(text) == plain(word):
        return None
    # ASCII in the dictionary has full width.
    wide = "".join(chr(ord(c) + 0xfee0) if "!" <= c <= "~" else c for c in text)
    found = [marks(entry, form) for reading in readings for entry in entries(word, core(reading))
             for form in (text, wide)]
    found = [mark for mark in found if mark is not None]
    if not found:
        return f"{spelling} is no spelling of {prompt} in JMdict"
    if all(any(sign in mark for sign in MARKS for mark in each) for each in found):
        return f"{spelling} is marked in JMdict: {found[0]}"
    return None


def reviewed(folder):
    """What was reviewed and stands, as (id, spelling)."""
    path = os.path.join("Scripts/reviewed", os.path.basename(os.path.normpath(folder)), "words.tsv")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row[0], row[2]) for row in rows if row[1:2] == ["SPELLING"]}


def main():
    count, findings = 0, []
    known, used = reviewed(sys.argv[1]), set()
    for path in sorted(glob.glob(sys.argv[1] + "/**/*.json", recursive=True)):
        if os.path.basename(path) == "course.json":
            continue
        with open(path, encoding="utf-8") as file:
            groups = json.load(file)
        for group in groups if isinstance(groups, list) else [groups]:
            for question in group["questions"]:
                readings = [r.strip() for r in re.split("[;；]", question.get("reading", question.get("prompt", "")))]
                for spelling in question.get("spellings", []):
                    count += 1
                    wrong = fault(question["prompt"], readings, spelling)
                    if wrong and (question.get("id"), spelling) in known:
                        used.add((question["id"], spelling))
                    elif wrong:
                        findings.append(f"{path}: {question.get('id')}: SPELLING: {wrong}")
    for key in sorted(known - used):
        findings.append(f"Scripts/reviewed/words.tsv: {' '.join(key)}: silences nothing; remove the line")
    for finding in findings:
        print(finding)
    print(f"{count} spellings; {len(used)} reviewed, {len(findings)} findings")
    if not count:
        sys.exit("check-spellings: there is nothing to check in " + sys.argv[1])
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
