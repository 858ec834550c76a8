"""What Anki takes for the same cards and reviews. Costs are printed as numbers: seconds of the processor, and MiB.

    anki_peer.py make COLLECTION CARDS REVIEWS LAST      a learner's collection; the last reviews are at that time
    anki_peer.py convert REVIEWS CARDS COLLECTION LAST   a collection of the reviews and cards that rabble exported as CSV
    anki_peer.py shift COLLECTION COPY LAST              a copy in which LAST is the present, since Anki reads the clock
    anki_peer.py graphs COLLECTION DAYS                  Anki's graphs: the first time, at best, memory
    anki_peer.py check COLLECTION                        “Check Database”: at best, memory
    anki_peer.py export COLLECTION PACKAGE               “Export”, with scheduling and presets: seconds, memory
    anki_peer.py import PACKAGE COLLECTION               “Import” of such a package: seconds, memory

Needs the package `anki`. A collection must not be open in Anki.
"""
import csv, datetime, json, os, random, resource, shutil, sqlite3, sys

from anki.collection import (
    Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest)

DAY = 86400
YEARS = 4 * 365 * DAY
DECAY = 0.1542
TABLES = {"notes": 11, "cards": 18, "revlog": 9}


def moment(text):
    return datetime.datetime.fromisoformat(text)


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def seconds(work):
    start = processor_time()
    work()
    return processor_time() - start


