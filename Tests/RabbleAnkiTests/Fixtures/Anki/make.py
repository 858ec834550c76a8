"""Makes packages with real Anki: three formats, twelve note types, three collections with history.

    python3 make.py FOLDER     (needs the package `anki`; made with 26.09.3)

Beside each package stands what Anki itself counts in it, as JSON.
"""
import json, os, random, sys, time, shutil
from anki.collection import (Collection, ExportAnkiPackageOptions, ExportLimit)
from anki.cards import CardId
from anki.scheduler.v3 import CardAnswer
from anki import scheduler_pb2

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
work = out + "/work"
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)


def field_type(col, name, fields, templates):
    mm = col.models
    m = mm.new(name)
    for f in fields:
        mm.add_field(m, mm.new_field(f))
    for tname, q, a in templates:
        t = mm.new_template(tname)
        t["qfmt"], t["afmt"] = q, a
        mm.add_template(m, t)
    mm.add_dict(m)
    return mm.by_name(name)


def add(col, model, values, deck, tags=()):
    n = col.new_note(model)
    for k, v in values.items():
        n[k] = v
    n.tags = list(tags)
    col.add_note(n, col.decks.id(deck))
    return n


def counts(col):
    db = col.db
    q = lambda s: db.scalar(s)
    return {
        "notes": q("select count(*) from notes"),
        "cards": q("select count(*) from cards"),
        "reviews": q("select count(*) from revlog where ease > 0"),
        "others": q("select count(*) from revlog where ease = 0"),
        "suspended": q("select count(*) from cards where queue = -1"),
        "buried": q("select count(*) from cards where queue in (-2, -3)"),
        "flagged": q("select count(*) from cards where flags & 7 > 0"),
        "filtered": q("select count(*) from cards where odid > 0"),
        "new": q("select count(*) from cards where type = 0"),
        "tagged": q("select count(*) from notes where tags != ''"),
        "decks": sorted({d.name for d in col.decks.all_names_and_ids()}),
    }


