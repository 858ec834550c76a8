"""Checks what Japanese decks say of their words beside reading and meaning, against JMdict, UniDic and the rules.

    check_words.py FOLDER [--unreviewed]

- Every alternative says what a gloss of JMdict says.
- Parts of speech are those of JMdict, verbs and adjectives by class and transitivity.
- The hint of a kanji names words that hold it and were taught before it, one of which is asked for its reading; its note
  names parts, and all notes together at least 60 of them.
- A form is what the rules make of its verb or adjective, and UniDic knows it as a form of it.
- Labels have spaces between their words, and say that they want the polite form where only that is right. People are
  older, not elder; beside look-alikes “it” would name neither.

What was reviewed and stands is in Scripts/reviewed/FOLDER/words.tsv: id, code, text. A line there that nothing needs is a finding;
check_spellings.py reads the lines of code SPELLING.
`--unreviewed` prints the findings that can be reviewed as such lines.
"""

import collections
import csv
import functools
import json
import os
import re
import sys

from check_decks import DICTIONARY, KANJI, Check, entries, means, parts, sound, spoken, tokens

CLASSES = {
    "godan": "^Godan", "ichidan": "^Ichidan", "irregular": "[Ss]uru|Kuru|special", "intransitive": "^intransitive",
    "transitive": "^transitive", "い-adjective": r"^adjective \(keiyoushi", "な-adjective": "^adjectival nouns",
    "noun": "noun|expressions|counter|numeric", "adverb": "^adverb|temporal|expressions", "pronoun": "pronoun",
    "suru verb": "suru", "conjunction": "conjunction", "interjection": "interjection|expressions", "particle": "particle",
    "suffix": "suffix|counter", "prefix": "prefix", "adnominal": "rentaishi|prenominal|expressions",
    "proper noun": "noun", "question word": "pronoun|adverb|noun|expressions|rentaishi", "copula": "copula|auxiliary",
}
LETTERS = {"う": "わいうえお", "く": "かきくけこ", "ぐ": "がぎぐげご", "す": "さしすせそ", "つ": "たちつてと",
           "ぬ": "なにぬねの", "ぶ": "ばびぶべぼ", "む": "まみむめも", "る": "らりるれろ"}
TE = {"う": "って", "つ": "って", "る": "って", "む": "んで", "ぬ": "んで", "ぶ": "んで", "く": "いて", "ぐ": "いで", "す": "して"}

POLITE = "(ます|ません|ました|ましょう|です|でした|でしょう)(か|が|けど|けれど|よ|ね)?$"


def conjugated(word, form, kind):
    """The form of a verb or an adjective that the rules make, or None where they know no such form."""
    stem, last = word[:-1], word[-1:]
    if kind == "い-adjective":
        stem = "よ" if word == "いい" else stem
        return {"negative": stem + "くない", "past": stem + "かった", "past negative": stem + "くなかった",
                "て": stem + "くて"}.get(form)
    if kind == "な-adjective":
        return {"negative": word + "じゃない", "past": word + "だった", "past negative": word + "じゃなかった",
                "て": word + "で"}.get(form)
    if kind == "ichidan":
        made = {"ます": "ます", "ました": "ました", "て": "て", "た": "た", "ない": "ない", "なかった": "なかった",
                "たい": "たい", "potential": "られる", "volitional": "よう"}.get(form)
        return made and stem + made
    if word == "くる" or word.endswith(("する", "てくる", "来る")):
        kuru = not word.endswith("する")
        head = word[:-2] + ("来" if word.endswith("来る") else "")
        row = ("き", "き", "こ", "こられる", "こよう") if kuru else ("し", "し", "し", "できる", "しよう")
        if word.endswith("来る"):
            row = ("", "", "", "られる", "よう")
        made = {"ます": row[0] + "ます", "ました": row[0] + "ました", "て": row[1] + "て", "た": row[1] + "た",
                "ない": row[2] + "ない", "なかった": row[2] + "なかった", "たい": row[0] + "たい", "potential": row[3],
                "volitional": row[4]}.get(form)
        return made and head + made
    a, i, _, e, o = LETTERS[last]
    te = "って" if word in ("行く", "いく") else TE[last]
    ta = te[:-1] + {"て": "た", "で": "だ"}[te[-1]]
    negative = "" if word == "ある" else stem + a
    return {"ます": stem + i + "ます", "ました": stem + i + "ました", "て": stem + te, "た": stem + ta,
            "ない": negative + "ない", "なかった": negative + "なかった", "たい": stem + i + "たい",
            "potential": stem + e + "る", "volitional": stem + o + "う"}.get(form)


