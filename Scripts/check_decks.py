"""Checks Japanese decks against JMdict and KANJIDIC (jamdict-data) and UniDic (unidic-lite).

    check_decks.py FOLDER

Every expression must have its reading and its meaning in the dictionary; kana and romaji must agree;
furigana must join to prompt and reading; an example must contain its word, be read as its furigana
say, and use no word that the decks do not teach. False alarms are listed in Scripts/reviewed/FOLDER/exceptions.tsv:
expression, reading (or nothing), code, reason. An exception that nothing needs is a finding, too.

In the order of FOLDER/course.json, at most one example in ten may hold a word that comes later (names, numbers,
particles and loanwords read aloud aside), and no text to read may hold one. The forms and patterns of
Scripts/points.tsv are counted in examples and sentences with blanks, and each must have five.
`check_decks.py FOLDER --later` names the examples with later words.
"""

import collections
import csv
import functools
import glob
import json
import os
import re
import sqlite3
import sys
import unicodedata

import fugashi
import jamdict_data

DICTIONARY = sqlite3.connect(f"file:{jamdict_data.JAMDICT_DB_PATH}?mode=ro", uri=True)
TAGGER = fugashi.Tagger()
KANJI = "[\u3400-\u9fff々〆〇]"
SIGNS = "。、！？!?…・「」『』（）()〜~.,：:％% \u3000"
VOWELS = {kana: row[4] for row in (
    "あかさたなはまやらわがざだばぱゃぁゎあ", "いきしちにひみりぎじぢびぴぃ", "うくすつぬふむゆるぐずづぶぷゅぅゔ",
    "えけせてねへめれげぜでべぺぇ", "おこそとのほもよろをごぞどぼぽょぉ") for kana in row
    for row in [row[:4] + row[0]]}
VOICED = dict(zip("かきくけこさしすせそたちつてとはひふへほ", "がぎぐげござじずぜぞだぢづでどばびぶべぼ"))
HALF_VOICED = dict(zip("はひふへほ", "ぱぴぷぺぽ"))


# Text

def hiragana(text):
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def sound(text):
    """Kana in hiragana, without signs, a long mark as the vowel before it."""
    result = ""
    for c in hiragana(unicodedata.normalize("NFKC", text)):
        if c not in SIGNS:
            result += VOWELS.get(result[-1:], "") if c == "ー" else c
    return result


def furigana(text):
    """Anki's notation as (base, reading or None)."""
    parts, end = [], 0
    for match in re.finditer(r" ?([^ \[\]]+?)\[([^\]]+)\]", text):
        parts += [(text[end:match.start()], None), (match[1], match[2])]
        end = match.end()
    return [part for part in parts + [(text[end:], None)] if part[0]]


def base(text):
    return "".join(part for part, _ in furigana(text)).replace(" ", "")


def spoken(text):
    return "".join(reading or part for part, reading in furigana(text)).replace(" ", "")


def parts(text, separators="[;；]"):
    return [part.strip() for part in re.split(separators, text or "") if part.strip()]


SYLLABLES = {}
for row, column in (
        ("あいうえお", ""), ("かきくけこ", "k"), ("さしすせそ", "s"), ("たちつてと", "t"), ("なにぬねの", "n"),
        ("はひふへほ", "h"), ("まみむめも", "m"), ("や ゆ よ", "y"), ("らりるれろ", "r"), ("わ   を", "w"),
        ("がぎぐげご", "g"), ("ざじずぜぞ", "z"), ("だぢづでど", "d"), ("ばびぶべぼ", "b"), ("ぱぴぷぺぽ", "p")):
    SYLLABLES.update({kana: column + vowel for kana, vowel in zip(row, "aiueo") if kana != " "})


