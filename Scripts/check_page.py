"""Statistics pages in a browser: what Scripts/check-page runs. Exit status 1 after a surprise."""

import json
import os
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

RABBLE, CHROMIUM = sys.argv[1:3]
HOSTILE = [
    "<script>document.title='run'</script>",
    "<img src=x onerror=\"document.title='run'\">",
    "\"><svg onload=\"document.title='run'\">",
    "</title></style><script>document.title='run'</script>",
    "&lt;b&gt; {{constructor}} ${7*7} <!--",
    "javascript:document.title='run'",
    "]]><a href=https://example.com>x</a>",
    "\u202eabc\u2066 a\u0007b",
]
LONG = "とても" * 40 + "w" * 120
REPORTS = [
    "overview", "retention", "answers", "forecast", "calendar", "cards", "memory", "calibration", "words", "trouble",
    "course", "compare", "answers --by group", "answers --by tag", "answers --by card", "cards --by stability",
    "trouble --by confusion", "trouble --by mistake",
]
WIDTHS = [360, 800, 1280]
MOST_BYTES = 1_000_000

surprises = []
checks = 0


def demand(fact, *words):
    global checks
    checks += 1
    if not fact:
        surprises.append(" ".join(str(word) for word in words))


def rabble(folder, *arguments, at, text="", status=(0,)):
    run = subprocess.run(
        [RABBLE, *arguments, "--data-dir", folder, "--now", at], input=text, capture_output=True, text=True,
        timeout=120, check=False, env={**os.environ, "HOME": folder, "TZ": "Asia/Tokyo"})
    if run.returncode not in status:
        sys.exit(f"{arguments} ended with {run.returncode}: {run.stdout}{run.stderr}")
    return run.stdout


def learner(folder):
    """Studies for three weeks with decks whose titles, prompts, answers and tags are hostile, and types the like."""
    decks = os.path.join(folder, "decks")
    os.makedirs(decks)
    groups = [
        {"title": f"{hostile} {number}", "questions": [
            {"prompt": f"{other} {number}.{place}", "answer": f"answer {number}.{place} {other}", "tags": ["<b>", LONG]}
            for place, other in enumerate(HOSTILE + [LONG])]}
        for number, hostile in enumerate(HOSTILE + [LONG])]
    with open(os.path.join(decks, "Hostile <i>&.json"), "w", encoding="utf-8") as file:
        json.dump(groups, file)
    for day in range(1, 22):
        # Every third answer is right, as far as it can be typed.
        lines = "".join(f"{HOSTILE[n % len(HOSTILE)]}\n" if n % 3 else f"answer {n % 9}.{n // 3 % 9}\n" for n in range(40))
        rabble(folder, "study", "--new", "12", at=f"2026-11-{day:02}T08:{day:02}:00+09:00", text=lines + ":quit\n",
               status=(0, 1))


class Opened:
    """A page in one tab, with everything that it did beside being read."""

    def __init__(self, browser, path, **options):
        self.deeds = []
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.on("request", lambda request: self.deeds.append(request.url))
        self.page.on("dialog", lambda dialog: (self.deeds.append(dialog.message), dialog.dismiss()))
        self.page.on("console", lambda message: self.deeds.append(message.text))
        self.page.on("pageerror", lambda error: self.deeds.append(str(error)))
        self.page.goto("file://" + path)
        self.deeds.remove("file://" + path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()


def check(browser, name, path):
    demand(os.path.getsize(path) < MOST_BYTES, name, "has", os.path.getsize(path), "bytes")
    texts = set()
    for scripts in (True, False):
        with Opened(browser, path, java_script_enabled=scripts) as opened:
            for scheme in ("light", "dark"):
                opened.page.emulate_media(color_scheme=scheme)
                texts.add(opened.page.locator("body").inner_text())
            title = opened.page.title()
            demand(title and title != "run", name, "has the title", title)
            if scripts:
                for width in WIDTHS:
                    opened.page.set_viewport_size({"width": width, "height": 900})
                    wide = opened.page.evaluate("document.documentElement.scrollWidth")
                    demand(wide <= width, name, "is", wide, "wide in a window of", width)
                demand(opened.page.pdf().startswith(b"%PDF"), name, "can't be printed")
            demand(not opened.deeds, name, "did", opened.deeds)
    demand(len(texts) == 1, name, "reads differently without scripts or in the dark")
    # axe needs a script of its own, which the page's policy forbids.
    with Opened(browser, path, bypass_csp=True) as opened:
        for scheme in ("light", "dark"):
            opened.page.emulate_media(color_scheme=scheme)
            for violation in Axe().run(opened.page).response["violations"]:
                nodes = [node["html"][:200] for node in violation["nodes"][:3]]
                demand(False, name, scheme, violation["id"], violation["help"], nodes)
            demand(True)
        bare = opened.page.locator("svg:not([role]), svg[role=img]:not([aria-label]):not([aria-labelledby]):not(:has(title))")
        demand(bare.count() == 0, name, "has", bare.count(), "charts without words for them")
    return texts.pop()


BAD = """<!doctype html><title>x</title><body style="width:2000px;color:#999;background:#aaa">text
<script>document.title='run'; document.body.append('more')</script><img src=http://127.0.0.1:9/x.png><svg></svg>"""


def check_the_checks(browser, folder):
    """A page that breaks every rule is found out."""
    global surprises
    path = os.path.join(folder, "bad.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(BAD)
    check(browser, "bad", path)
    found, surprises = " ".join(surprises), []
    for part in ["has the title run", "127.0.0.1", "reads differently", "wide in a window", "image-alt", "color-contrast",
                 "html-has-lang", "charts without words"]:
        demand(part in found, "a bad page is not found out:", part, "in", found)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        learner(folder)
        browser = engine.chromium.launch(
            executable_path=CHROMIUM, args=["--disable-dev-shm-usage"] + ["--no-sandbox"] * (os.geteuid() == 0))
        check_the_checks(browser, folder)
        now = "2026-11-22T09:00:00+09:00"
        seen = ""
        for report in [[], *(name.split() for name in REPORTS)]:
            name = "-".join(report) if report else "stats"
            path = os.path.join(folder, name + ".html")
            rabble(folder, "stats", *report, "--format", "html", "--output", path, at=now)
            seen += check(browser, name, path)
        for hostile in HOSTILE[:3]:
            demand(hostile in seen, "no page shows", hostile)
        browser.close()
    print(f"{checks} checks of pages in Chromium, {len(surprises)} surprises.")
    for surprise in surprises:
        print("-", surprise)
    sys.exit(1 if surprises else 0)


main()
