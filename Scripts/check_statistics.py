"""Checks the statistics of `rabble` for ten generated learners; see Scripts/check-statistics.

    check_statistics.py RABBLE FOLDER

The learners answer on a scheduler of this script's own, from several time zones, undo answers and cram. Their
events are written as lines that `rabble log import` reads, so that nothing here knows how the log is kept. Then
pandas computes every figure again from `rabble log export`, and Anki computes its graphs of the same answers.
"""

import datetime
import heapq
import io
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from xml.etree import ElementTree

import jsonschema
import numpy as np
import pandas as pd
from anki.collection import Collection

RABBLE, FOLDER = sys.argv[1:3]
LEARNERS = 10
# The steps of those learners who have others than the usual ones.
STEPS = {3: ["--steps", "1m 1d 3d"], 4: ["--steps", "none", "--relearning-steps", "10m 1d"], 7: ["--steps", "30m"]}
JAPAN = 9 * 3600
# Anki reads the clock: both are asked about this moment.
time.tzset()
NOW = datetime.datetime.now(datetime.timezone(datetime.timedelta(seconds=JAPAN))).replace(microsecond=0)
NOW_MS = int(NOW.timestamp() * 1000)
TODAY = pd.Timestamp((NOW - datetime.timedelta(hours=4)).date())
DAY = 86_400_000

checked = differing = 0
# The questions that each learner has buried, by home.
BURIED = {}


def same(ours, theirs, tolerance):
    """Whether two figures, or lists of them, are equal but for the rounding of sums."""
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(same(a, b, tolerance) for a, b in zip(ours, theirs))
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        return abs(ours - theirs) <= tolerance * max(1, abs(ours))
    return ours == theirs


def equal(name, ours, theirs, tolerance=1e-9):
    """Counts a figure, and says where it differs."""
    global checked, differing
    checked += 1
    if same(ours, theirs, tolerance):
        return
    differing += 1
    if differing <= 40:
        print(f"DIFFERS: {name}: {ours!r}, but it must be {theirs!r}")


