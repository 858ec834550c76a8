"""Drives `rabble` through the first days of the Japanese course, as a learner who never errs, and prints what comes when.

    course_days.py RABBLE [FOLDER]

20 new cards a day for 60 days, each answered “good”. Prints the table of days, and fails where the course
does not keep what Tests/RabbleTests/CourseDaysTests.swift demands of it.
"""

import collections
import datetime
import glob
import json
import os
import subprocess
import sys
import tempfile

DAYS = 60


def questions(folder):
    """What the deck files say, by group and prompt."""
    found = {}
    for path in sorted(glob.glob(folder + "/*.json")):
        if os.path.basename(path) == "course.json":
            continue
        with open(path, encoding="utf-8") as file:
            groups = json.load(file)
        for group in groups:
            for question in group["questions"]:
                found[group["title"], question["prompt"]] = (os.path.basename(path), question)
    return found


def is_word(entry):
    return bool(entry) and entry[1].get("part_of_speech", "kanji") != "kanji" and "cloze" not in entry[1]


def days(rabble, known, early):
    """The new cards of each day: group, prompt, whether its question is new, what the deck says. Adds to `early` what is
    asked in another direction while no card of its question has left its learning steps."""
    seen, begun, graduated, current = set(), set(), set(), None
    with tempfile.TemporaryDirectory() as home:
        for day in range(DAYS):
            moment = datetime.date(2026, 1, 1) + datetime.timedelta(days=day)
            run = subprocess.run(
                [rabble, "study", "Japanese", "--data-dir", home, "--format", "json", "--now", f"{moment}T09:00:00+09:00"],
                input="\n3\n" * 500, capture_output=True, text=True, check=False)
            cards = []
            for line in run.stdout.splitlines():
                screen = json.loads(line)
                if screen["kind"] == "question":
                    current = screen["card"]
                elif screen["kind"] == "verdict" and screen["state"] == "review":
                    graduated.add(current)
                if screen["kind"] != "question" or (screen["card"], screen["direction"]) in seen:
                    continue
                seen.add((screen["card"], screen["direction"]))
                if current in begun - graduated and screen["direction"] != "cloze":
                    early.append(screen["prompt"])
                entry = known.get((screen["group"], screen["prompt"]))
                cards.append((screen["group"], screen["prompt"], screen["card"] not in begun, entry))
                begun.add(screen["card"])
            yield cards


def main():
    folder = sys.argv[2] if len(sys.argv) > 2 else "Decks/Japanese"
    known = questions(folder)
    early = []
    table = list(days(sys.argv[1], known, early))

    def first(condition):
        return next((day for day, cards in enumerate(table, 1) if any(condition(card) for card in cards)), None)

    def words(day):
        return sum(1 for cards in table[:day] for card in cards if card[2] and is_word(card[3]))

    def part(name):
        return lambda card: is_word(card[3]) and name in card[3][1]["part_of_speech"]

    events = [
        ("phrase", first(lambda c: c[3] and c[3][0] == "Phrases.json"), 1),
        ("noun", first(part("noun")), 3),
        ("verb", first(lambda c: c[3] and c[3][0] == "Verbs.json"), 8),
        ("verb in ます", first(lambda c: c[0] == "First verbs: ます"), 8),
        ("weekday", first(lambda c: c[0] == "Days of the week"), 14),
        ("を and に", first(lambda c: c[0] == "First を, に and へ"), 15),
        ("で", first(lambda c: c[0] == "First で, と and も"), 15),
        ("て-form", first(lambda c: c[0] == "Verb forms: て"), 40),
        ("ない", first(lambda c: c[0] == "Verb forms: ない"), 50),
    ]
    print("The Japanese course at 20 new cards a day:")
    print("  " + ", ".join(f"first {name} on day {day}" for name, day, _ in events))
    for day in (7, 30, 60):
        print(f"  by day {day}: {words(day)} words, {sum(map(len, table[:day]))} cards")
    most = max(max(collections.Counter(card[0] for card in cards).values(), default=0) for cards in table)
    print(f"  at most {most} new cards of one group a day")
    late = [f"first {name} by day {latest}" for name, day, latest in events if day is None or day > latest]
    print(f"  {len(early)} questions in another direction before the first has left its learning steps")
    late += [f"“{prompt}” in one direction first" for prompt in early]
    late += ["350 words by day 60"] * (words(60) < 350) + ["8 new cards of one group a day"] * (most > 8)
    if late:
        sys.exit("course_days: not kept: " + "; ".join(late))


if __name__ == "__main__":
    main()