def romaji(text):
    """Kana, or any romanisation, as one spelling: kunrei without long vowels."""
    text = unicodedata.normalize("NFKC", text).lower()
    if re.search("[ぁ-ヶ]", text):
        result = ""
        for c in sound(text):
            if c in "ゃゅょ" and result.endswith("i"):
                result = result[:-1] + "y" + "auo"["ゃゅょ".index(c)]
            elif c in "ぁぃぅぇぉ" and result:
                result = result[:-1] + "aiueo"["ぁぃぅぇぉ".index(c)]
            else:
                result += {"っ": "*", "ん": "n", "ゔ": "vu"}.get(c) or SYLLABLES.get(c, c)
        text = re.sub(r"\*(.)", r"\1\1", result).replace("*", "")
    text = unicodedata.normalize("NFD", text)
    text = re.sub("[^a-z]", "", text.replace("m\u0304", "m"))
    for old, new in (("tch", "tty"), ("sh", "sy"), ("ch", "ty"), ("ts", "t"), ("dz", "z"), ("j", "zy"), ("f", "h"),
                     ("dy", "zy"), ("du", "zu"), ("di", "zi"), ("wo", "o"), ("l", "r"), ("yy", "y"), ("yi", "i")):
        text = text.replace(old, new)
    text = re.sub("m(?=[bp])", "n", text)
    text = re.sub(r"(?<=[kgsztdnhbpmr])w(?=[aeo])", "w", text)
    return re.sub("ei|ee", "e", re.sub("ou|oo", "o", re.sub(r"([aiunz])\1+", r"\1", text)))


# The dictionaries

@functools.lru_cache(None)
def entries(word):
    """The readings and glosses of each entry with this spelling."""
    ids = [r[0] for r in DICTIONARY.execute("SELECT DISTINCT idseq FROM Kanji WHERE text = ?", (word,))]
    if not re.search(KANJI, word):
        ids += [r[0] for r in DICTIONARY.execute("SELECT DISTINCT idseq FROM Kana WHERE text = ?", (word,))]
    result = []
    for entry in dict.fromkeys(ids):
        readings = []
        for kana_id, text in DICTIONARY.execute("SELECT ID, text FROM Kana WHERE idseq = ?", (entry,)):
            only = [r[0] for r in DICTIONARY.execute("SELECT text FROM KNR WHERE kid = ?", (kana_id,))]
            if not only or word in only or not re.search(KANJI, word):
                readings.append(text)
        # The plus keeps SQLite from going through all English glosses by their index.
        glosses = [r[0] for r in DICTIONARY.execute(
            "SELECT g.text FROM Sense s JOIN SenseGloss g ON g.sid = s.ID WHERE s.idseq = ? AND +g.lang = 'eng'",
            (entry,))]
        result.append((readings, glosses))
    return result


def kanjidic(kanji):
    """The meanings, on and kun readings of a kanji."""
    rows = DICTIONARY.execute(
        "SELECT r.r_type, r.value FROM character c JOIN rm_group g ON g.cid = c.ID "
        "JOIN reading r ON r.gid = g.ID WHERE c.literal = ?", (kanji,)).fetchall()
    meanings = DICTIONARY.execute(
        "SELECT m.value FROM character c JOIN rm_group g ON g.cid = c.ID "
        "JOIN meaning m ON m.gid = g.ID WHERE c.literal = ? AND m.m_lang IN ('', 'en')", (kanji,)).fetchall()
    return ([m[0] for m in meanings], [v for t, v in rows if t == "ja_on"], [v for t, v in rows if t == "ja_kun"])


STOP = set("a an the to be of in on at for with and or is are it one's oneself something someone not very by as".split())
SAME = {"children": "child", "people": "person", "teeth": "tooth", "feet": "foot", "movie": "film", "autumn": "fall",
        "grey": "gray", "mum": "mother", "colour": "color", "television": "tv", "10": "ten", "100": "hundred"}


@functools.lru_cache(None)
def stems(text):
    words = re.findall("[a-z0-9']+", unicodedata.normalize("NFKC", text).lower())
    kept = [w for w in words if w not in STOP] or words
    result = set()
    for word in kept:
        word = SAME.get(word, word)
        for ending in ("ies", "ing", "ed", "es", "s", "ly"):
            if len(word) - len(ending) >= 3 and word.endswith(ending) and not word.endswith("ss"):
                word = word[:-len(ending)] + ("y" if ending == "ies" else "")
                break
        result.add(word.rstrip("e") if len(word) > 3 else word)
    return result


def means(answers, glosses):
    """Whether one of the answers says what a gloss says."""
    for answer in answers:
        own = stems(re.sub(r"\([^)]*\)", " ", answer)) | set()
        for gloss in glosses:
            for text in (gloss, re.sub(r"\([^)]*\)", " ", gloss)):
                theirs = stems(text)
                both = own & theirs
                if own and theirs and both and (
                        len(both) / len(own | theirs) >= 0.34 or both == own or both == theirs):
                    return True
    return False