def run(home, *arguments, input=None, now=NOW):
    base = ["--data-dir", home, "--decks", home + "/decks", "--now", now.isoformat()]
    done = subprocess.run([RABBLE, *arguments, *base], capture_output=True, text=True, input=input)
    if done.returncode:
        sys.exit(f"rabble {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def stats(home, *arguments):
    return json.loads(run(home, "stats", *arguments, "--format", "json"))


# A learner


def make(number):
    """Makes the home of a learner; every second one stays in Japan."""
    chance = random.Random(number)
    home = f"{FOLDER}/{number}"
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home + "/decks")
    groups = [
        {
            "title": f"Group {group}",
            "questions": [
                {"prompt": f"p{group}-{i}", "answer": f"a{group}-{i}", "tags": [f"t{i % 3}"]} for i in range(25)
            ],
        }
        for group in range(4)
    ]
    with open(home + "/decks/deck.json", "w") as file:
        json.dump(groups, file)
    run(home, "study", "Group 0", input=":quit\n")
    if number in STEPS:
        run(home, "preset", "set", "default", *STEPS[number], now=NOW - datetime.timedelta(days=500))
    log = sqlite3.connect(f"file:{home}/study.sqlite?mode=ro", uri=True)
    questions = log.execute(
        "SELECT q.id, q.content, g.title, q.position, q.prompt, q.answer FROM question q "
        "JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck WHERE d.path LIKE ? ORDER BY 3, 4",
        (home + "/%",),
    ).fetchall()
    log.close()

    def event(milliseconds, table, **columns):
        bits = milliseconds << 80 | 7 << 76 | chance.getrandbits(12) << 64 | 2 << 62 | chance.getrandbits(62)
        line = {"event": table, "id": str(uuid.UUID(int=bits)), "device": device, "time": milliseconds}
        lines.append({**line, **{k: v for k, v in columns.items() if v is not None}})
        return line["id"]

    lines, worded, level, used, reviews = [], {}, {}, set(), []
    device = str(uuid.UUID(int=number << 80 | 7 << 76 | 2 << 62))
    heap = [
        (NOW_MS - chance.randrange(3, 420) * DAY + chance.randrange(DAY // 2), index)
        for index in range(len(questions))
        if chance.random() < 0.8
    ]
    heapq.heapify(heap)
    travels = [JAPAN] * 18 + [3600, 7200, -18000, -14400, 19800] if number % 2 else [JAPAN]
    while heap:
        moment, index = heapq.heappop(heap)
        while moment in used:
            moment += 1
        if moment >= NOW_MS - 3_600_000:
            continue
        used.add(moment)
        passed = level.get(index, 0)
        grade = chance.choices([1, 2, 3, 4], [30 if passed == 0 else 14, 10, 66, 10])[0]
        cram = passed > 0 and chance.random() < 0.04
        question, content, group, position, prompt, answer = questions[index]
        question = str(uuid.UUID(bytes=question))
        if index not in worded:
            worded[index] = event(
                moment - 1, "wording", question=question, content=str(uuid.UUID(bytes=content)), deck="deck", group_title=group,
                position=position, prompt=prompt, answer=answer,
            )
        reviews.append(
            event(
                moment, "review", utc_offset=chance.choice(travels), question=question, direction="answer",
                wording=worded[index], grade=grade, typed="zz" if grade == 1 else None,
                verdict="wrong" if grade == 1 else "correct",
                mistake="typo" if grade == 1 and chance.random() < 0.5 else None, hint_used=int(chance.random() < 0.05),
                duration=chance.randrange(800, chance.choice([30_000, 30_000, 200_000])),
                occasion="cram" if cram else None,
            )
        )
        if cram:
            wait = chance.randrange(1, 20) * DAY
        else:
            level[index] = 0 if grade == 1 else passed + 1
            days = min(2.2 ** (level[index] - 1), 200) * (0.8 + 0.5 * chance.random())
            wait = chance.randrange(60_000, 900_000) if level[index] < 2 else int(days * DAY)
        heapq.heappush(heap, (moment + wait, index))
    for review in chance.sample(reviews, len(reviews) // 40):
        event(NOW_MS - 1000 - len(lines), "undo", target=review)
    path = home + "/events.jsonl"
    with open(path, "w") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    run(home, "log", "import", path)
    run(home, "log", "check")
    return home


# By pandas


def read(home):
    """The answers that count."""
    log = pd.read_csv(io.StringIO(run(home, "log", "export", "--columns", "all")))
    log = log[~log.retracted].copy()
    log["local"] = pd.to_datetime(log.time.str[:19])
    log["date"] = (log.local - pd.Timedelta(hours=4)).dt.normalize()
    equal("days", list(log.day), list(log.date.dt.strftime("%Y-%m-%d")))
    log["minutes"] = log.milliseconds.clip(upper=60_000) / 60_000
    return log


def check_scores(home, log):
    week = (log.date - pd.to_timedelta(log.date.dt.day_of_week, unit="D")).dt.strftime("%Y-%m-%d")
    quarter = log.date.dt.year.astype(str) + "-Q" + log.date.dt.quarter.astype(str)
    for by, key in [
        ("group", log.group), ("day", log.day), ("week", week), ("month", log.date.dt.strftime("%Y-%m")),
        ("quarter", quarter), ("year", log.date.dt.strftime("%Y")), ("hour", log.local.dt.hour),
        ("weekday", log.date.dt.day_name()), ("grade", log.grade), ("tag", log.tags), ("card", log.prompt),
        ("direction", log.direction), ("session", log.session), ("state", log.state), ("preset", log.preset),
    ]:
        column = "prompt" if by == "card" else by
        rows = {row[column]: row for row in stats(home, "answers", "--by", by, "-p", "all")["rows"]}
        for name, part in log.groupby(key):
            row = rows.pop(name)
            equal(f"grades by {by}", [row[grade] for grade in ("again", "hard", "good", "easy")],
                  [int((part.grade == grade).sum()) for grade in ("again", "hard", "good", "easy")])
            equal(f"answers by {by}", [row["answers"], row["correct"], row["incorrect"]],
                  [len(part), int(part.correct.sum()), int((~part.correct).sum())])
            equal(f"percentage by {by}", row["percentage"], float(part.correct.mean()))
        for row in rows.values():
            equal(f"a row without an answer by {by}", row["answers"], 0)
    sums = log.groupby("day").correct.agg(["sum", "count"]).cumsum()
    running = {row["day"]: row["running"] for row in stats(home, "answers", "-p", "all")["rows"]}
    for day, row in sums.iterrows():
        equal("running percentage", running[day], float(row["sum"] / row["count"]))


def check_periods(home, log):
    last_month = TODAY.replace(day=1) - pd.Timedelta(days=1)
    quarter = (TODAY - pd.DateOffset(months=3)).to_period("Q")
    for text, first, last in [
        ("last month", last_month.replace(day=1), last_month),
        ("7d", TODAY - pd.Timedelta(days=6), TODAY),
        (f"{quarter.year}-Q{quarter.quarter}", quarter.start_time, quarter.end_time.normalize()),
    ]:
        part = log[(log.date >= first) & (log.date <= last)]
        page = stats(home, "answers", "-p", text)
        summary = page["summary"]
        equal("span", [page["first"], page["last"]], [f"{first:%Y-%m-%d}", f"{last:%Y-%m-%d}"])
        equal("days", len(page["rows"]), (last - first).days + 1)
        equal("answers", [summary["answers"], summary["studied_days"]], [len(part), part.day.nunique()])
        equal("minutes", summary["minutes"], float(part.minutes.sum()), 1e-6)
        for row in page["rows"]:
            of_day = part[part.day == row["day"]]
            equal("answers of a day", row["answers"], len(of_day))
            equal("minutes of a day", row["minutes"], float(of_day.minutes.sum()), 1e-6)
            for kind in ["new", "learning", "young", "mature", "relearning", "cram"]:
                equal(f"{kind} of a day", row[kind], int((of_day.state == kind).sum()))
        for row in stats(home, "answers", "--by", "state", "-p", text)["rows"]:
            of_kind = part[part.state == row["state"]]
            equal("kind", [row["answers"], row["correct"]], [len(of_kind), int(of_kind.correct.sum())])
    equal("one number", run(home, "stats", "answers", "--value", "answers", "-p", "7d").strip(),
          str(int((log.date > TODAY - pd.Timedelta(days=7)).sum())))


def check_days(home, log):
    summary = stats(home, "calendar")["summary"]
    days = set(log.date)
    streak, day = 0, TODAY if TODAY in days else TODAY - pd.Timedelta(days=1)
    while day in days:
        streak, day = streak + 1, day - pd.Timedelta(days=1)
    longest = run_length = 0
    for day in sorted(days):
        run_length = run_length + 1 if day - pd.Timedelta(days=1) in days else 1
        longest = max(longest, run_length)
    year = log[log.date > TODAY - pd.Timedelta(days=365)]
    equal("streaks", [summary["streak"], summary["longest_streak"]], [streak, longest])
    equal("days studied", [summary["studied_days"], summary["answers"]], [year.day.nunique(), len(year)])
    hours = {row["hour"]: row for row in stats(home, "answers", "--by", "hour")["rows"]}
    for hour, part in log.groupby(log.local.dt.hour):
        equal("hour", [hours[hour]["answers"], hours[hour]["correct"]], [len(part), int(part.correct.sum())])
        equal("minutes of an hour", hours[hour]["minutes"], float(part.minutes.sum()), 1e-6)
    sessions = stats(home, "answers", "--by", "session", "-p", "all")
    instants = pd.to_datetime(log.time, utc=True)
    equal("sessions", sessions["summary"]["sessions"], int((instants.diff() >= pd.Timedelta(minutes=30)).sum()) + 1)
    equal("answers of sessions", sum(row["answers"] for row in sessions["rows"]), len(log))


def check_states(home, log):
    scheduled = log[log.occasion != "cram"]
    first = ~scheduled.duplicated(["question", "direction"])
    equal("new cards", int((scheduled[first].state == "new").sum()), int((log.state == "new").sum()))
    first_of_day = ~scheduled.duplicated(["question", "direction", "day"])
    equal("first of the day", list(scheduled.first_of_day), list(first_of_day))
    tested = scheduled[first_of_day & scheduled.state.isin(["young", "mature"]) & (scheduled.interval_before >= 1)]
    rows = {row["span"]: row for row in stats(home, "retention")["rows"]}
    for span, days in [("today", 1), ("week", 7), ("month", 30), ("year", 365), ("all", None)]:
        part = tested[tested.date > TODAY - pd.Timedelta(days=days)] if days else tested
        young = part.interval_before < 21
        for prefix, some in [("", part), ("young_", part[young]), ("mature_", part[~young])]:
            row = rows[span]
            if not prefix and len(some):
                equal(f"target, {span}", row["target"], float(some.desired_retention.mean()), 1e-6)
            equal(f"retention, {span}", [row[prefix + "passed"], row[prefix + "failed"]],
                  [int(some.correct.sum()), int((~some.correct).sum())])
            if len(some):
                # The Wilson interval as the root of (p - share)² = z² p (1 - p) / n.
                z2, n, share = 1.959963984540054**2, len(some), float(some.correct.mean())
                roots = np.roots([1 + z2 / n, -2 * share - z2 / n, share**2])
                equal("Wilson", row[prefix + "lower"], float(min(roots)), 1e-7)
                equal("Wilson", row[prefix + "upper"], float(max(roots)), 1e-7)
    added = log[log.state == "new"].groupby(log.date.dt.strftime("%Y-%m")).size()
    for row in stats(home, "answers", "--by", "month", "-p", "all")["rows"]:
        equal("added", row["new"], int(added.get(row["month"], 0)))
    for row in stats(home, "answers", "--by", "state")["rows"]:
        for grade in ["again", "hard", "good", "easy"]:
            equal("grades", row[grade], int(((log.state == row["state"]) & (log.grade == grade)).sum()))
    for row in stats(home, "trouble", "--by", "mistake")["rows"]:
        equal("mistakes", row["times"], int((log.mistake == row["mistake"]).sum()))
    words = {row["prompt"]: row for row in stats(home, "words")["rows"]}
    for prompt, part in log.groupby("prompt"):
        equal("words", [words[prompt]["answers"], words[prompt]["incorrect"]],
              [len(part), int((~part.correct).sum())])
    # A card leaves its learning steps with the first answer after which it is due on a day, not at a time.
    for period, first, last in [("all", log.date.min(), TODAY), ("30d", TODAY - pd.Timedelta(days=29), TODAY),
                                (f"..{TODAY - pd.Timedelta(days=60):%Y-%m-%d}", log.date.min(), TODAY - pd.Timedelta(days=60))]:
        page = stats(home, "words", "-p", period)
        rows = {row["prompt"]: row for row in page["rows"]}
        learned = 0
        for prompt, part in scheduled.groupby("prompt"):
            left = ~part.due.str.contains("T")
            place = int(left.to_numpy().argmax()) if left.any() else None
            day = part.date.iloc[place] if left.any() else None
            expected = [None, None]
            if left.any() and first <= day <= last:
                learned += 1
                expected = [place + 1, max(0, (day - part.date.iloc[0]).days)]
            if prompt in rows:
                row = rows[prompt]
                equal(f"learned, {period}", [row["answers_to_learn"], row["days_to_learn"]], expected)
        of_period = scheduled[(scheduled.date >= first) & (scheduled.date <= last)]
        equal(f"cards learned, {period}", [page["summary"]["answered_cards"], page["summary"]["graduated"]],
              [of_period.prompt.nunique(), learned])


DECAY = 0.1542
FACTOR = 0.9 ** (-1 / DECAY) - 1


def recall(days, stability):
    return (1 + FACTOR * np.maximum(days, 0) / stability) ** -DECAY


def check_memory(home, log):
    """The default FSRS-6 parameters are in force: their forgetting curve is written out above."""
    scheduled = log[log.occasion != "cram"]
    cards = scheduled.groupby(["question", "direction"]).last()
    states = {row["state"]: row["cards"] for row in stats(home, "cards")["rows"]}
    in_review = ~cards.due.str.contains("T")
    equal("steps", states["learning"] + states["relearning"], int((~in_review).sum()))
    equal("young", states["young"], int((in_review & (cards.interval < 21)).sum()))
    equal("mature", states["mature"], int((in_review & (cards.interval >= 21)).sum()))
    last = pd.to_datetime(cards.time, utc=True)
    elapsed = (pd.Timestamp(NOW) - last) / pd.Timedelta(days=1)
    known = float(recall(elapsed, cards.stability).sum())
    summary = stats(home, "cards")["summary"]
    equal("expected", summary["expected"], known, 1e-6)
    equal("daily load", summary["daily_load"], float((1 / cards.interval.clip(lower=1)).sum()))
    memory = stats(home, "memory")
    equal("known", [memory["summary"]["expected"], memory["rows"][-1]["expected"]], [summary["expected"]] * 2, 1e-6)
    due = pd.to_datetime(cards.due.str[:10])
    steps = cards.due[~in_review]
    due[~in_review] = (pd.to_datetime(steps.str[:19]) - pd.Timedelta(hours=4)).dt.normalize()
    ahead = (due - TODAY).dt.days
    # A step is due on the clock of now, not on that of the answer.
    zone = steps.str[-6:].eq("+09:00")
    if zone.all():
        forecast = stats(home, "forecast")
        equal("overdue", forecast["summary"]["overdue"], int((ahead < 0).sum()))
        for day, row in enumerate(forecast["rows"]):
            equal("due", row["due"], int((ahead == day).sum()))
    for measure, values in [("stability", cards.stability), ("difficulty", cards.difficulty),
                            ("interval", cards.interval[in_review])]:
        page = stats(home, "cards", "--by", measure)
        for name, share in [("median", 0.5), ("percentile_90", 0.9)]:
            expected = float(np.quantile(values, share, method="inverted_cdf"))
            equal(f"{measure}, {name}", page["summary"][f"{measure}_{name}"], expected, 1e-5)
        bins = [row["cards"] for row in page["rows"]]
        equal(f"bins of {measure}", sum(bins), len(values))
    tested = scheduled[~scheduled.duplicated(["question", "direction", "day"]) & (scheduled.elapsed_days > 0)]
    predicted, actual = tested.retrievability_before, tested.correct
    expected = recall(tested.elapsed_days, tested.stability_before)
    equal("prediction", float((expected - predicted).abs().max()) < 1e-4, True)
    summary = stats(home, "calibration")["summary"]
    inside = predicted.clip(1e-6, 1 - 1e-6)
    loss = float(-np.log(np.where(actual, inside, 1 - inside)).mean())
    bins = pd.DataFrame({"bin": np.minimum((inside * 20).astype(int), 19), "p": predicted, "a": actual}).groupby("bin")
    rmse = float(np.sqrt(((bins.p.sum() - bins.a.sum()) ** 2 / bins.size()).sum() / len(tested)))
    equal("answers that were predicted", summary["predictions"], len(tested))
    # Predictions are kept in single precision, whose numbers are 6e-8 apart.
    equal("log loss", summary["log_loss"], loss, 6e-8)
    equal("RMSE", summary["rmse"], rmse, 6e-8)


# By Anki


def check_anki(home, log):
    """Puts the answers and cards into a collection, and compares its graphs."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(folder + "/collection.anki2")
        try:
            compare(home, log, collection)
        finally:
            collection.close()


def compare(home, log, collection):
    model, cards, used = collection.models.by_name("Basic"), {}, set()
    for question in log.question.unique():
        note = collection.new_note(model)
        note.fields = [question, "x"]
        collection.add_note(note, 1)
        cards[question] = note.cards()[0].id
    kinds = {"new": 0, "learning": 0, "young": 1, "mature": 1, "relearning": 2, "cram": 3}
    for row in log.itertuples():
        milliseconds = int(pd.Timestamp(row.time).value // 10**6)
        while milliseconds in used:
            milliseconds += 1
        used.add(milliseconds)
        before = int(row.interval_before) if row.interval_before > 0 else -600
        after = int(row.interval) if row.interval > 0 else -600
        collection.db.execute(
            "insert into revlog values (?,?,?,?,?,?,?,?,?)", milliseconds, cards[row.question], 0, int(row.rating),
            after, before, 2500, min(int(row.milliseconds), 60_000), kinds[row.state],
        )
    last = log[log.occasion != "cram"].groupby("question").last()
    for question, row in last.iterrows():
        if "T" in row.due:
            due, kind = int(pd.Timestamp(row.due).timestamp()), 3 if row.lapses > 0 else 1
            change = "type=?, queue=1, due=?, ivl=1, reps=1, left=1001, factor=2500"
            collection.db.execute(f"update cards set {change} where id=?", kind, due, cards[question])
        else:
            due = collection.sched.today + (pd.Timestamp(row.due) - TODAY).days
            change = "type=2, queue=2, due=?, ivl=?, reps=1, factor=2500"
            collection.db.execute(f"update cards set {change} where id=?", due, int(row.interval), cards[question])
    for question in BURIED[home]:
        collection.db.execute("update cards set queue=-3 where id=?", cards[question])
    graphs = collection._backend.graphs(search="", days=0)
    grades = {row["state"]: [row[g] for g in ("again", "hard", "good", "easy")] for row in stats(home, "answers", "--by", "state")["rows"]}
    buttons = graphs.buttons.all_time
    # Anki counts filtered answers among those in learning.
    equal("Anki: learning", [sum(counts) for counts in zip(*(grades[s] for s in ("new", "learning", "relearning", "cram")))],
          list(buttons.learning))
    equal("Anki: young", grades["young"], list(buttons.young))
    equal("Anki: mature", grades["mature"], list(buttons.mature))
    states = {row["state"]: row["cards"] for row in stats(home, "cards")["rows"]}
    counts = graphs.card_counts.excluding_inactive
    equal("Anki: buried cards", [states["buried"], states["suspended"]], [counts.buried, counts.suspended])
    equal("Anki: cards", [states[s] for s in ("learning", "relearning", "young", "mature")],
          [counts.learn, counts.relearn, counts.young, counts.mature])
    due = dict(graphs.future_due.future_due)
    forecast = stats(home, "forecast", "--days", "60")
    for day, row in enumerate(forecast["rows"]):
        equal("Anki: due", row["due"], due.get(day, 0))
    equal("Anki: overdue", forecast["summary"]["overdue"], sum(n for day, n in due.items() if day < 0))
    for row in stats(home, "cards", "--by", "interval")["rows"]:
        span = range(int(row["from"]), int(row["to"] or 10**9))
        # Those in relearning, which Anki counts here too, were given one day above.
        expected = sum(n for days, n in graphs.intervals.intervals.items() if days in span)
        equal("Anki: intervals", row["cards"], expected - (counts.relearn if 1 in span else 0))
    if not (log.time.str[-6:] == "+09:00").all():
        return  # Anki knows one zone only.
    # Anki leaves out what was answered in filtered decks, which ours counts.
    crammed = log[log.state == "cram"]
    for row, theirs in zip(stats(home, "answers", "--by", "hour")["rows"], graphs.hours.all_time):
        more = crammed[crammed.local.dt.hour == row["hour"]]
        equal("Anki: hours", [row["answers"] - len(more), row["correct"] - int(more.correct.sum())],
              [theirs.total, theirs.correct])
    for row in stats(home, "answers", "-p", "all")["rows"]:
        day = (pd.Timestamp(row["day"]) - TODAY).days
        theirs = graphs.reviews.count.get(day)
        expected = [theirs.learn, theirs.young, theirs.mature, theirs.relearn, theirs.filtered] if theirs else [0] * 5
        equal("Anki: reviews", [row["new"] + row["learning"], row["young"], row["mature"], row["relearning"], row["cram"]],
              expected)
        theirs = graphs.reviews.time.get(day)
        spent = theirs.learn + theirs.young + theirs.mature + theirs.relearn + theirs.filtered if theirs else 0
        equal("Anki: minutes", row["minutes"], spent / 60_000, 1e-6)
    # Anki counts all answers to cards in review, ours the day's first.
    rows = {row["span"]: row for row in stats(home, "retention")["rows"]}
    tested = log[(log.interval_before >= 1)]
    twice = tested[(tested.occasion == "cram") | (tested.first_of_day == False)]  # noqa: E712
    for span, theirs in [("today", graphs.true_retention.today), ("week", graphs.true_retention.week),
                         ("month", graphs.true_retention.month), ("year", graphs.true_retention.year),
                         ("all", graphs.true_retention.all_time)]:
        days = {"today": 1, "week": 7, "month": 30, "year": 365, "all": 100_000}[span]
        more = twice[twice.date > TODAY - pd.Timedelta(days=min(days, 20_000))]
        young = more.interval_before < 21
        row = rows[span]
        equal(f"Anki: retention, {span}",
              [row["young_passed"] + int((more.correct & young).sum()),
               row["young_failed"] + int((~more.correct & young).sum()),
               row["mature_passed"] + int((more.correct & ~young).sum()),
               row["mature_failed"] + int((~more.correct & ~young).sum())],
              [theirs.young_passed, theirs.young_failed, theirs.mature_passed, theirs.mature_failed])


# What is due


def bury(home, log, number):
    """Every second learner buries three of the cards that are due today, and one that is not."""
    last = log[log.occasion != "cram"].groupby("question").last()
    days = last[~last.due.str.contains("T")]
    due = pd.to_datetime(days.due) <= TODAY
    chosen = pd.concat([days[due].head(3), days[~due].head(1)]) if number % 2 == 0 else days.head(0)
    BURIED[home] = list(chosen.index)
    for prompt in chosen.prompt:
        run(home, "card", "bury", "--yes", prompt)


def check_due(home, log):
    """What is due today, and without a group that the deck has no more."""
    last = log[log.occasion != "cram"].groupby("question").last()
    days = last[~last.due.str.contains("T")]
    at_times = len(last) - len(days)

    def compare(groups):
        due = days[(pd.to_datetime(days.due) <= TODAY) & days.group.isin(groups) & ~days.index.isin(BURIED[home])]
        ours = stats(home, "overview")["summary"]["due_today"]
        equal(f"due today of {len(groups)} groups", len(due) <= ours <= len(due) + at_times, True)
        equal("due today in the forecast", stats(home, "forecast")["summary"]["due_today"], ours)
        if at_times == 0:
            equal("due today", ours, len(due))

    compare([f"Group {group}" for group in range(4)])
    path = home + "/decks/deck.json"
    with open(path) as file:
        deck = json.load(file)
    with open(path, "w") as file:
        json.dump(deck[:2], file)
    compare(["Group 0", "Group 1"])


# By schemas


def check_schemas(home):
    with open("Documentation/statistics.schema.json", encoding="utf-8") as file:
        reports = json.load(file)
    with open("Documentation/log.schema.json", encoding="utf-8") as file:
        lines = json.load(file)
    for schema in (reports, lines):
        jsonschema.Draft202012Validator.check_schema(schema)

    def valid(name, value, schema, definition):
        """Validates a value, and makes sure that the schema names all of its keys."""
        global checked, differing
        checked += 1
        validator = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]})
        errors = [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]
        properties = schema["$defs"][definition]["properties"]
        errors += [f"the schema has no {key}" for key in value if key not in properties] if definition != "event" else []
        for key, part in value.items() if definition != "event" else []:
            rule = properties.get(key, {})
            rule = rule.get("items", rule)
            for row in part if isinstance(part, list) else [part] if isinstance(part, dict) else []:
                errors += [f"{key} has no {k}" for k in row if k not in rule.get("properties", {}) and not k.endswith("_average")]
        if errors:
            differing += 1
            print(f"INVALID: {name}: {errors[:3]}")

    names = [key for key in reports["$defs"] if "report" in reports["$defs"][key].get("properties", {})]
    for name in names:
        valid(name, stats(home, name), reports, name)
    equal("reports in the schema", len(names), 12)
    valid("overview without a name", stats(home), reports, "overview")
    for by in ["day", "week", "month", "quarter", "year", "group", "deck", "tag", "direction", "grade", "hour",
               "weekday", "session", "card", "state", "preset"]:
        for name in ("answers", "retention"):
            if (name, by) != ("retention", "grade"):
                valid(f"{name} by {by}", stats(home, name, "--by", by, "-p", "all"), reports, name)
    for by in ["state", "interval", "stability", "difficulty", "retrievability", "due"]:
        valid(f"cards by {by}", stats(home, "cards", "--by", by), reports, "cards")
    for by in ["leech", "confusion", "mistake"]:
        valid(f"trouble by {by}", stats(home, "trouble", "--by", by), reports, "trouble")
    valid("averaged", stats(home, "answers", "-p", "30d", "--average", "7"), reports, "answers")
    for arguments, definition in [([], "review"), (["--columns", "all"], "review"), (["--kind", "all"], "event"),
                                  (["--columns", "fsrs"], "fsrs"), (["--layout", "benchmark"], "benchmark")]:
        for line in run(home, "log", "export", "--format", "jsonl", *arguments).splitlines()[:300]:
            valid("log", json.loads(line), lines, definition)


def check_csv(home):
    """Reads the CSV of every report by pandas, which must find the values of JSON."""
    for name in ["overview", "retention", "answers", "forecast", "calendar", "cards", "memory", "calibration", "words",
                 "trouble", "compare"]:
        text = run(home, "stats", name, "--format", "csv", "--bom")
        table = pd.read_csv(io.BytesIO(text.encode()), encoding="utf-8")
        rows = stats(home, name)["rows"]
        equal(f"rows of {name} as CSV", len(table), len(rows))
        for key in rows[0] if rows else []:
            values = [None if pd.isna(value) else value for value in table[key].tolist()]
            equal(f"{key} of {name} as CSV", [str(v) if isinstance(v, str) else v for v in values],
                  [row[key] for row in rows])


def office_cells(path):
    """The rows of a sheet that LibreOffice saved, and the formulas in it."""
    office, table, text = ("{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}" % name for name in ["office", "table", "text"])
    rows, formulas = [], 0
    for row in ElementTree.parse(path).iter(table + "table-row"):
        cells = []
        for cell in row.iter(table + "table-cell"):
            formulas += table + "formula" in cell.attrib
            value = cell.get(office + "value")
            words = "\n".join("".join(part.itertext()) for part in cell.iter(text + "p"))
            count = int(cell.get(table + "number-columns-repeated", 1))
            cells += [words if value is None else float(value)] * min(count, 1000)
        while cells and cells[-1] == "":
            cells.pop()
        if cells:
            rows.append(cells)
    return rows, formulas


def check_office():
    """Opens scores and answers of a deck with texts that look like formulas in LibreOffice."""
    if not shutil.which("soffice"):
        print("SKIPPED: LibreOffice is missing (libreoffice-calc-nogui).")
        return
    prompts = ["=1+1", "+2", "-3", "@now", "犬、「猫」", 'a "b"; c, d']
    with tempfile.TemporaryDirectory() as home:
        os.makedirs(home + "/decks")
        with open(home + "/decks/deck.json", "w") as file:
            json.dump([{"title": "=Group", "questions": [{"prompt": prompt, "answer": "=7"} for prompt in prompts]}], file)
        run(home, "study", "=Group", input="=7\n=8\n=7\n=7\n=8\n=7\n:quit\n")
        files = {
            "scores": run(home, "stats", "answers", "--by", "card", "--format", "csv", "--bom"),
            "answers": run(home, "log", "export", "--columns", "all", "--bom", "--guard-formulas"),
        }
        for name, csv in files.items():
            with open(f"{home}/{name}.csv", "w", newline="") as file:
                file.write(csv)
        # Columns are parted by commas, texts are in quotation marks, and the characters are UTF-8.
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{home}/office", "--headless", "--convert-to", "fods",
             "--infilter=CSV:44,34,76,1", "--outdir", home, *(f"{home}/{name}.csv" for name in files)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for name, csv in files.items():
            rows, formulas = office_cells(f"{home}/{name}.fods")
            equal(f"formulas of {name} in LibreOffice", formulas, 0)
            table = pd.read_csv(io.BytesIO(csv.encode()), encoding="utf-8-sig")
            equal(f"columns of {name} in LibreOffice", rows[0], list(table.columns))
            place = rows[0].index("prompt")
            texts = sorted(row[place].removeprefix("'") for row in rows[1:])
            equal(f"prompts of {name} in LibreOffice", texts, sorted(prompts))
            for key in table.select_dtypes("number"):
                place = rows[0].index(key)
                equal(f"{key} of {name} in LibreOffice", [row[place] if place < len(row) else "" for row in rows[1:]],
                      ["" if pd.isna(value) else float(value) for value in table[key]])


def check_partition(home):
    """A filter and its negation part every report."""
    for text in ["tag:t1", "is:new", "is:due", "stability<30"]:
        for name, keys in [("answers", ["answers"]), ("cards", ["cards", "expected"]),
                           ("overview", ["answered_cards", "unseen", "due_today"]), ("forecast", ["due_week"]),
                           ("words", ["answered_cards", "graduated"]), ("calendar", ["answers"])]:
            parts = [stats(home, name, "--where", part)["summary"] for part in (text, f"-({text})")]
            whole = stats(home, name)["summary"]
            for key in keys:
                equal(f"{key} of {name}, {text}", sum(part[key] for part in parts), whole[key], 1e-6)


def check_page(home):
    """Runs the plot of the documentation."""
    with open("Documentation/statistics.md", encoding="utf-8") as file:
        program = file.read().split("```python\n")[1].split("```")[0]
    equal("lines of the plot", len(program.strip().splitlines()) <= 10, True)
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/reviews.csv", "w", encoding="utf-8") as file:
            file.write(run(home, "log", "export"))
        os.chdir(folder)
        names = {}
        exec(program, names)  # noqa: S102
        os.chdir(before)
        equal("the plot", os.path.getsize(folder + "/answers.png") > 5000, True)
        equal("answers in the plot", int(names["days"].answers.sum()), stats(home, "answers", "-p", "all")["summary"]["answers"])


os.environ["MPLBACKEND"] = "Agg"
os.makedirs(FOLDER, exist_ok=True)
for number in range(1, LEARNERS + 1):
    home = make(number)
    log = read(home)
    check_scores(home, log)
    check_periods(home, log)
    check_days(home, log)
    check_states(home, log)
    check_memory(home, log)
    bury(home, log, number)
    check_anki(home, log)
    if number == 1:
        check_schemas(home)
        check_csv(home)
        check_office()
        check_partition(home)
        check_page(home)
    check_due(home, log)
print(f"Statistics of {LEARNERS} learners: {checked} figures checked, {differing} differ.")
sys.exit(1 if differing or checked < 10_000 else 0)