def peak():
    """The most memory that was resident, in MiB; what getrusage says includes that of the parent."""
    with open("/proc/self/status") as status:
        line = next(line for line in status if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def fill(path, rows):
    """Adds rows to the tables of a collection, and has Anki put in order what it would find fault with."""
    with sqlite3.connect(path) as file:
        for table, count in TABLES.items():
            file.executemany(f"insert into {table} values ({','.join('?' * count)})", rows[table])
    file.close()
    collection = Collection(path)
    collection.fix_integrity()
    collection.db.execute("analyze")
    collection.close()


def note(number, guid, model, modified, front, back):
    return (number, guid, model, modified, -1, "", front + chr(31) + back, front, 0, 0, "")


def card(number, deck, modified, kind, queue, due, interval, reviews, lapses, data):
    return (number, number, deck, 0, modified, -1, kind, queue, due, interval, 2500, reviews, lapses,
            0, 0, 0, 0, data)


def history(rng, count, days):
    """The reviews of a card in so many days: kind, grade, interval and the one before. Intervals are in days, or in seconds
    below zero. At the end, a sixth of all cards are overdue."""
    rows, interval = [], 0
    for number in range(count):
        kind = 0 if number < 2 else 2 if interval < 0 else 1
        grade = 1 if kind == 1 and rng.random() < .1 else rng.choice([2, 3, 3, 3, 3, 4])
        last = interval
        if number == 0 or kind == 1 and grade == 1:
            interval = -600
        elif number == 1:
            interval = 3
        else:
            interval = int(max(last, 1) * rng.uniform(1.1, 2)) + 1
        rows.append([kind, grade, interval, last])
    lengths = [max(row[2], 0) for row in rows]
    factor = days / max(1, sum(lengths[:-1]) + lengths[-1] * rng.uniform(0, 1.02))
    for row in rows:
        row[2:] = [max(1, int(value * factor)) if value > 0 else value for value in row[2:]]
    return rows


def make(path, cards, reviews, last):
    last = int(moment(last).timestamp())
    start = last - YEARS
    rng = random.Random(1)
    # A tenth of the cards are new; of the others, some have four times as many reviews as some.
    weights = rng.choices([0, 1, 2, 3, 4], weights=[1, 2, 4, 2, 1], k=cards)
    whole, before = sum(weights), 0
    collection = Collection(path)
    collection.set_config("fsrs", True)
    model = collection.models.by_name("Basic")["id"]
    decks = [collection.decks.id(f"Words {number}") for number in range(1, 101)]
    collection.db.execute("update col set crt = ?", start)
    collection.close()
    rows, log = {"notes": [], "cards": []}, {}
    for n in range(cards):
        created = start + (YEARS * 3 // 4) * n // cards
        key = created * 1000 + n % 1000
        word = "".join(rng.choice("あいうえおかきくけこさしすせそ") for _ in range(rng.randint(2, 6)))
        front = f"{word} {n}"
        rows["notes"].append(note(key, f"g{n:09}", model, last, front, f"meaning {n} of <b>{word}</b>"))
        deck = decks[n * 100 // cards]
        count = reviews * (before + weights[n]) // whole - reviews * before // whole
        before += weights[n]
        if count == 0:
            rows["cards"].append(card(key, deck, last, 0, 0, n, 0, 0, 0, ""))
            continue
        time, lapses = created + 60, 0
        for kind, grade, interval, earlier in history(rng, count, (last - created) // DAY):
            answered = min(time, last)
            at = answered * 1000 + rng.randint(0, 999)
            while at in log:
                at -= 1
            log[at] = (at, key, -1, grade, interval, earlier, rng.randint(500, 900),
                       rng.randint(1500, 20000), kind)
            lapses += kind == 1 and grade == 1
            time += 600 if interval < 0 else interval * DAY + rng.randint(-20000, 20000)
        interval = max(interval, 1)
        data = json.dumps({"pos": n, "s": round(interval * 1.07, 4), "d": round(rng.uniform(2, 9), 3),
                           "dr": .9, "decay": DECAY, "lrt": answered}, separators=(",", ":"))
        due = (answered - start) // DAY + interval
        rows["cards"].append(card(key, deck, last, 2, 2, due, interval, count, lapses, data))
    rows["revlog"] = [log[at] for at in sorted(log)]
    fill(path, rows)


def convert(reviews, cards, path, last):
    present = moment(last)
    start = int(present.timestamp()) - YEARS
    first = (present - datetime.timedelta(seconds=YEARS, hours=4)).date()
    kinds = {"new": 0, "learning": 0, "young": 1, "mature": 1, "relearning": 2, "cram": 3}
    log, used, answered, numbers = [], set(), {}, {}
    with open(reviews, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            at = int(moment(row["time"]).timestamp())
            number = numbers.setdefault(row["question"], len(numbers) + 1)
            key = at * 1000
            while key in used:
                key += 1
            used.add(key)
            answered[row["question"]] = at
            after, before = int(row["interval"] or 0), int(row["interval_before"] or 0)
            log.append((key, number, -1, int(row["rating"]), after or -600, before or -600, 2500,
                        min(int(row["milliseconds"]), 60000), kinds[row["state"]]))
    collection = Collection(path)
    model, decks = collection.models.by_name("Basic")["id"], {}
    collection.db.execute("update col set crt = ?", start)
    rows = {"notes": [], "cards": [], "revlog": sorted(log)}
    with open(cards, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            number = numbers.setdefault(row["card"], len(numbers) + 1)
            if row["group"] not in decks:
                decks[row["group"]] = collection.decks.id(row["group"])
            deck = decks[row["group"]]
            rows["notes"].append(note(number, f"g{number}", model, 0, row["prompt"], row["answer"]))
            if row["card"] not in answered:
                rows["cards"].append(card(number, deck, 0, 0, 0, number, 0, 0, 0, ""))
                continue
            data = json.dumps({"s": float(row["stability"]), "d": float(row["difficulty"]),
                               "decay": DECAY, "lrt": answered[row["card"]]})
            if row["state"] in ("learning", "relearning"):
                kind, queue = (1 if row["state"] == "learning" else 3), 1
                due = int(moment(row["due"]).timestamp())
            else:
                kind = queue = 2
                due = (datetime.date.fromisoformat(row["due"][:10]) - first).days
            rows["cards"].append(card(number, deck, 0, kind, queue, due, int(row["interval"] or 0),
                                      int(row["reviews"]), int(row["lapses"]), data))
    collection.close()
    fill(path, rows)


def shift(path, copy, last):
    shutil.copyfile(path, copy)
    by = int(datetime.datetime.now().timestamp() - moment(last).timestamp())
    with sqlite3.connect(copy) as file:
        file.execute("update col set crt = crt + ?", (by,))
        # Below zero in between, where no other identity is.
        file.execute("update revlog set id = -id")
        file.execute("update revlog set id = -id + ?", (by * 1000,))
        file.execute("update cards set due = due + ? where queue = 1", (by,))
        file.execute("update cards set data = json_set(data, '$.lrt', json_extract(data, '$.lrt') + ?) "
                     "where data <> ''", (by,))
    file.close()
    Collection(copy).close()


def graphs(path, days):
    collection = Collection(path)
    spent = [seconds(lambda: collection._backend.graphs(search="", days=int(days))) for _ in range(4)]
    print(spent[0], min(spent[1:]), peak())
    collection.close()


def check(path):
    collection = Collection(path)
    print(min(seconds(collection.fix_integrity) for _ in range(3)), peak())
    collection.close()


def export(path, package):
    collection = Collection(path)
    options = ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True, legacy=True)
    print(seconds(lambda: collection.export_anki_package(out_path=package, limit=None, options=options)), peak())
    collection.close()


def import_package(package, path):
    collection = Collection(path)
    request = ImportAnkiPackageRequest(
        package_path=package, options=ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True))
    print(seconds(lambda: collection.import_anki_package(request)), peak())
    collection.close()


command, *arguments = sys.argv[1:]
if command == "make":
    make(arguments[0], int(arguments[1]), int(arguments[2]), arguments[3])
else:
    {"convert": convert, "shift": shift, "graphs": graphs, "check": check, "export": export,
     "import": import_package}[command](*arguments)
