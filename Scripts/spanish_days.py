"""Prints on which day of the Spanish course what is met first, by studying it with the program.

    spanish_days.py RABBLE [DAYS]

A learner who never errs takes 20 new cards a day. A day with more than 8 new cards of one group is a finding.
"""

import collections
import datetime
import json
import subprocess
import sys
import tempfile

RABBLE, DAYS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
MOST_OF_A_GROUP = 8
MILESTONES = [
    ("greeting", "Spanish: greetings and courtesies"), ("sentence to read", "Spanish: asking and answering"),
    ("noun", "Spanish: people and family"), ("number", "Spanish: numbers from 0 to 20"),
    ("pronoun", "Spanish: pronouns and question words"), ("verb", "Spanish: verbs of every day"),
    ("sentence with a blank", "Spanish: first sentences"), ("form in -ar", "Spanish verbs: regular in -ar"),
    ("weekday", "Spanish: days and months"), ("adjective", "Spanish: describing"),
    ("irregular form", "Spanish verbs: irregular"), ("ser or estar", "Spanish verbs: ser and estar"),
    ("agreement", "Spanish: agreement in sentences"), ("gustar", "Spanish verbs: gustar"),
    ("ir a", "Spanish verbs: ir a"), ("reflexive", "Spanish verbs: reflexive"),
    ("perfect", "Spanish verbs: the perfect"), ("pretérito", "Spanish verbs: regular pretérito")]

met, words, first, most, table = set(), set(), {}, (0, "", 0), []
most_forms = 0
start = datetime.datetime(2026, 1, 1, 9)
with tempfile.TemporaryDirectory() as home:
    for day in range(1, DAYS + 1):
        now = (start + datetime.timedelta(days=day - 1)).strftime("%Y-%m-%dT%H:%M:%S+00:00")
        run = subprocess.run(
            [RABBLE, "study", "spanish", "--format", "json", "--data-dir", home, "--now", now],
            input="\n4\n" * 400, capture_output=True, text=True, check=True)
        groups = collections.Counter()
        for line in run.stdout.splitlines():
            screen = json.loads(line)
            if screen["kind"] == "question" and (screen["card"], screen["direction"]) not in met:
                met.add((screen["card"], screen["direction"]))
                words.add(screen["card"])
                groups[screen["group"]] += 1
                first.setdefault(screen["group"], day)
        for group, count in groups.items():
            most = max(most, (count, group, -day))
        forms = sum(n for g, n in groups.items() if g.startswith("Spanish verbs: ") and g not in (
            "Spanish verbs: ser and estar", "Spanish verbs: gustar", "Spanish verbs: ir a", "Spanish verbs: reflexive",
            "Spanish verbs: the perfect"))
        most_forms = max(most_forms, forms)
        if day in (7, 30, 60) or day == DAYS:
            table.append(f"by day {day}: {len(words)} questions, {len(met)} cards")

print("first " + ", ".join(f"{name}: day {first.get(group, '–')}" for name, group in MILESTONES))
print("; ".join(table))
print(f"most new cards of a group a day: {most[0]} ({most[1]}, day {-most[2]}); most forms of verb tables: {most_forms}")
if most[0] > MOST_OF_A_GROUP:
    sys.exit(f"more than {MOST_OF_A_GROUP} new cards of one group on a day")
