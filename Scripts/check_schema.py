"""Validates what the program reads and writes against the JSON Schemas beside it; see Scripts/check-schema.

    check_schema.py RABBLE
"""

import glob
import json
import os
import subprocess
import sys
import tempfile

import jsonschema

RABBLE = os.path.abspath(sys.argv[1])
FIXTURES = "Tests/RabbleCheckingTests/Fixtures"
# What a schema can find, by the codes of `rabble deck check`.
STRUCTURE = [201, 202, 203, 205, 207, 210, 211, 213, 214, 215, 217, 218, 219, 230]


def fail(message):
    sys.exit(f"check-schema: {message}")


def validator(path):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)


def read(path):
    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse)


def must_pass(schema, value, name):
    for error in schema.iter_errors(value):
        fail(f"{name}: {error.json_path}: {error.message}")


def passes(schema, path):
    try:
        return schema.is_valid(read(path))
    except ValueError:
        return False


def rabble(*arguments, check=True, **options):
    return subprocess.run([RABBLE, *arguments], capture_output=True, text=True, check=check, **options)


def check_files(decks, courses):
    every = [path for path in glob.glob("Decks/**/*.json", recursive=True) if not path.endswith(".schema.json")]
    groups = [path for path in every if os.path.basename(path) != "course.json"]
    good = groups + glob.glob(f"{FIXTURES}/good/*.json") + glob.glob(f"{FIXTURES}/two-decks/*.json")
    for path in good:
        must_pass(decks, read(path), path)
    for path in set(every) - set(groups):
        must_pass(courses, read(path), path)
    broken = [path for code in STRUCTURE for path in glob.glob(f"{FIXTURES}/RW{code}-*.json")]
    for path in broken:
        if passes(decks, path):
            fail(f"{path} is broken, but it passes")
    if len(groups) < 20 or len(broken) < len(STRUCTURE):
        fail(f"only {len(groups)} bundled and {len(broken)} broken decks were found")
    print(f"The schema accepts {len(good)} good decks and rejects {len(broken)} broken ones.")


def check_agreement(decks, folder):
    """Where the schema and the program could differ."""

    def agree(wanted, text):
        path = os.path.join(folder, "row.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = rabble("deck", "check", "--data-dir", os.path.join(folder, "home"), path, check=False)
        found = (passes(decks, path), run.returncode == 0)
        if found != (wanted, wanted):
            fail(f"{text} is accepted by the schema: {found[0]}, and by the program: {found[1]}")

    def question(value):
        return f'{{"title": "T", "questions": [{{"prompt": "あ", "answer": "b", "reading": "あ", {value}}}]}}'

    def group(value):
        return f'{{"title": "T", {value}, "questions": [{{"prompt": "a", "answer": "b"}}]}}'

    for value in ['"id": null', '"cloze": null', '"typos": null', '"pitch": null', '"pitch": 1.0', '"directions": null',
                  '"directions": ["reading", "reading"]', '"comment": ["c"]']:
        agree(True, question(value))
    for value in ['"id": ""', '"pitch": 1.5', '"typos": ""', '"typos": false', '"directions": ["read"]']:
        agree(False, question(value))
    for value in ['"score": null', '"score": {"correct": 1.0, "incorrect": null}', '"settings": null', '"comment": "c"']:
        agree(True, group(value))
    for value in ['"settings": {"accents": ""}', '"score": 1']:
        agree(False, group(value))
    agree(False, "[]")
    print("The schema and the program agree.")


def check_session(home):
    """What a session writes for programs, and what it may be sent."""
    requests = ['{"action": "why"}', '{"action": "command", "command": "hint"}', '{"action": "answer", "text": "a"}',
                '{"action": "flag"}', '{"action": "tag", "text": "a"}', '{"action": "note", "text": "b"}', '{"action": "info"}',
                '{"action": "forget"}', '{"action": "due", "text": "3"}', '{"action": "known"}', '{"action": "suspend"}']
    lines = [""] * 6 + ["wrong"] + requests + ["", "3", ":undo", ":help"]
    session = rabble("study", "Hiragana", "--lessons", "--format", "json", "--data-dir", home,
                     input="".join(line + "\n" for line in lines))
    objects = [json.loads(line) for line in session.stdout.splitlines()]
    sessions = validator("Documentation/session.schema.json")
    for number, screen in enumerate(objects, 1):
        must_pass(sessions, screen, f"object {number} of a session")
    actions = validator("Documentation/actions.schema.json")
    for request in requests:
        must_pass(actions, json.loads(request), request)
    missing = {"lesson", "question", "revealed", "verdict", "notice", "summary"} - {screen["kind"] for screen in objects}
    if missing:
        fail(f"the session has no {', '.join(sorted(missing))}")
    print("The schema accepts every object of a session.")


def check_sync(home, folder):
    """What a sync writes for programs."""
    syncs = validator("Documentation/sync.schema.json")
    shared, other = os.path.join(folder, "sync"), os.path.join(folder, "other")
    os.mkdir(shared)
    for data, flags in [(home, ["--status"]), (home, []), (other, []), (other, ["--verify"]), (other, ["--status"])]:
        run = rabble("sync", shared, *flags, "--format", "json", "--data-dir", data)
        must_pass(syncs, json.loads(run.stdout), f"sync {' '.join(flags)}")
    print("The schema accepts every object of a sync.")


def main():
    decks, courses = validator("Decks/deck.schema.json"), validator("Decks/course.schema.json")
    check_files(decks, courses)
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "learner")
        check_agreement(decks, folder)
        check_session(home)
        check_sync(home, folder)


main()