@functools.lru_cache(None)
def token_readings(surfaces, kana, follows_number, lemma):
    """How neighbouring tokens may be read: as UniDic and JMdict say, with the changes of sound in counting."""
    text = "".join(surfaces)
    found = {sound(text)} if not re.search(KANJI, text) else set()
    if len(surfaces) == 1 and kana:
        found.add(sound(kana))
    found |= {sound(reading) for readings, _ in entries(text) for reading in readings}
    if len(surfaces) == 1 and lemma and lemma != text:
        head, tail = re.match(f"{KANJI}*", lemma)[0], re.match(f"{KANJI}*", text)[0]
        if head and head == tail:
            for readings, _ in entries(lemma):
                for reading in readings:
                    stem = reading[:len(reading) - (len(lemma) - len(head))]
                    found.add(sound(stem + text[len(tail):]))
    if re.search("[一二三四五六七八九十百千万何0-9]$", text):
        found |= {r[:-1] + "っ" for r in found if r[-1:] in "ちくうつ"}
        found |= {r[:-3] + ten for r in found if r.endswith("じゅう") for ten in ("じゅっ", "じっ")}
        found |= {"よ"} if text == "四" else set()
    if follows_number:
        found |= {table[r[0]] + r[1:] for r in found for table in (VOICED, HALF_VOICED) if r[:1] in table}
    return frozenset(r for r in found if r)


def tokens(text):
    return [t for t in TAGGER(text) if t.surface.strip() and not all(c in SIGNS for c in t.surface)]


def can_be_read(text, reading):
    """Whether the tokens of a text can be read so."""
    wanted, words = sound(reading), tokens(text)
    places = {0: {0}}
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + 5) + 1):
            part = words[start:end]
            after = bool(start and re.search("[一二三四五六七八九十百千万何0-9]$", words[start - 1].surface))
            ways = token_readings(
                tuple(t.surface for t in part), part[0].feature.kana or "", after, part[0].feature.orthBase or "")
            for place in places.get(start, ()):
                for way in ways:
                    if wanted.startswith(way, place):
                        places.setdefault(end, set()).add(place + len(way))
    return len(wanted) in places.get(len(words), ())


def lemma(token):
    return re.sub("-.*", "", token.feature.lemma or token.surface)


# The decks