@functools.lru_cache(None)
def classes_of(word, reading=None):
    """The parts of speech that JMdict gives a word with this reading, or with any."""
    sql = "SELECT DISTINCT p.text FROM pos p JOIN Sense s ON s.ID = p.sid WHERE s.idseq = ?"
    table = "Kanji" if re.search(KANJI, word) else "Kana"
    found = set()
    for (entry,) in DICTIONARY.execute(f"SELECT DISTINCT idseq FROM {table} WHERE text = ?", (word,)).fetchall():
        kana = {sound(r[0]) for r in DICTIONARY.execute("SELECT text FROM Kana WHERE idseq = ?", (entry,))}
        if reading is None or sound(reading) in kana:
            found |= {r[0] for r in DICTIONARY.execute(sql, (entry,))}
    return found


class Words:
    def __init__(self, folder):
        self.check = Check(folder)
        self.folder = folder
        self.findings, self.used = [], set()
        self.counts = collections.Counter()
        path = os.path.join("Scripts/reviewed", os.path.basename(os.path.normpath(folder)), "words.tsv")
        self.reviewed = set()
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                self.reviewed = {tuple(row[:3]) for row in rows
                                 if row and not row[0].startswith("#") and row[1] != "SPELLING"}

    def find(self, question, code, text, why):
        key = (question["id"], code, text)
        if key in self.reviewed:
            self.used.add(key)
        elif "--unreviewed" in sys.argv:
            print("\t".join(key) + "\t" + why)
        else:
            self.findings.append(f"{question['id']}: {code}: {text}: {why}")

    def run(self):
        with open(os.path.join(self.folder, "course.json"), encoding="utf-8") as file:
            self.steps = {s["group"]: n for n, s in enumerate(json.load(file)["steps"])}
        self.taught = {}
        components = set()
        for path, group, question in self.check.questions:
            step = self.steps.get(group["title"])
            if "cloze" in question or step is None or re.search("Kanji|Text|Look", path):
                continue
            directions = question.get("directions") or group.get("directions") or []
            isRead = "reading" in directions or group.get("answer_language") == "ja"
            now = self.taught.get(question["prompt"], (step, False))
            self.taught[question["prompt"]] = (min(step, now[0]), isRead or now[1])
        for path, group, question in self.check.questions:
            self.label(path, question)
            prompt, part = question["prompt"], question.get("part_of_speech", "")
            if part == "kanji":
                components |= self.kanji(group, question)
            elif "form" in question.get("tags", []):
                self.form(question)
            elif part and "cloze" not in question:
                self.word(question, prompt, part)
        if len(components) < 60:
            self.findings.append(f"{self.folder}: PARTS: the notes of kanji name {len(components)} parts, not 60")
        for key in sorted(self.reviewed - self.used):
            self.findings.append(f"Scripts/reviewed/words.tsv: {' '.join(key)}: silences nothing; remove the line")
        self.counts["parts"] = len(components)

    def word(self, question, prompt, part):
        word = re.sub("[〜～…]", "", prompt)
        readings = parts(question.get("reading")) or [word]
        hits = [e for reading in readings for e in self.check.hits(word, sound(reading))]
        glosses = [g for _, gs in hits for g in gs]
        for text in question.get("alternatives", []):
            self.counts["alternatives"] += 1
            if glosses and not means([text], glosses):
                self.find(question, "ALTERNATIVE", text, f"{prompt} is {'; '.join(glosses[:6])}")
        self.counts["parts of speech"] += 1
        core = next((c for c in (word, re.sub("(する|な)$", "", word), re.sub("^[おご]", "", word)) if c and entries(c)), None)
        if core is None:
            return
        known = classes_of(core, None if core != word else readings[0]) or classes_of(core)
        for name in re.findall(r"い-adjective|な-adjective|suru verb|proper noun|question word|\w+", part):
            if name == "verb" or name in ("transitive", "intransitive") and word != core:
                continue
            pattern = CLASSES.get(name)
            if pattern is None:
                self.findings.append(f"{question['id']}: PART: {name} is no part of speech")
            elif not any(re.search(pattern, text) for text in known):
                self.find(question, "PART", name, f"JMdict has {', '.join(sorted(known))} for {core}")

    def kanji(self, group, question):
        """Checks a kanji on the course's path; the parts that its note names."""
        step = self.steps.get(group["title"])
        if step is None:
            return set()
        kanji = question["prompt"][0]
        self.counts["kanji"] += 1
        words = re.findall("[^ ,]+", (question.get("hint") or "").replace("as in ", ""))
        for word in words:
            if kanji not in word:
                self.find(question, "HINT", word, f"does not hold {kanji}")
            elif self.taught.get(word, (step, False))[0] >= step:
                self.find(question, "HINT", word, "is not taught before the kanji")
        if not any(kanji in word and at < step and isRead for word, (at, isRead) in self.taught.items()):
            self.find(question, "KANJI", kanji, "no word taught before it is asked for its reading")
        named = re.match(r"Parts: (.*?)\. ", question.get("note", ""))
        return set(named[1].split(", ")) if named else set()

    def form(self, question):
        written, _, form = question["prompt"].partition(" → ")
        register = re.search(r" \((plain|polite)\)$", form)
        form = re.sub(r" \((plain|polite)\)$", "", form)
        reading = spoken(question.get("furigana") or question["prompt"]).partition("→")[0]
        known = classes_of(written, reading) or classes_of(written)
        kind = next((k for k in ("い-adjective", "な-adjective", "ichidan") if any(re.search(CLASSES[k], c) for c in known)
                     and (k != "い-adjective" or written.endswith("い")) and (k != "ichidan" or written.endswith("る"))
                     and (k != "な-adjective" or not written.endswith("る"))), "godan")
        self.counts["forms"] += 1
        answers = parts(question["answer"])
        for word in (written, reading):
            made = conjugated(word, form, kind)
            if made is None:
                self.findings.append(f"{question['id']}: FORM: {form} is no form that the rules know")
            elif made not in answers:
                self.find(question, "FORM", made, f"by rule; the deck has {question['answer']}")
        if form != "て" and not register:
            self.find(question, "REGISTER", question["prompt"], "says neither plain nor polite")
        head = tokens(answers[0])[0]
        lemmas = {head.feature.orthBase, head.feature.lemma, head.surface}
        if form != "potential" and not lemmas & {written, re.sub("する$", "", written), tokens(written)[0].feature.lemma}:
            self.find(question, "UNIDIC", answers[0], f"UniDic has {head.feature.orthBase}")

    def label(self, path, question):
        labels = re.findall(r"\{\{([^{}]*?)::([^{}]*)\}\}", question.get("cloze", ""))
        self.counts["labels"] += len(labels)
        for answers, text in labels:
            if re.search("[a-z]{15,}", text):
                self.find(question, "LABEL", text, "has no spaces")
            if all(re.search(POLITE, answer) for answer in parts(answers)) and not re.search("polite|plain", text):
                self.find(question, "REGISTER", text, "only the polite form is right, and the label does not ask for it")
        for key in ("prompt", "answer", "hint", "note"):
            text = question.get(key) or ""
            if re.search(r"\belder (brother|sister)", text):
                self.find(question, "ELDER", key, text)
        example = question.get("example")
        if isinstance(example, dict) and re.search(r"\belder (brother|sister)", example.get("meaning") or ""):
            self.find(question, "ELDER", "example", example["meaning"])
        for key in ("hint", "note"):
            if "LookAlikes" in path and re.search(r"\b[Ii]t\b", question.get(key) or ""):
                self.find(question, "IT", key, f"{question[key]}: two kana stand there, or the card before is meant")


def main():
    words = Words(sys.argv[1])
    words.run()
    for finding in words.findings:
        print(finding)
    print(", ".join(f"{count} {name}" for name, count in words.counts.items())
          + f"; {len(words.used)} reviewed, {len(words.findings)} findings")
    sys.exit(1 if words.findings else 0)


if __name__ == "__main__":
    main()
