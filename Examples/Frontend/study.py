#!/usr/bin/env python3
"""A front-end for Rabble Wabble: asks cards by hand, or by another program on its standard input.

    Examples/Frontend/study.py Hiragana --new 5

It starts `rabble study --format json` (RABBLE names another program), draws its objects and sends
what is typed. Documentation/programs.md describes both ways.
"""
import json
import os
import subprocess
import sys

command = [os.environ.get("RABBLE", "rabble"), "study", "--format", "json", *sys.argv[1:]]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def send(line):
    print(line, file=engine.stdin, flush=True)


for line in engine.stdout:
    screen = json.loads(line)
    if screen["schema"] != 1:
        sys.exit("This front-end knows schema 1 only.")
    match screen["kind"]:
        case "lesson":
            print(f"New: {screen['prompt']} = {screen['answer']}")
        case "choice":
            print(screen["message"], *screen["choices"], sep="\n")
        case "question":
            left = screen["counts"]
            print(f"\n{left['due']} due, {left['learning']} learning, {left['new']} new")
            print(screen["prompt"], "(:hint)" if screen["has_hint"] else "", screen["hint"] or "")
        case "revealed":
            print(screen["answer"], *(f"{c['number']} {c['name']}: {c['due']}" for c in screen["choices"]), sep="\n")
        case "verdict":
            print(screen["verdict"], screen["answer"] or "", screen["message"], screen["due"] or "")
        case "notice":
            print(screen["message"])
        case "summary":
            print(f"{screen['correct']} of {screen['answered']} correct")
    if screen["kind"] in ("lesson", "choice", "question", "revealed") or screen.get("final") is False:
        answer = sys.stdin.readline()
        send(answer.rstrip("\n") if answer else ":quit")
sys.exit(engine.wait())