TYPES = [
    ("Kaishi 1.5k", ["Word", "Word Reading", "Word Meaning", "Word Furigana", "Word Audio", "Sentence",
     "Sentence Meaning", "Sentence Furigana", "Sentence Audio", "Notes", "Pitch Accent", "Frequency",
     "Picture"],
     [("Card 1", "{{Word}}<br>{{Sentence}}",
       "{{FrontSide}}<hr>{{furigana:Word Furigana}}{{Word Meaning}}{{Sentence Meaning}}{{Picture}}{{Word Audio}}{{Notes}}")],
     {"Word": "犬", "Word Reading": "いぬ", "Word Meaning": "dog", "Word Furigana": "犬[いぬ]",
      "Word Audio": "[sound:inu.mp3]", "Sentence": "<b>犬</b>がいる。", "Sentence Meaning": "There is a dog.",
      "Sentence Furigana": "<b>犬[いぬ]</b>がいる。", "Pitch Accent": "2", "Frequency": "1337",
      "Picture": '<img src="inu.jpg">'}),
    ("Lapis", ["Expression", "ExpressionFurigana", "ExpressionReading", "ExpressionAudio", "SelectionText",
     "MainDefinition", "DefinitionPicture", "Sentence", "SentenceFurigana", "SentenceAudio", "Picture",
     "Glossary", "Hint", "IsWordAndSentenceCard", "IsClickCard", "IsSentenceCard", "PitchPosition",
     "PitchCategories", "Frequency", "FreqSort", "MiscInfo"],
     [("Mining", "{{#IsSentenceCard}}{{Sentence}}{{/IsSentenceCard}}{{^IsSentenceCard}}{{Expression}}{{/IsSentenceCard}}{{#Hint}}{{hint:Hint}}{{/Hint}}",
       "{{furigana:ExpressionFurigana}}{{MainDefinition}}{{Glossary}}{{Sentence}}{{Picture}}<script>go()</script>")],
     {"Expression": "食べる", "ExpressionFurigana": "食[た]べる", "ExpressionReading": "たべる",
      "MainDefinition": "<ol><li>to eat</li></ol>", "Glossary": "eat; live on", "Sentence": "魚を<b>食べる</b>。",
      "PitchPosition": "2", "FreqSort": "300"}),
    ("JP Mining Note", ["Key", "Word", "WordReading", "PAOverride", "PrimaryDefinition", "Sentence",
     "SentenceReading", "WordReadingHiragana", "PAPositions", "FrequencySort", "Hint", "AdditionalNotes",
     "WordAudio"],
     [("Card", "{{Word}}{{hint:Hint}}", "{{WordReading}}{{PrimaryDefinition}}{{AdditionalNotes}}")],
     {"Key": "水", "Word": "水", "WordReading": "水[みず]", "WordReadingHiragana": "みず",
      "PrimaryDefinition": "water", "Sentence": "水を飲む。", "PAPositions": "0"}),
    ("Core 2000", ["Optimized-Voc-Index", "Vocabulary-Kanji", "Vocabulary-Furigana", "Vocabulary-Kana",
     "Vocabulary-English", "Vocabulary-Audio", "Vocabulary-Pos", "Expression", "Reading",
     "Sentence-English", "Sentence-Audio", "Notes"],
     [("Recognition", "{{Vocabulary-Kanji}}", "{{Vocabulary-Kana}}{{Vocabulary-English}}{{Expression}}{{Sentence-English}}"),
      ("Production", "{{Vocabulary-English}}", "{{Vocabulary-Kanji}}{{Expression}}"),
      ("Listening", "{{Vocabulary-Audio}}", "{{Vocabulary-Kanji}}{{Vocabulary-English}}")],
     {"Optimized-Voc-Index": "1", "Vocabulary-Kanji": "学校", "Vocabulary-Furigana": "学校[がっこう]",
      "Vocabulary-Kana": "がっこう", "Vocabulary-English": "school", "Vocabulary-Audio": "[sound:gakkou.mp3]",
      "Vocabulary-Pos": "Noun", "Expression": "学校に行く。", "Reading": "学校[がっこう]に 行[い]く。",
      "Sentence-English": "I go to school."}),
    ("Tango N5", ["VocabKanji", "VocabFurigana", "VocabDef", "VocabAudio", "VocabPitchNum", "SentKanji",
     "SentFurigana", "SentEng", "SentAudio", "Image", "Notes"],
     [("Sentence", "{{SentKanji}}", "{{VocabFurigana}}{{VocabDef}}{{SentEng}}{{Image}}")],
     {"VocabKanji": "私", "VocabFurigana": "私[わたし]", "VocabDef": "I, me", "VocabPitchNum": "0",
      "SentKanji": "私は学生です。", "SentFurigana": "私[わたし]は 学生[がくせい]です。", "SentEng": "I am a student."}),
    ("Migaku Japanese", ["Sentence", "Translation", "Target Word", "Definitions", "Screenshot",
     "Sentence Audio", "Word Audio", "Images", "Example Sentences", "Is Vocabulary Card"],
     [("Card", "{{#Is Vocabulary Card}}{{Target Word}}{{/Is Vocabulary Card}}{{Sentence}}",
       "{{Definitions}}{{Translation}}")],
     {"Target Word": "猫[ねこ]", "Sentence": "猫[ねこ]が 好[す]き。", "Definitions": "cat",
      "Translation": "I like cats.", "Is Vocabulary Card": "x"}),
    ("RTK 6th", ["frameNoV4", "frameNoV6", "keyword", "kanji", "strokeDiagram", "hint", "onYomi", "kunYomi",
     "components", "heisigStory"],
     [("Card", "{{keyword}}", "{{kanji}}{{strokeDiagram}}{{components}}")],
     {"frameNoV4": "1", "keyword": "one", "kanji": "一", "strokeDiagram": '<img src="1.png">', "onYomi": "いち"}),
    ("Animecards", ["Word", "Reading", "Glossary", "Sentence", "Picture", "Audio", "SentenceAudio", "Graph",
     "Hint"],
     [("Card", "{{Word}}{{#Hint}}{{hint:Hint}}{{/Hint}}", "{{Reading}}{{Glossary}}{{Sentence}}{{Picture}}")],
     {"Word": "走る", "Reading": "はしる", "Glossary": "to run", "Sentence": "速く走る。"}),
    ("Yomitan", ["Expression", "Reading", "Glossary", "Sentence", "Audio", "Tags"],
     [("Card", "{{Expression}}", "{{Reading}}{{Glossary}}{{Audio}}")],
     {"Expression": "山", "Reading": "やま", "Glossary": "mountain"}),
    ("Länder", ["Land", "Hauptstadt", "Flagge", "Anmerkung"],
     [("Hauptstadt", "{{Land}}", "{{FrontSide}}{{Hauptstadt}}{{Anmerkung}}"),
      ("Land", "{{Hauptstadt}}", "{{FrontSide}}{{Land}}"),
      ("Flagge", "{{Flagge}}{{Anmerkung}}", "{{Land}}")],
     {"Land": "Frankreich", "Hauptstadt": "Paris", "Flagge": '<img src="fr.png">', "Anmerkung": "An der Seine &amp; mehr"}),
]