class Check:
    def __init__(self, folder):
        self.folder = folder
        self.findings = []
        self.exceptions = {}
        self.used = set()
        path = os.path.join("Scripts/reviewed", os.path.basename(os.path.normpath(folder)), "exceptions.tsv")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                    if row and not row[0].startswith("#"):
                        self.exceptions[(row[0], row[2])] = row[3]
        self.questions = []
        for path in sorted(glob.glob(folder + "/**/*.json", recursive=True)):
            if os.path.basename(path) == "course.json":
                continue
            with open(path, encoding="utf-8") as file:
                groups = json.load(file)
            for group in groups if isinstance(groups, list) else [groups]:
                self.questions += [(path, group, question) for question in group["questions"]]
        self.counts = collections.Counter()

    def find(self, path, question, code, text, *keys):
        self.counts[code] += 0
        for key in (question.get("prompt"), *keys):
            if (key, code) in self.exceptions:
                self.used.add((key, code))
                return
        self.findings.append(f"{path}: {question.get('id')}: {code}: {text}")

    def run(self):
        self.teach()
        for path, group, question in self.questions:
            prompt = question.get("prompt", "")
            script = re.fullmatch(r"(.) \((meaning|on|kun)\)", prompt)
            self.furigana(path, question)
            if script:
                self.kanji(path, question, *script.groups())
            elif "cloze" not in question and "form" not in question.get("tags", []):
                self.word(path, group, question)
            self.example(path, question)
            if "text" in question.get("tags", []):
                self.text(path, question)
        for key, code in sorted(self.exceptions.keys() - self.used):
            self.findings.append(f"Scripts/reviewed/exceptions.tsv: {key}: {code}: silences nothing; remove the line")

    def text(self, path, question):
        """A passage to read, sentence by sentence: read as its furigana say, of words that the decks teach."""
        self.counts["texts"] += 1
        for sentence in re.split("(?<=[。？])|\n▶", question["furigana"]):
            written, reading = base(sentence), spoken(sentence)
            if not re.search("[ぁ-ヶ]", written):
                continue
            if not can_be_read(written, reading):
                self.find(path, question, "EXAMPLE-READING", f"no dictionary reads {written} as {reading}", written)
            for word in self.untaught(written):
                self.find(path, question, "EXAMPLE-LEVEL", f"{word} in {written} is not taught", written)

    def furigana(self, path, question):
        text = question.get("furigana")
        readings = [sound(r) for r in parts(question.get("reading"))]
        if text and base(text) != question.get("prompt", "").replace(" ", ""):
            self.find(path, question, "FURIGANA", f"{base(text)} is not the prompt")
        if text and readings and sound(spoken(text)) not in readings:
            self.find(path, question, "FURIGANA", f"{spoken(text)} is not the reading")

    def kanji(self, path, question, kanji, kind):
        meanings, on, kun = kanjidic(kanji)
        self.counts["kanji"] += 1
        if kind == "meaning":
            for answer in parts(question["answer"], "[;,]"):
                if not means([answer], meanings):
                    self.find(path, question, "KANJI-MEANING", f"{answer}: KANJIDIC has {meanings[:5]}")
            return
        known = {sound(r.strip("-")) for r in on} if kind == "on" else {
            sound(r.strip("-")[:end]) for r in kun for end in (len(r), r.find(".")) if end > 0}
        known |= {sound(r.strip("-").replace(".", "")) for r in kun} if kind == "kun" else set()
        for answer in parts(question["answer"], "[;,]"):
            if sound(answer.strip("-").replace(".", "")) not in known:
                self.find(path, question, "KANJI-READING", f"{answer}: KANJIDIC has {on if kind == 'on' else kun}")

    def word(self, path, group, question):
        prompt, answers = question["prompt"], parts(question["answer"], "[;,]") + question.get("alternatives", [])
        word = re.sub("[〜～]", "", prompt).strip(SIGNS)
        isKana = re.fullmatch("[ぁ-ヶー]+", word)
        if re.fullmatch("Katakana for loanwords(, rarer)?", group["title"]):
            return  # The tests derive these from the official table.
        if re.match("Hiragana|Katakana", group["title"]):
            self.counts["kana"] += 1
            for answer in parts(question["answer"], "[;,]"):
                if romaji(answer) != romaji(word):
                    self.find(path, question, "ROMAJI", f"{answer}: {word} is {romaji(word)}")
            return
        readings = [r.strip(SIGNS) for r in parts(question.get("reading"))] or ([word] if isKana else [])
        if not readings or re.fullmatch("[0-9,]+", question["answer"]):
            return
        self.counts["words"] += 1
        english = [a for a in answers if re.search("[A-Za-z]", a)]
        found, missing = [], []
        for reading in readings:
            hits = self.hits(word, sound(reading))
            found += hits
            if not hits and not can_be_read(word, reading):
                missing.append(reading)
        if missing:
            known = [r for rs, _ in entries(word) for r in rs]
            self.find(path, question, "READING", f"{missing}: the dictionaries have {known[:5]}")
        elif found and english and not means(english, [g for _, gs in found for g in gs]):
            glosses = [g for _, gs in found for g in gs]
            self.find(path, question, "MEANING", f"{'; '.join(english[:3])}: JMdict has {glosses[:4]}")
        elif not found and english and not re.search("[はがをにでとのもかへよね]", word) and len(tokens(word)) == 1:
            self.find(path, question, "UNKNOWN", "no dictionary has it")

    @staticmethod
    def hits(word, reading):
        """The entries of a word, or of what stands before する and な or after お and ご, with this reading."""
        for before, after in (("", ""), ("", "する"), ("", "な"), ("", "です"), ("お", ""), ("ご", "")):
            if word.startswith(before) and word.endswith(after) and len(word) > len(before) + len(after):
                core = word[len(before):len(word) - len(after)]
                found = [e for e in entries(core) if any(before + sound(r) + after == reading for r in e[0])]
                if found:
                    return found
        return []

    def teach(self):
        """Everything the decks teach, as sequences of lemmas."""
        self.taught, self.spellings = set(), set()
        for path, group, question in self.questions:
            if re.search("Hiragana|Katakana|LookAlikes|Kanji|Forms", os.path.basename(path)) or "cloze" in question:
                continue
            texts = parts(question["prompt"]) + parts(question.get("reading"))
            if len(question["prompt"]) > 8:
                texts = parts(question["prompt"])
            for text in texts:
                text = re.sub("[〜～]", "", text)
                words = tokens(text)
                self.spellings.add(text)
                self.taught.add(tuple(lemma(t) for t in words))
                if len(words) == 1:
                    self.taught.add((words[0].feature.orthBase or text,))
        self.taught |= {(word,) for word in GRAMMAR}

    def untaught(self, text):
        words, place, result = tokens(text), 0, []
        while place < len(words):
            for end in range(min(len(words), place + 6), place, -1):
                part = words[place:end]
                bases = tuple(t.feature.orthBase or t.surface for t in part)
                if (tuple(lemma(t) for t in part) in self.taught or (len(part) == 1 and bases in self.taught)
                        or "".join(t.surface for t in part) in self.spellings
                        or (len(part) == 1 and bases[0] in self.spellings)):
                    place = end
                    break
            else:
                token = words[place]
                place += 1
                feature = token.feature
                isName = feature.pos2 in ("固有名詞", "数詞") or feature.pos3 in ("人名", "地名")
                isGrammar = feature.pos1 in ("助詞", "助動詞", "補助記号", "記号", "空白") or (
                    feature.pos1 == "形状詞" and feature.pos2 == "助動詞語幹")
                isCount = re.fullmatch("[一二三四五六七八九十百千万何0-9]+" + KANJI + "*つ?か?月?", token.surface)
                if not (isName or isGrammar or isCount):
                    result.append(token.surface if token.surface == lemma(token) else f"{token.surface} ({lemma(token)})")
        return result

    def place(self):
        """The place in the course at which each word is met first, by lemma and by spelling."""
        with open(os.path.join(self.folder, "course.json"), encoding="utf-8") as file:
            steps = [step["group"] for step in json.load(file)["steps"]]
        self.steps = {title: number for number, title in enumerate(steps)}
        self.met = {(word,): (-1, 0) for word in GRAMMAR}

        def meet(word, place):
            self.met[word] = min(place, self.met.get(word, place))

        for number, (path, group, question) in enumerate(self.questions):
            name = os.path.basename(path)
            if re.search("Hiragana|Katakana|LookAlikes|Kanji|Forms", name) or "cloze" in question:
                continue
            if group["title"] not in self.steps:
                continue
            place = (self.steps[group["title"]], number)
            texts = parts(question["prompt"])
            if len(question["prompt"]) <= 8:
                texts += parts(question.get("reading"))
            for text in texts:
                text = re.sub("[〜～]", "", text)
                words = tokens(text)
                meet(text, place)
                meet(tuple(lemma(t) for t in words), place)
                if len(words) == 1:
                    meet((words[0].feature.orthBase or text,), place)
                elif name == "Phrases.json":
                    for token in words:
                        meet((lemma(token),), place)

    def later(self, text, step):
        """The words of a text that no step up to this one has."""
        words, start, result = tokens(text), 0, []
        while start < len(words):
            for end in range(min(len(words), start + 6), start, -1):
                part = words[start:end]
                keys = [tuple(lemma(t) for t in part), "".join(t.surface for t in part)]
                if len(part) == 1:
                    keys += [(part[0].feature.orthBase or part[0].surface,), part[0].feature.orthBase]
                if any(self.met.get(key, (step + 1, 0))[0] <= step for key in keys):
                    start = end
                    break
            else:
                token, start = words[start], start + 1
                feature = token.feature
                isName = feature.pos2 in ("固有名詞", "数詞") or feature.pos3 in ("人名", "地名")
                isGrammar = feature.pos1 in ("助詞", "助動詞", "補助記号", "記号", "空白", "接尾辞", "接頭辞") or (
                    feature.pos1 == "形状詞" and feature.pos2 == "助動詞語幹")
                isCount = re.fullmatch("[一二三四五六七八九十百千万何0-9]+" + KANJI + "*つ?か?月?", token.surface)
                isLoanword = re.fullmatch("[ァ-ヶー]+", token.surface)
                if not (isName or isGrammar or isCount or isLoanword):
                    result.append(feature.orthBase or token.surface)
        return result

    def gate(self, names):
        """Counts the examples with words that come later in the course; a text to read may have none."""
        self.place()
        total, bad = 0, 0
        for path, group, question in self.questions:
            if "\n▶" in question["prompt"] and group["title"] in self.steps:
                text = base(question["furigana"]).split("\n")[0]
                for word in self.later(text, self.steps[group["title"]]):
                    self.find(path, question, "TEXT-LATER", f"{word} comes later in the course", text)
            example = question.get("example")
            if not isinstance(example, dict) or group["title"] not in self.steps:
                continue
            total += 1
            words = self.later(base(example["text"]), self.steps[group["title"]])
            bad += bool(words)
            if words and names:
                print(f"{path}: {question.get('id')}: {base(example['text'])}: later: {' '.join(words)}")
        share = bad / max(1, total)
        print(f"{bad} of {total} examples ({share:.1%}) have a word that comes later in the course")
        if share > 0.10:
            self.findings.append(f"{self.folder}: LATER: more than one example in ten has a word that comes later")

    def points(self):
        """Counts the forms and patterns of grammar in examples and in sentences with blanks."""
        texts, clozes = set(), set()
        for _, _, question in self.questions:
            example = question.get("example")
            if isinstance(example, dict):
                (clozes if "cloze" in question else texts).add(base(example["text"]))
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "points.tsv")
        with open(path, encoding="utf-8") as file:
            rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row][1:]
        few = []
        print("Points of grammar, in examples and in sentences with blanks:")
        for point, pattern in rows:
            counts = [sum(1 for text in some if re.search(pattern, text)) for some in (texts, clozes)]
            print(f"  {point}: {counts[0]} + {counts[1]}")
            if sum(counts) < 5:
                few.append(point)
        for point in few:
            self.findings.append(f"{self.folder}: POINT: {point} has fewer than five sentences")

    def contains(self, prompt, text):
        for word in parts(re.sub("[〜～…]", "", prompt)):
            core = re.sub("(する|な|です|だ|の)$", "", word) or word
            wanted = [lemma(t) for t in tokens(word) if t.feature.pos1 not in ("助詞", "助動詞")] or [word]
            have = {name for t in tokens(text) for name in (lemma(t), t.feature.orthBase, t.surface)}
            if core in text or all(w in have for w in wanted):
                return True
            if len(word) > 1 and word[-1] in "うくぐすつぬぶむるい" and word[:-1] in text:
                return True
        return False

    def example(self, path, question):
        example = question.get("example")
        if not isinstance(example, dict) or "reading" not in example:
            return
        self.counts["examples"] += 1
        text, reading = base(example["text"]), spoken(example["text"])
        if reading != example["reading"].replace(" ", ""):
            self.find(path, question, "EXAMPLE-FURIGANA", f"{reading} is not {example['reading']}", text)
        if not can_be_read(text, reading):
            self.find(path, question, "EXAMPLE-READING", f"no dictionary reads {text} as {reading}", text)
        if "cloze" not in question and not self.contains(question["prompt"], text):
            self.find(path, question, "EXAMPLE-WORD", f"{text} lacks {question['prompt']}", text)
        for word in self.untaught(text):
            self.find(path, question, "EXAMPLE-LEVEL", f"{word} in {text} is not taught", text, word.split(" ")[0])


