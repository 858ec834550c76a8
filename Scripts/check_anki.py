"""Packages of Anki, checked with real Anki.

    python3 check_anki.py PROGRAM        (needs the package `anki`)

A learner studies three decks here for a week; real Anki imports what is exported. Then collections that
real Anki made go through here and back.
"""
import csv, datetime, functools, html, io, json, math, os, random, re, subprocess, sys, tempfile, time, zipfile
from collections import Counter

from anki.collection import Collection, ExportAnkiPackageOptions
from anki.import_export_pb2 import ImportAnkiPackageOptions, ImportAnkiPackageRequest

program = os.path.abspath(sys.argv[1])
root = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
fixtures = os.path.join(root, "Tests/RabbleAnkiTests/Fixtures/Anki")
failures = []
checks = 0


def check(what, is_right, detail=""):
    global checks
    checks += 1
    if not is_right:
        failures.append(f"{what}: {detail}")
        print(f"FAILED: {what}: {detail}"[:600])


def same(what, found, expected):
    check(what, found == expected, f"expected {expected!r}, found {found!r}")


def rabble(home, *arguments, lines=None, status=(0,)):
    run = subprocess.run(
        [program, *arguments, "--data-dir", home, "--decks", decks], input=lines or "",
        capture_output=True, text=True,
        env={"HOME": work, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC"})
    if run.returncode not in status:
        sys.exit(f"check-anki: rabble {' '.join(arguments)} ended with {run.returncode}:\n{run.stderr}")
    return run.stdout + (run.stderr if "-v" in arguments else "")


def study_day(days):
    """The day so many days from today; days begin at 4 o'clock."""
    return (now - datetime.timedelta(hours=4) + datetime.timedelta(days=days)).date()


def moment(days=0, seconds=0):
    return (now - datetime.timedelta(days=days) + datetime.timedelta(seconds=seconds)).strftime(
        "%Y-%m-%dT%H:%M:%SZ")


DECK = [
    {"title": "Words: a “deck” of <b>&amp;</b>", "language": "ja", "answer_language": "en",
     "directions": ["recognition", "production", "reading"],
     "questions": [
         {"prompt": "食べる", "answer": "to eat; to have (a meal)", "reading": "たべる",
          "furigana": "食[た]べる", "hint": "<with> a mouth & \"teeth\"", "pitch": 2,
          "part_of_speech": "verb", "note": "See [1].\nSecond line.", "tags": ["verb", "n5"],
          "example": {"text": "私[わたし]は 魚[さかな]を食[た]べる。", "meaning": "I eat fish."},
          "alternatives": ["eat"], "spellings": ["喰べる"], "blocked": ["to drink"]},
         {"id": "own-id", "prompt": "犬", "answer": "dog", "reading": "いぬ", "source": "p. 7"},
         {"prompt": "水", "answer": "water", "reading": "みず", "furigana": "水[みず]", "typos": "off",
          "media": ["水 & (1).mp3", "bild.png", "https://example.org/water.jpg", "missing.ogg"]},
     ] + [{"prompt": f"言葉{i}", "answer": f"word {i}", "reading": "ことば" + "あいうえおかきくけこ"[i % 10]}
          for i in range(60)]},
    {"title": "Sentences::with blanks", "language": "ja",
     "questions": [
         {"prompt": "I am a student.", "cloze": "私{{は}}学生[がくせい]{{です::copula}}。",
          "answer": "私は学生です。"},
         {"prompt": "numbered", "cloze": "{{c2::Paris}} is in {{c1::France::country}}, {{c2::Lyon}} too.",
          "answer": "Paris is in France, Lyon too."},
         {"prompt": "both", "cloze": "A {{cat;kitten}} sleeps.", "answer": "A cat sleeps.",
          "directions": ["recognition"]},
     ]},
]


def study(home):
    """A week of sessions, some answers in each direction; the last one two days ago."""
    generator = random.Random(19)
    for day in (9, 8, 7, 5, 4, 2):
        lines = []
        for _ in range(120):
            lines += ["", generator.choices("1234", [2, 1, 7, 2])[0]]
        rabble(home, "study", "--now", moment(day), "--seed", str(day), "--new", "25",
               lines="\n".join(lines + [":quit", ""]), status=(0, 1))
    rabble(home, "card", "suspend", "--yes", "--where", "水", "--now", moment(2, 4000))
    rabble(home, "card", "flag", "--yes", "--where", "犬", "--now", moment(2, 4001))
    rabble(home, "card", "tag", "--yes", "mine", "--where", "犬", "--now", moment(2, 4002))
    rabble(home, "card", "known", "--where", "言葉59 direction:recognition", "--yes", "--now", moment(2, 4003),
           status=(0, 1, 2))


MEDIA = {"水 & (1).mp3": b"sound", "bild.png": b"picture"}


def files(folder):
    """The files of a folder, by name."""
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def media_of(deck):
    """The names of the media that each question of a deck has."""
    with open(deck) as file:
        groups = json.load(file)
    return sorted((q.get("prompt", ""), q.get("answer", ""), q.get("cloze", ""), q.get("media", []))
                  for g in (groups if isinstance(groups, list) else [groups]) for q in g["questions"])


def cards(home):
    text = rabble(home, "card", "list", "--where", "is:new or -is:new", "--format", "json", "--now", moment())
    found = json.loads(text)["rows"]
    for card in found:
        card["interval"] = card["interval"] or 0
    return found


def reviews(home):
    rows = csv.DictReader(io.StringIO(rabble(home, "log", "export")))
    return [r for r in rows if r["retracted"] != "true"]


def export(home, path, *arguments):
    rabble(home, "deck", "export", "--format", "apkg", "--output", path, "--force", "--now", moment(),
           *arguments)
    return path


def open_anki(name):
    col = Collection(os.path.join(work, name + ".anki2"))
    col.set_config("fsrs", True)
    return col


def take(col, path):
    return col.import_anki_package(ImportAnkiPackageRequest(
        package_path=path, options=ImportAnkiPackageOptions(
            merge_notetypes=True, with_scheduling=True, with_deck_configs=True)))


def clean(col, name):
    message, is_clean = col.fix_integrity()
    # Anki adds this to its own cards.
    others = "\n".join(m for m in message.split("\n") if "last review time" not in m)
    is_clean, message = is_clean or others != message, others
    check(f"{name}: check database", is_clean and "fixed" not in message.lower()
          and "found" not in message.lower(), message)


def size(col):
    return tuple(col.db.scalar(f"select count(*) from {t}") for t in ("notes", "cards", "revlog"))


def text(markup, removes_readings=False):
    markup = re.sub(r"<style.*?</style>", "", markup, flags=re.S)
    markup = re.sub(r"\[anki:.*?\]", "", markup)
    if removes_readings:
        markup = re.sub(r"<rt>.*?</rt>", "", markup)
    markup = re.sub(r"<br>", "\n", markup)
    return html.unescape(re.sub(r"<[^>]*>", "", markup)).replace("\xa0", " ")


def squeezed(value):
    return "".join(value.split())


HINT = squeezed('<with> a mouth & "teeth"')


def directions(col, only=None):
    """Each card of Anki with what it is called here."""
    result = {}
    for cid in [only] if only else col.db.list("select id from cards"):
        card = col.get_card(cid)
        kind = card.note_type()["name"]
        if "Cloze" in kind:
            result[cid] = "cloze"
        else:
            result[cid] = card.template()["name"].lower()
    return result


def out():
    home = os.path.join(work, "home")
    study(home)
    own = [c for c in cards(home) if c["deck"].startswith(decks)]
    log = reviews(home)
    path = export(home, os.path.join(work, "own.apkg"), "--progress")
    check("meta", zipfile.ZipFile(path).read("meta") == b"\x08\x02")
    same("names", sorted(zipfile.ZipFile(path).namelist()),
         ["0", "1", "collection.anki21", "media", "meta"])
    same("media", sorted(json.loads(zipfile.ZipFile(path).read("media")).values()), sorted(MEDIA))
    col = open_anki("own")
    take(col, path)
    same("media in Anki", files(col.media.dir()), MEDIA)
    same("media that Anki misses", sorted(col.media.check().missing), ["missing.ogg"])
    same("media that Anki does not use", list(col.media.check().unused), [])
    notes, count, _ = size(col)
    same("cards", count, len(own))
    same("reviews", col.db.scalar("select count(*) from revlog where ease > 0"), len(log))
    for grade, name in enumerate(("again", "hard", "good", "easy"), 1):
        same(f"reviews {name}", col.db.scalar("select count(*) from revlog where ease = ?", grade),
             sum(r["grade"] in (name, str(grade)) for r in log))
    # Answers of the same millisecond follow each other there by one.
    times = sorted(round(datetime.datetime.fromisoformat(r["time"].replace("Z", "+00:00")).timestamp() * 1000)
                   for r in log)
    check("times", all(0 <= a - b < 1000 for a, b in zip(
        col.db.list("select id from revlog where ease > 0 order by id"), times)))
    same("suspended", col.db.scalar("select count(*) from cards where queue = -1"),
         sum(c["state"] == "suspended" for c in own))
    same("flagged", col.db.scalar("select count(*) from cards where flags & 7 > 0"),
         sum(c["flagged"] for c in own))
    check("tags", bool(col.find_notes("tag:mine")) and bool(col.find_notes("tag:verb")))
    same("decks", sorted({d.name for d in col.decks.all_names_and_ids() if col.find_cards(f'did:{d.id}')}),
         sorted({c["group"] for c in own}))
    clean(col, "own")
    same("after check", size(col)[:2], (notes, count))
    before = size(col)
    take(col, path)
    same("second import", size(col), before)

    # What cards show.
    met = set()
    for cid, direction in directions(col).items():
        card = col.get_card(cid)
        note = card.note()
        question, answer = text(card.question(), True), text(card.answer(), True)
        group = col.decks.name(card.current_deck_id())
        if direction == "cloze":
            source = [c for c in own if c["group"] == group and c["direction"].startswith("cloze")]
            filled = [c for c in source if squeezed(c["answer"]) in squeezed(answer)]
            check("a sentence", filled and not any(squeezed(c["answer"]) == squeezed(question)
                                                   for c in source), f"{question} | {answer}")
            continue
        key = "answer" if direction == "production" else "prompt"
        found = [c for c in own if c["group"] == group and c["direction"] == direction
                 and squeezed(question) in (squeezed(c[key]), squeezed(c[key]) + "Hint" + HINT,
                                            squeezed(c[key]) + HINT)]
        check("a front", found, f"{direction}: {question!r}")
        shown = [c for c in found
                 if squeezed(c["prompt"]) in squeezed(answer) and squeezed(c["answer"]) in squeezed(answer)]
        check("a back", shown, f"{direction}: {answer!r}")
        met.update((c["group"], c["prompt"], c["direction"]) for c in shown[:1])
    same("cards met", len(met), sum(not c["direction"].startswith("cloze") for c in own))

    # Where cards stand, and what comes next.
    today = col.sched.today
    standing = {}
    for cid, kind, due, ivl, reps, lapses, data in col.db.all(
            "select id, type, due, ivl, reps, lapses, data from cards where type = 2"):
        d = json.loads(data)
        standing[cid] = (kind, study_day(due - today).isoformat(), ivl, reps,
                         lapses, d["s"], d["d"])
    mine = sorted(
        (2, c["due"], c["interval"], c["reviews"], c["lapses"], round(c["stability"], 4),
         round(c["difficulty"], 3))
        for c in own if c["interval"] > 0)
    theirs = sorted(s for s in standing.values())
    same("cards in review", len(theirs), len(mine))
    for a, b in zip(theirs, mine):
        check("standing", a[:5] == b[:5] and abs(a[5] - b[5]) < 1e-3 and abs(a[6] - b[6]) < 2e-3,
              f"Anki {a}, here {b}")
    states(home, col)
    figures(home, col)

    # And back.
    for name, legacy in (("back-legacy", True), ("back-latest", False)):
        back = os.path.join(work, name + ".apkg")
        col.export_anki_package(out_path=back, options=ExportAnkiPackageOptions(
            with_scheduling=True, with_deck_configs=True, with_media=True, legacy=legacy), limit=None)
        said = rabble(home, "deck", "import", back, "--yes", "--now", moment(), status=(0, 1))
        # The learner's own tag comes back as one of the deck's, once.
        updated = 1 if name == "back-legacy" else 0
        check(f"{name}: nothing is new here", f"0 imported, {updated} updated" in said
              and "Reviews added" not in said, said)
        other = os.path.join(work, "home-" + name)
        keep, empty = globals()["decks"], os.path.join(work, "none")
        os.makedirs(empty, exist_ok=True)
        globals()["decks"] = empty
        rabble(other, "deck", "import", back, "--yes", "--media", "--now", moment())
        same(f"{name}: media", files(os.path.join(other, "decks", f"{name}.media")), MEDIA)
        compare(name, own, [c for c in cards(other) if "/Decks/" in c["deck"] or True], log,
                reviews(other), other)
        globals()["decks"] = keep
    col.close()


def compare(name, cards_before, cards_after, log_before, log_after, home):
    """Two homes with the same cards and the same log."""
    def standing(c):
        return (c["group"], c["prompt"], c["answer"], c["direction"], c["state"], c["due"],
                c["reviews"], c["lapses"], c["flag"])
    a = sorted(map(standing, [c for c in cards_before]), key=repr)
    groups = {c["group"] for c in cards_before}
    b = sorted(map(standing, [c for c in cards_after if c["group"] in groups]), key=repr)
    same(f"{name}: number of cards", len(b), len(a))
    missing = [x for x in a if x not in set(b)]
    check(f"{name}: cards", not missing, f"{len(missing)} differ, such as {missing[:1]} among "
          f"{[x for x in b if missing and x[1:4] == missing[0][1:4]]}")
    intervals = {standing(c): c["interval"] for c in cards_after}
    moved = [c for c in cards_before if intervals.get(standing(c)) != c["interval"]]
    check(f"{name}: intervals", len(moved) * 50 <= len(cards_before), f"{len(moved)} differ")
    events = lambda log: sorted((r["time"][:19], r["grade"], r["direction"]) for r in log)
    same(f"{name}: reviews", len(log_after), len(log_before))
    check(f"{name}: the log", events(log_after) == events(log_before), "another one")


def fuzz_range(days, minimum):
    """The days between which Anki chooses, as its rslib/src/scheduler/states/fuzz.rs has them: around the
    interval or, where that is longer, around the fewest days that it may have."""
    days = max(days, minimum)
    fuzz = 0 if days < 2.5 else (
        1 + .15 * (min(days, 7) - 2.5) + .1 * max(0, min(days, 20) - 7) + .05 * max(0, days - 20))
    low, high = (max(minimum, math.floor(bound + .5)) for bound in (days - fuzz, days + fuzz))
    return low, high + 1 if low == high > 2 else high


def good_range(hard, good, last):
    """The days that “good” may give on a card in review, as states/review.rs has them: more than the last
    interval where the model says so, and at least a day more than “hard”, whose day is chosen like it."""
    def kept(days):
        if math.floor(days + .5) > last:
            return last + 1
        return last if fuzz_range(days, 1)[1] >= last else 1

    lowest, highest = fuzz_range(hard, kept(hard))
    return fuzz_range(good, max(kept(good), lowest + 1))[0], fuzz_range(good, max(kept(good), highest + 1))[1]


def states(home, col):
    """The states after “good” are those that this program comes to."""
    expected = {}
    for cid in col.db.list("select id from cards where type = 2 and queue = 2 and due <= ?",
                           col.sched.today):
        states = col._backend.get_scheduling_states(cid)
        hard, good = states.hard.normal.review, states.good.normal.review
        last = states.current.normal.review.scheduled_days
        card = col.get_card(cid)
        retention = col.decks.config_dict_for_deck_id(card.odid or card.did)["desiredRetention"]
        retention = card.desired_retention or retention
        power = -1 / (card.decay or .1542)
        days_of = lambda state: max(1, state.memory_state.stability * (retention ** power - 1) / (.9 ** power - 1))
        # Anki keeps a stability to four decimals, of which the next one has the same share.
        share = .001 + .00005 / card.memory_state.stability
        low, high = (good_range(days_of(hard) * part, days_of(good) * part, last)[end]
                     for end, part in enumerate((1 - share, 1 + share)))
        kind = directions(col, cid)[cid]
        expected[kind, squeezed(text(card.question(), True)).removesuffix(HINT).removesuffix("Hint")] = (
            good.memory_state.stability, share, good.memory_state.difficulty, good.scheduled_days, low, high)
    lines = "\n".join(["", "3"] * 200 + [":quit", ""])
    copy = os.path.join(work, "home-states")
    subprocess.run(["cp", "-r", home, copy], check=True)
    rabble(copy, "study", "--now", moment(), "--new", "0", lines=lines, status=(0, 1))
    compared = 0
    for c in cards(copy):
        key = squeezed(c["answer" if c["direction"] == "production" else "prompt"])
        if (c["last_time"] or "")[:16] != moment()[:16] or c["last_grade"] != "good" \
                or (c["direction"], key) not in expected:
            continue
        stability, share, difficulty, days, low, high = expected[c["direction"], key]
        compared += 1
        check("next state", abs(c["stability"] - stability) <= share * stability
              and abs(c["difficulty"] - difficulty) <= .002, f"{key}: {stability}, here {c['stability']}")
        # Both choose a day of the same range, each by its own chance and load.
        check("next day", low <= days <= high and low <= c["interval"] <= high,
              f"{key}: Anki {days}, here {c['interval']}, of {low} to {high}")
    check("next states", compared >= 20, f"only {compared} compared")
    print(f"next states compared: {compared}")


def figures(home, col):
    """Anki's own graphs count what is here."""
    graphs = col._backend.graphs(search="", days=365)
    own = [c for c in cards(home) if c["deck"].startswith(decks)]
    counts = graphs.card_counts.including_inactive
    same("graphs: new", counts.newCards, sum(c["last_time"] is None and c["interval"] == 0 for c in own))
    same("graphs: young and mature", (counts.young, counts.mature),
         (sum(0 < c["interval"] < 21 for c in own), sum(c["interval"] >= 21 for c in own)))
    buttons = graphs.buttons.all_time
    log = reviews(home)
    total = [sum(side) for side in zip(buttons.learning, buttons.young, buttons.mature)]
    same("graphs: answers by grade", total,
         [sum(r["grade"] == name for r in log) for name in ("again", "hard", "good", "easy")])
    reps = [c for c in own if c["retrievability"] is not None]
    check("graphs: retrievability",
          abs(graphs.retrievability.sum_by_card - sum(c["retrievability"] for c in reps))
          <= .005 * max(1, len(reps)),
          f"{graphs.retrievability.sum_by_card} and {sum(c['retrievability'] for c in reps)}")


def without_decks(part):
    """Runs a part of the checks with a program that has no bundled decks."""
    @functools.wraps(part)
    def run(*arguments):
        global decks
        keep, decks = decks, os.path.join(work, "none")
        os.makedirs(decks, exist_ok=True)
        try:
            part(*arguments)
        finally:
            decks = keep
    return run


@without_decks
def through(name):
    """A collection of real Anki through here, back to Anki, and here again."""
    home = os.path.join(work, "through-" + name)
    rabble(home, "deck", "import", os.path.join(fixtures, name), "--yes", "--media", "--now", moment())
    first, log = cards(home), reviews(home)
    path = export(home, os.path.join(work, "through.apkg"), "--progress")
    col = open_anki("through-" + name)
    take(col, path)
    with open(os.path.join(fixtures, re.sub(r"\..*", ".json", name))) as file:
        same(f"{name}: cards in Anki", size(col)[1], json.load(file)["cards"])
    same(f"{name}: reviews in Anki", col.db.scalar("select count(*) from revlog where ease > 0"), len(log))
    clean(col, name)
    before = size(col)
    take(col, path)
    same(f"{name}: second import", size(col), before)
    back = os.path.join(work, "through-back.apkg")
    col.export_anki_package(out_path=back, options=ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=True, with_media=True, legacy=False), limit=None)
    folder = files(col.media.dir())
    col.close()
    other = os.path.join(work, "through-again-" + name)
    rabble(other, "deck", "import", back, "--yes", "--media", "--now", moment())
    stem = name.split(".")[0]
    same(f"{name}: media in Anki", folder, files(os.path.join(home, "decks", stem + ".media")))
    same(f"{name}: media", files(os.path.join(other, "decks", "through-back.media")), folder)
    same(f"{name}: names of media", media_of(os.path.join(other, "decks", "through-back.json")),
         media_of(os.path.join(home, "decks", stem + ".json")))
    compare(name, first, cards(other), log, reviews(other), other)
    said = rabble(home, "deck", "import", back, "--yes", "--now", moment(), status=(0, 1))
    check(f"{name}: nothing is new here", "Reviews added" not in said, said)


def add_group(deck, title):
    """Gives a deck a further group."""
    with open(deck) as file:
        content = json.load(file)
    with open(deck, "w") as file:
        json.dump((content if isinstance(content, list) else [content]) + [{"title": title, "questions": []}],
                  file, ensure_ascii=False)


def add_media(deck, prompt, name, data):
    """Gives a question a sound, as an import with `--media` does."""
    folder = os.path.splitext(deck)[0] + ".media"
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    with open(deck) as file:
        content = json.load(file)
    for group in content if isinstance(content, list) else [content]:
        for question in group["questions"]:
            if question.get("prompt") == prompt:
                question["media"] = [name]
    with open(deck, "w") as file:
        json.dump(content, file, ensure_ascii=False)


@without_decks
def merge(name, bare):
    """A week with Anki on the phone and this program at the desk ends with the same reviews on both."""
    home = os.path.join(work, "merge-" + name + str(bare))
    copy = os.path.join(fixtures, name)
    generator, added = random.Random(7), 0
    for day in range(6, -1, -1):
        rabble(home, "deck", "import", copy, "--yes", "--now", moment(day), status=(0, 1))
        if day == 6:
            deck = next(os.path.join(home, "decks", n) for n in os.listdir(os.path.join(home, "decks")))
            add_group(deck, "Desk::words")
        # At the desk, words come in: into a deck of Anki, and into one that Anki does not have.
        for group, fields in (("German", {"prompt": f"Wort {day}", "answer": f"word {day}"}),
                              ("Desk::words", {"prompt": f"Pult {day}", "answer": f"word {day}"}),
                              ("Desk::words", {"prompt": f"sentence {day}", "cloze": f"Satz {{{{{day}}}}}."})):
            rabble(home, "deck", "add", group, "--json", json.dumps({**fields, "tags": ["desk"]}), "--now", moment(day, 10))
        added += 3
        lines = []
        for _ in range(15):
            lines += ["", generator.choices("1234", [2, 1, 7, 2])[0]]
        rabble(home, "study", "--now", moment(day, 60), "--seed", str(day), "--new", "4",
               lines="\n".join(lines + [":quit", ""]), status=(0, 1))
        if day == 6:
            add_media(deck, "Pult 6", "pult.mp3", b"desk")
        merged = os.path.join(work, f"merged-{bare}-{day}.colpkg")
        said = rabble(home, "deck", "export", "--into", copy, "--output", merged, "--now", moment(day, 120),
                      status=(0, 1))
        check("merge: three lines", "replaces your collection" in said, said)
        # On the phone: the collection is replaced, and some cards are answered.
        path = os.path.join(work, f"phone-{bare}-{day}.anki2")
        media = path.replace(".anki2", ".media")
        from anki._backend import RustBackend
        RustBackend().import_collection_package(
            col_path=path, backup_path=merged, media_folder=media, media_db=media + ".db")
        col = Collection(path)
        clean(col, f"merge {day}")
        notes = [col.get_note(n) for n in col.find_notes("tag:desk")]
        same(f"merge {day}: notes of new questions", len(notes), added)
        same(f"merge {day}: their decks", Counter(
            col.decks.name(c.current_deck_id()) for n in notes for c in n.cards()),
             Counter({"German": added // 3, "Desk::words": added // 3 * 2}))
        same(f"merge {day}: no note twice", col.db.scalar("select count(distinct guid) from notes"),
             col.db.scalar("select count(*) from notes"))
        same(f"merge {day}: note types", len([n for n in col.models.all_names_and_ids() if n.name.startswith("Rabble")]), 2)
        check(f"merge {day}: a new card's text", any(
            f"Pult {day}" in text(n.cards()[0].question()) and f"word {day}" in text(n.cards()[0].answer())
            for n in notes))
        if not bare or day == 6:
            same(f"merge {day}: media", files(col.media.dir()).get("pult.mp3"), b"desk")
        before = reviews(home)
        same(f"merge {day}: reviews", col.db.scalar("select count(*) from revlog where ease > 0"), len(before))
        same(f"merge {day}: no review twice", col.db.scalar(
            "select count(*) from (select cid, id / 1000, ease, time from revlog where ease > 0 "
            "group by cid, id / 1000, ease, time having count(*) > 1 and time > 0)"), 0)
        if day == 0:
            today = col.sched.today
            theirs = sorted(study_day(due - today).isoformat()
                            for due in col.db.list(
                                "select iif(odid, odue, due) from cards where type = 2"))
            mine = sorted(c["due"] for c in cards(home) if c["interval"] > 0)
            # A terminal without speech does not list cards that are heard.
            only = Counter(mine) - Counter(theirs)
            check("merge: due days", not only and len(theirs) - len(mine) <= 4,
                  f"only in Anki {Counter(theirs) - Counter(mine)}, only here {only}")
        before_ids = col.db.list("select id from revlog")
        for deck in ("Japanese", "German", "Desk"):
            if col.decks.id_for_name(deck):
                col.decks.select(col.decks.id(deck))
                for _ in range(6):
                    queue = col.sched.get_queued_cards(fetch_limit=1).cards
                    if not queue:
                        break
                    card = col.get_card(queue[0].card.id)
                    card.start_timer()
                    col.sched.answer_card(col.sched.build_answer(
                        card=card, states=queue[0].states, rating=generator.choice([0, 2, 2, 3])))
                    time.sleep(.002)
        # Anki's clock can't be set: what was done on the phone goes back to its day.
        for number, row in enumerate(col.db.list("select id from revlog where id not in (%s)" % ",".join(
                map(str, before_ids)))):
            col.db.execute("update revlog set id = ? where id = ?",
                           int((now.timestamp() - day * 86_400 + 600 + number) * 1000), row)
        if bare:
            col.close()
            copy = path
        else:
            copy = os.path.join(work, f"phone-{day}.colpkg")
            col.export_collection_package(copy, include_media=True, legacy=day % 2 == 0)
            col.close()
    rabble(home, "deck", "import", copy, "--yes", "--now", moment(0, 3600), status=(0, 1))
    col = Collection(os.path.join(work, f"phone-{bare}-0.anki2"))
    same("merge: reviews at the end", len(reviews(home)),
         col.db.scalar("select count(*) from revlog where ease > 0"))
    # A collection that Anki has open is refused.
    open(col.path + "-wal", "ab").write(b"x") if not os.path.exists(col.path + "-wal") else None
    run = subprocess.run([program, "deck", "export", "--into", col.path, "--output", os.path.join(work, "no.colpkg"),
                          "--data-dir", home], capture_output=True, text=True)
    check("merge: an open collection", run.returncode != 0 and "open" in run.stderr, run.stderr)


@without_decks
def changed():
    """What is changed in Anki after an import or a merge counts here, and a text corrected here stays."""
    from anki._backend import RustBackend
    home, copy = os.path.join(work, "changed"), os.path.join(work, "changed.colpkg")
    merged, path = os.path.join(work, "changed-merged.colpkg"), os.path.join(work, "changed.anki2")

    def again(seconds, expected=""):
        """Exports the collection, imports it here, and opens it again."""
        nonlocal col
        col.export_collection_package(copy, include_media=False, legacy=False)
        col.close()
        said = rabble(home, "deck", "import", copy, "--yes", "--now", moment(0, seconds), status=(0, 1))
        check("changed: what is said", expected in said, said)
        col = Collection(path)

    def here():
        return {c["prompt"]: c for c in cards(home)}

    col = open_anki("changed")
    for i in range(7):
        note = col.new_note(col.models.by_name("Basic"))
        note.fields = [f"w{i}", f"b{i}"]
        col.add_note(note, col.decks.id("D"))
    ids = col.db.list("select id from cards order by id")
    col.sched.suspend_cards(ids[:2])
    col.set_user_flag_for_cards(3, ids[:2])
    col.decks.select(col.decks.id("D"))
    while queue := col.sched.get_queued_cards(fetch_limit=1).cards:
        card = col.get_card(queue[0].card.id)
        card.start_timer()
        col.sched.answer_card(col.sched.build_answer(card=card, states=queue[0].states, rating=3))
        time.sleep(.002)
    col.db.execute("update revlog set id = id - 2 * 86400000")
    again(0)
    rabble(home, "study", "--ahead", "100", "--now", moment(0, 1), lines="\n".join(["", "3"] * 5 + [":quit", ""]))
    same("changed: answers here", sum(c["reviews"] == 2 for c in here().values()), 5)
    rabble(home, "deck", "edit", "w4", "--answer", "corrected", "--now", moment(0, 100))
    rabble(home, "card", "suspend", "--yes", "--where", "w5", "--now", moment(0, 100))
    col.close()
    rabble(home, "deck", "export", "--into", copy, "--output", merged, "--now", moment(0, 120))
    RustBackend().import_collection_package(
        col_path=path, backup_path=merged, media_folder=path + ".media", media_db=path + ".db")
    col = Collection(path)
    same("changed: suspended in Anki", col.db.scalar("select queue from cards where id = ?", ids[5]), -1)
    again(200, "Suspensions and flags from here that Anki has by now: 1")
    before = here()
    col.sched.unsuspend_cards([ids[0], ids[5]])
    col.set_user_flag_for_cards(0, ids[:1])
    col.sched.schedule_cards_as_new([ids[2]])
    col.sched.set_due_date([ids[3]], "3")
    note = col.get_card(ids[4]).note()
    note.tags = ["tagged"]
    col.update_note(note)
    again(3600, "Cards reset to new, as in Anki: 1")
    after = here()
    same("changed: suspended", sorted(p for p, c in after.items() if c["state"] == "suspended"), ["w1"])
    same("changed: flagged", sorted(p for p, c in after.items() if c["flagged"]), ["w1"])
    same("changed: reset", (after["w2"]["state"], after["w2"]["due"]), ("new", None))
    same("changed: due", after["w3"]["due"], study_day(3).isoformat())
    same("changed: text and tag", (after["w4"]["answer"], after["w4"]["tags"]), ("corrected", ["tagged"]))
    same("changed: others", after["w6"], before["w6"])
    col.close()
    said = rabble(home, "deck", "export", "--into", copy, "--output", merged, "--force", "--now", moment(0, 3700),
                  status=(0, 1))
    check("changed: nothing is new to Anki", said.startswith("Anki has everything already"), said)
    # An export without scheduling information says nothing of all this.
    col = Collection(path)
    bare = os.path.join(work, "changed-bare.apkg")
    col.export_anki_package(out_path=bare, options=ExportAnkiPackageOptions(
        with_scheduling=False, with_deck_configs=False, with_media=False, legacy=False), limit=None)
    col.close()
    rabble(home, "deck", "import", bare, "--yes", "--now", moment(0, 3800), status=(0, 1))
    same("changed: no scheduling information", here(), after)


def export_collection(col, path):
    col.export_anki_package(out_path=path, options=ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=True, with_media=True, legacy=False), limit=None)
    return path


@without_decks
def moved():
    """Questions without an id, of groups with odd names, are known again whatever happens to their decks in Anki;
    so are their presets, and those of a bundled course."""
    home = os.path.join(work, "moved")
    os.makedirs(os.path.join(home, "decks"))
    with open(os.path.join(home, "decks", "Mine.md"), "w") as file:
        file.write("".join(f"# {group}\n" + "".join(f"{group} {i} :: a{i}\n" for i in range(4))
                           for group in ("Food", "default", "Pets::small")))
    for group in ("Food", "default", "Pets::small", "Hiragana"):
        rabble(home, "study", group, "--now", moment(2), "--new", "3",
               lines="\n".join(["", "3"] * 12 + [":quit", ""]), status=(0, 1))
    path = os.path.join(work, "moved.apkg")
    export(home, path, "--progress", "Food", "default", "Pets::small", "Hiragana")
    before, log = cards(home), reviews(home)
    files_before = sorted(os.listdir(os.path.join(home, "decks")))
    col = open_anki("moved")
    take(col, path)
    for number, change in enumerate((
            lambda: None,
            lambda: col.set_deck(col.find_cards("deck:Food")[:2], col.decks.id("Elsewhere")),
            lambda: col.decks.rename(col.decks.get(col.decks.id("Pets::small")), "Animals"))):
        change()
        said = rabble(home, "deck", "import", export_collection(col, path), "--yes", "--now", moment(),
                      status=(0, 1))
        check(f"moved {number}: nothing is new here", "0 imported, 0 updated" in said
              and "Preset" not in said and "Reviews added" not in said, said)
    col.close()
    same("moved: decks", sorted(os.listdir(os.path.join(home, "decks"))), files_before)
    same("moved: reviews", len(reviews(home)), len(log))
    same("moved: cards", cards(home), before)


def shown():
    """What cards show: furigana of examples, and a word that is heard without a language."""
    global decks
    keep, decks = decks, os.path.join(work, "shown-decks")
    os.makedirs(decks)
    with open(os.path.join(decks, "Shown.json"), "w") as file:
        json.dump([{"title": "Shown", "directions": ["recognition", "listening"], "questions": [
            {"prompt": "Hund", "answer": "dog", "media": ["hund.mp3"]},
            {"prompt": "犬", "answer": "dog", "example": {
                "text": "犬だ。", "reading": "犬[いぬ]だ。", "meaning": "A dog."}}]}], file, ensure_ascii=False)
    os.makedirs(os.path.join(decks, "Shown.media"))
    with open(os.path.join(decks, "Shown.media", "hund.mp3"), "wb") as file:
        file.write(b"wuff")
    path = export(os.path.join(work, "home-shown"), os.path.join(work, "shown.apkg"), "Shown")
    col = open_anki("shown")
    take(col, path)
    kinds = directions(col)
    heard = [col.get_card(c) for c, kind in kinds.items() if kind == "listening"]
    check("a word with a sound is heard", heard)
    for card in heard:
        check("listening: no error", "rror" not in card.question() + card.answer(), card.question())
        if "Hund" in card.answer():
            check("listening: a sound", card.question_av_tags(), card.question())
    backs = [col.get_card(c).answer() for c in kinds]
    check("furigana of an example", any("<rt>いぬ</rt>" in back for back in backs), backs)
    clean(col, "shown")
    col.close()
    decks = keep


@without_decks
def triggers():
    """What the schema of a collection would run is not run by a merge."""
    import sqlite3
    from anki._backend import RustBackend
    path, home = os.path.join(work, "trigger.anki2"), os.path.join(work, "trigger")
    RustBackend().import_collection_package(
        col_path=path, backup_path=os.path.join(fixtures, "mixed.colpkg"), media_folder=path + ".media",
        media_db=path + ".db")
    rabble(home, "deck", "import", path, "--yes", "--now", moment(1))
    rabble(home, "study", "--now", moment(), "--new", "3", lines="\n".join(["", "3"] * 10 + [":quit", ""]),
           status=(0, 1))
    with sqlite3.connect(path) as database:
        before = database.execute("select count(*) from cards").fetchone()
        database.execute("create trigger t after insert on revlog begin delete from cards; end")
        database.execute("create trigger u after update on cards begin delete from revlog; end")
    database.close()
    merged = os.path.join(work, "trigger.colpkg")
    rabble(home, "deck", "export", "--into", path, "--output", merged, "--now", moment())
    new = os.path.join(work, "trigger-new.anki2")
    RustBackend().import_collection_package(
        col_path=new, backup_path=merged, media_folder=new + ".media", media_db=new + ".db")
    col = Collection(new)
    same("triggers: cards", size(col)[1], before[0])
    same("triggers: reviews", col.db.scalar("select count(*) from revlog where ease > 0"), len(reviews(home)))
    col.close()


start = time.time()
with tempfile.TemporaryDirectory() as work:
    # Anki's clock can't be set, so that the last day here is today.
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    decks = os.path.join(work, "decks")
    os.makedirs(decks)
    with open(os.path.join(decks, "Own.json"), "w") as file:
        json.dump(DECK, file, ensure_ascii=False)
    os.makedirs(os.path.join(decks, "Own.media"))
    for name, data in MEDIA.items():
        with open(os.path.join(decks, "Own.media", name), "wb") as file:
            file.write(data)
    out()
    for fixture in ("types-latest.apkg", "fsrs.apkg", "sm2.colpkg", "mixed.colpkg"):
        through(fixture)
    merge("mixed.colpkg", False)
    merge("sm2.colpkg", True)
    changed()
    moved()
    shown()
    triggers()
if failures:
    sys.exit(f"check-anki: {len(failures)} of {checks} checks failed.")
print(f"Real Anki and this program agree in {checks} checks ({time.time() - start:.0f} s).")