def notes(col, repeat=1):
    for i in range(repeat):
        suffix = "" if repeat == 1 else str(i)
        for name, fields, templates, values in TYPES:
            model = col.models.by_name(name) or field_type(col, name, fields, templates)
            key = fields[1] if fields[0] in ("Optimized-Voc-Index", "frameNoV4") else fields[0]
            values = dict(values)
            if suffix:
                values[key] = values.get(key, "") + suffix
            add(col, model, values, "Japanese::" + name, ["n5", "verb::ichidan"] if i % 2 else ["marked"])
        basic = col.models.by_name("Basic")
        add(col, basic, {"Front": f"front{suffix} &lt;a&gt;", "Back": "back<br>line [sound:x.mp3]"}, "Default")
        add(col, col.models.by_name("Basic (and reversed card)"), {"Front": f"one{suffix}", "Back": f"eins{suffix}"}, "German::Numbers", ["leech"])
        add(col, col.models.by_name("Basic (optional reversed card)"), {"Front": f"two{suffix}", "Back": "zwei", "Add Reverse": "y" if i % 2 else ""}, "German::Numbers")
        add(col, col.models.by_name("Basic (type in the answer)"), {"Front": f"three{suffix}", "Back": "drei"}, "German")
        cloze = col.models.by_name("Cloze")
        add(col, cloze, {"Text": "{{c1::Paris}} is the capital of {{c2::France::country}}, and {{c1::Lyon}} is not." + suffix, "Back Extra": "Geography"}, "Cloze")
        add(col, cloze, {"Text": "{{c1::Canberra was {{c2::founded}}}} in 1913" + suffix}, "Cloze")


def study(col, days, seed, fsrs):
    rng = random.Random(seed)
    col.set_config("fsrs", fsrs)
    conf = col.decks.get_config(1)
    conf["new"]["perDay"] = 30
    conf["rev"]["perDay"] = 500
    conf["desiredRetention"] = 0.87
    conf["lapse"]["delays"] = [5, 15]
    conf["rev"]["maxIvl"] = 3650
    col.decks.update_config(conf)
    base = int(time.time()) - days * 86400
    col.db.execute("update col set crt = ?", base - (base % 86400) - 86400 + 4 * 3600)
    # Anki's clock can't be set: histories are written as its own revlog has them, then FSRS computes states.
    return rng