# Words of grammar, and the parts that counters, titles and names are made of.
GRAMMAR = """有る 居る 為る 成る 出来る 下さる 呉れる 貰う 上げる 頂く 御 様 さん 君 ちゃん 等 達 方 事 物 所 言う 無い 良い 欲しい
今日は 半 数 時 分 年 月 日 人 本 枚 匹 冊 杯 台 個 回 度 階 歳 円 番 つ 箇月 か月 週間 時間 足 キロ メートル 頃 位 くらい 前 後
来る 行く 見る 過ぎる 過ぎ 積り 語 屋 中 くん 年間 目 家 もの こと そう 間 あ え""".split()


def main():
    check = Check(sys.argv[1])
    check.run()
    if os.path.exists(os.path.join(sys.argv[1], "course.json")):
        check.gate("--later" in sys.argv)
        check.points()
    for finding in check.findings:
        print(finding)
    print(f"{len(check.questions)} questions: {check.counts['words']} words, {check.counts['kanji']} kanji cards, "
          f"{check.counts['kana']} kana, {check.counts['examples']} examples; {len(check.used)} known false alarms, "
          f"{len(check.findings)} findings")
    if not check.questions or not check.counts["words"]:
        sys.exit("check-decks: there is nothing to check in " + sys.argv[1])
    sys.exit(1 if check.findings else 0)


if __name__ == "__main__":
    main()