def history(col, seed, fsrs, days=90):
    """Answers cards through Anki's own scheduler, then moves what was done back in time day by day."""
    rng = study(col, days, seed, fsrs)
    col.reset() if hasattr(col, "reset") else None
    col.decks.select(col.decks.id("Japanese"))
    for day in range(days, 0, -max(1, days // 12)):
        for deck in ("Japanese", "German", "Cloze"):
            col.decks.select(col.decks.id(deck))
            for _ in range(rng.randrange(6, 18)):
                q = col.sched.get_queued_cards(fetch_limit=1)
                if not q.cards:
                    break
                top = q.cards[0]
                rating = rng.choices([0, 1, 2, 3], [2, 1, 6, 2])[0]
                states = top.states
                card = col.get_card(CardId(top.card.id))
                card.start_timer()
                answer = col.sched.build_answer(card=card, states=states, rating=rating)
                answer.milliseconds_taken = rng.randrange(900, 30_000)
                col.sched.answer_card(answer)
                if rng.random() < .05:
                    col.undo()
        # the past: everything moves back by the days until the next
        step = max(1, days // 12)
        ms = step * 86_400_000
        col.db.execute("update revlog set id = id - ?", ms)
        col.db.execute("update cards set due = due - ? where type in (2) and odid = 0", step)
        col.db.execute("update cards set due = due - ? where type in (1,3) and due > 1000000000", step * 86400)
        for cid, data in col.db.all("select id, data from cards where data like '%lrt%'"):
            d = json.loads(data)
            d["lrt"] -= step * 86400
            col.db.execute("update cards set data = ? where id = ?", json.dumps(d, separators=(",", ":")), cid)
    ids = [c for c in col.db.list("select id from cards order by id")]
    col.sched.suspend_cards(rng.sample(ids, 4))
    col.sched.bury_cards(rng.sample(col.db.list("select id from cards where queue in (0,2)"), 3), manual=True)
    col.set_user_flag_for_cards(2, rng.sample(ids, 5))
    reviewed = col.db.list("select id from cards where type = 2 and queue = 2")
    if len(reviewed) > 6:
        col.sched.set_due_date(reviewed[:2], "3-5")
        col.sched.schedule_cards_as_new(reviewed[2:4])
    if len(reviewed) > 12:
        did = col.decks.new_filtered("Filtered") if hasattr(col.decks, "new_filtered") else None
        if did:
            d = col.decks.get(did)
            d["terms"] = [["deck:Japanese is:review", 5, 1]]
            col.decks.save(d)
            col.sched.rebuild_filtered_deck(did)


def export(col, name, legacy, scheduling=True):
    path = f"{out}/{name}.apkg"
    col.export_anki_package(out_path=path, options=ExportAnkiPackageOptions(
        with_scheduling=scheduling, with_deck_configs=True, with_media=True, legacy=legacy), limit=None)
    return path


def check(path, name):
    """What Anki itself finds in the package once it has imported it."""
    from anki.import_export_pb2 import ImportAnkiPackageRequest, ImportAnkiPackageOptions
    col = Collection(f"{work}/check-{name}.anki2")
    col.import_anki_package(ImportAnkiPackageRequest(package_path=path, options=ImportAnkiPackageOptions(
        merge_notetypes=False, with_scheduling=True, with_deck_configs=True)))
    result = counts(col)
    result["texts"] = sorted(
        [n.guid, n.note_type()["name"], n.fields] for n in (col.get_note(i) for i in col.find_notes("")))
    col.close()
    return result


def main():
    from anki.buildinfo import version
    # Twelve and more note types, in every format.
    col = Collection(f"{work}/types.anki2")
    open(f"{col.media.dir()}/inu.mp3", "wb").write(b"ID3")
    notes(col)
    for name, legacy in (("types-legacy", True), ("types-latest", False)):
        path = export(col, name, legacy)
        json.dump(counts(col) | {"anki": version}, open(f"{out}/{name}.json", "w"), ensure_ascii=False, indent=1)
    col.export_collection_package(f"{out}/types.colpkg", include_media=True, legacy=False)
    json.dump(counts(Collection(f"{work}/types.anki2")) | {"anki": version}, open(f"{out}/types.json", "w"), ensure_ascii=False, indent=1)
    for name, seed, fsrs in (("fsrs", 1, True), ("sm2", 2, False), ("mixed", 3, True)):
        col = Collection(f"{work}/{name}.anki2")
        notes(col, 4)
        history(col, seed, fsrs)
        expected = counts(col) | {"anki": version}
        json.dump(expected, open(f"{out}/{name}.json", "w"), ensure_ascii=False, indent=1)
        if name == "mixed":
            col.export_collection_package(f"{out}/{name}.colpkg", include_media=False, legacy=True)
        elif name == "sm2":
            col.export_collection_package(f"{out}/{name}.colpkg", include_media=False, legacy=False)
        else:
            export(col, name, False)
        print(name, expected)
    again()


def again():
    """One collection, exported twice: in between, cards are answered, a note is edited, and one is new."""
    col = Collection(f"{work}/again.anki2")
    basic = col.models.by_name("Basic")
    made = [add(col, basic, {"Front": w, "Back": b}, "Words") for w, b in
            (("犬", "dog"), ("猫", "cat"), ("鳥", "bird"), ("魚", "fish"))]
    col.decks.select(col.decks.id("Words"))

    def answer(rating, count):
        for _ in range(count):
            top = col.sched.get_queued_cards(fetch_limit=1).cards[0]
            card = col.get_card(CardId(top.card.id))
            card.start_timer()
            col.sched.answer_card(col.sched.build_answer(card=card, states=top.states, rating=rating))
            time.sleep(.01)

    answer(3, 2)
    export(col, "again-1", False)
    json.dump(counts(col), open(f"{out}/again-1.json", "w"), ensure_ascii=False, indent=1)
    answer(3, 2)
    made[0]["Back"] = "dog, hound"
    col.update_note(made[0])
    add(col, basic, {"Front": "馬", "Back": "horse"}, "Words")
    export(col, "again-2", False)
    json.dump(counts(col), open(f"{out}/again-2.json", "w"), ensure_ascii=False, indent=1)


def own_parameters():
    """A few cards studied with FSRS parameters of the learner's own, in both formats."""
    col = Collection(f"{work}/parameters.anki2")
    col.set_config("fsrs", True)
    conf = col.decks.get_config(1)
    conf["fsrsParams6"] = [
        .3, 1.5, 4.2, 12, 6.1, .9, 2.7, .05, 1.6, .2, .9, 1.5, .07, .3, 1.7, .4, 2, .6, .1, .07, .2]
    conf["desiredRetention"] = .86
    conf["new"]["delays"] = [2, 30]
    col.decks.update_config(conf)
    basic = col.models.by_name("Basic")
    for word, back in (("犬", "dog"), ("猫", "cat"), ("鳥", "bird"), ("魚", "fish")):
        add(col, basic, {"Front": word, "Back": back}, "Default")
    for rating in (3, 2, 3, 0, 1, 3):
        top = col.sched.get_queued_cards(fetch_limit=1).cards[0]
        card = col.get_card(CardId(top.card.id))
        card.start_timer()
        col.sched.answer_card(col.sched.build_answer(card=card, states=top.states, rating=rating))
        time.sleep(.01)
    export(col, "parameters-legacy", True)
    export(col, "parameters-latest", False)
    json.dump(counts(col), open(f"{out}/parameters.json", "w"), ensure_ascii=False, indent=1)


def own_retention():
    """Three decks with the same options, two of which have a desired retention of their own."""
    col = Collection(f"{work}/retention.anki2")
    col.set_config("fsrs", True)
    basic = col.models.by_name("Basic")
    for deck, percent in (("Often", 95), ("Seldom", 75), ("Usual", None)):
        values = col.decks.get(col.decks.id(deck))
        values["desiredRetention"] = percent
        col.decks.save(values)
        add(col, basic, {"Front": deck, "Back": deck.lower()}, deck)
    export(col, "retention-legacy", True)
    export(col, "retention-latest", False)


if sys.argv[2:] == ["retention"]:
    own_retention()
    shutil.rmtree(work, ignore_errors=True)
    sys.exit()
if sys.argv[2:] == ["parameters"]:
    own_parameters()
    shutil.rmtree(work, ignore_errors=True)
    sys.exit()
if sys.argv[2:] == ["again"]:
    again()
    shutil.rmtree(work, ignore_errors=True)
    sys.exit()
main()
shutil.rmtree(work, ignore_errors=True)
