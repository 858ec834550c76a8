"""Two devices over Syncthing and rclone: what Scripts/check-sync runs. Exit status 1 on the first surprise."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
import xml.etree.ElementTree as xml

RABBLE = os.path.abspath(sys.argv[1])
DECK = [{"title": "Words", "questions": [
    {"prompt": p, "answer": a} for p, a in
    [("ねこ", "cat"), ("いぬ", "dog"), ("とり", "bird"), ("うま", "horse"), ("さかな", "fish")]]}]


class Surprise(Exception):
    pass


def demand(fact, *words):
    if not fact:
        raise Surprise(" ".join(str(word) for word in words))


class Device:
    """A data folder with a deck, and the folder it syncs with."""

    def __init__(self, home, name, folder=None):
        self.home, self.name = os.path.join(home, name), name
        self.folder = folder or os.path.join(self.home, "sync")
        os.makedirs(os.path.join(self.home, "data", "decks"))
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.home, "data", "decks", "words.json"), "w", encoding="utf-8") as file:
            json.dump(DECK, file, ensure_ascii=False)
        with open(os.path.join(self.home, "data", "config.toml"), "w", encoding="utf-8") as file:
            file.write(f'[sync]\nname = "{name}"\n')

    def rabble(self, *arguments, at, text="", status=(0,)):
        run = subprocess.run(
            [RABBLE, *arguments, "--data-dir", os.path.join(self.home, "data"), "--now", at],
            input=text, capture_output=True, text=True, timeout=60, check=False)
        demand(run.returncode in status, self.name, arguments, run.returncode, run.stdout, run.stderr)
        return run.stdout

    def study(self, at, answers=("cat", "dog", "bird", "horse", "fish")):
        self.rabble("study", "Words", at=at, text="".join(a + "\n" for a in answers) + ":quit\n", status=(0, 1))

    def sync(self, at, *arguments, status=(0,)):
        return self.rabble("sync", self.folder, *arguments, at=at, status=status)

    def caches(self):
        base = sqlite3.connect(f"file:{self.home}/data/study.sqlite?mode=ro", uri=True)
        # Without the places and numbers that each log gives by itself.
        own = {"schedule": ["deck_group", "position"], "whole_review": ["seq", "card_number"], "wording": ["n"]}
        columns = {t: [row[1] for row in base.execute(f"PRAGMA table_info({t})") if row[1] not in own[t]] for t in own}
        tables = {"held": "*", "marked": "*"} | {t: ", ".join(columns[t]) for t in own}
        found = {t: sorted(map(repr, base.execute(f"SELECT {c} FROM {t}"))) for t, c in tables.items()}
        base.close()
        return found

    def reviews(self):
        return len(self.caches()["whole_review"])

    def identity(self):
        base = sqlite3.connect(f"file:{self.home}/data/study.sqlite?mode=ro", uri=True)
        found = base.execute("SELECT hex(id) FROM device WHERE is_own").fetchone()[0]
        base.close()
        return found


def same(devices, at):
    for device in devices:
        device.sync(at, "--verify")
        device.rabble("log", "check", at=at)
    demand(all(device.caches() == devices[0].caches() for device in devices), "the caches differ")


def day(number):
    return f"2026-11-{number:02}T09:00:00+09:00"


# --- rclone ---------------------------------------------------------------------------------------


def over_rclone(home):
    remote = os.path.join(home, "remote")
    os.makedirs(remote)
    desk, laptop = Device(home, "desk"), Device(home, "laptop")

    def copy(source, target):
        subprocess.run(
            ["rclone", "copy", "--update", "--config", "/dev/null", source, target],
            check=True, capture_output=True, timeout=60)

    for number in range(1, 6):
        for device in (desk, laptop):
            device.study(day(number))
        for device in (desk, laptop, desk, laptop):
            copy(remote, device.folder)
            device.sync(day(number))
            copy(device.folder, remote)
        for device in (desk, laptop):
            copy(remote, device.folder)
        same([desk, laptop], day(number))
    demand(desk.reviews() >= 20, "hardly anything was studied:", desk.reviews())
    print(f"rclone: {desk.reviews()} reviews, the same on both.")


# --- Syncthing ------------------------------------------------------------------------------------


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Syncthing:
    """An instance on loopback that shares one folder with one other."""

    def __init__(self, home, folder):
        self.home, self.folder = home, folder
        self.gui, self.listen = free_port(), free_port()
        self.process = None
        subprocess.run(
            ["syncthing", "generate", "--home", home], check=True, capture_output=True, timeout=60)
        root = xml.parse(os.path.join(home, "config.xml")).getroot()
        self.key = root.find("gui/apikey").text
        out = subprocess.run(
            ["syncthing", "--home", home, "--device-id"], check=True, capture_output=True, text=True, timeout=60)
        self.id = out.stdout.strip()

    def configure(self, other):
        path = os.path.join(self.home, "config.xml")
        tree = xml.parse(path)
        root = tree.getroot()
        for old in root.findall("folder") + root.findall("device"):
            root.remove(old)
        for peer in (self, other):
            device = xml.SubElement(root, "device", id=peer.id, name=peer.id[:7], compression="never")
            xml.SubElement(device, "address").text = f"tcp://127.0.0.1:{peer.listen}"
            xml.SubElement(device, "autoAcceptFolders").text = "false"
        folder = xml.SubElement(
            root, "folder", id="rabble", label="rabble", path=self.folder, type="sendreceive",
            rescanIntervalS="1", fsWatcherEnabled="true", fsWatcherDelayS="1")
        for peer in (self, other):
            xml.SubElement(folder, "device", id=peer.id)
        xml.SubElement(folder, "maxConflicts").text = "10"
        gui = root.find("gui")
        gui.find("address").text = f"127.0.0.1:{self.gui}"
        options = root.find("options")
        for listen in options.findall("listenAddress"):
            options.remove(listen)
        xml.SubElement(options, "listenAddress").text = f"tcp://127.0.0.1:{self.listen}"
        settings = {
            "globalAnnounceEnabled": "false", "localAnnounceEnabled": "false", "relaysEnabled": "false",
            "natEnabled": "false", "startBrowser": "false", "urAccepted": "-1", "crashReportingEnabled": "false",
            "reconnectionIntervalS": "1", "autoUpgradeIntervalH": "0"}
        for name, value in settings.items():
            element = options.find(name)
            if element is None:
                element = xml.SubElement(options, name)
            element.text = value
        tree.write(path)

    def start(self):
        # A process group of its own, so that it ends whole.
        self.process = subprocess.Popen(
            ["syncthing", "serve", "--no-browser", "--no-restart", "--home", self.home],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.wait(lambda: self.get("/rest/system/ping").get("ping") == "pong", "to start")

    def stop(self):
        if self.process:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(timeout=30)
            self.process = None

    def get(self, path, method="GET"):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.gui}{path}", headers={"X-API-Key": self.key}, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            body = answer.read()
        return json.loads(body) if body else {}

    def wait(self, is_done, what, seconds=90):
        end = time.time() + seconds
        while time.time() < end:
            try:
                if is_done():
                    return
            except (OSError, ValueError):
                pass
            time.sleep(0.3)
        raise Surprise(
            "waited too long for Syncthing", what, self.get("/rest/db/status?folder=rabble"),
            {name: len(content) for name, content in listing(self.folder).items()})

    def scan(self):
        self.get("/rest/db/scan?folder=rabble", method="POST")


def listing(folder):
    found = {}
    for root, _, names in os.walk(folder):
        if ".st" in os.path.relpath(root, folder):
            continue
        for name in names:
            if not name.startswith("."):
                path = os.path.join(root, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
    return found


def over_syncthing(home):
    desk, laptop = Device(home, "desk"), Device(home, "laptop")
    first = Syncthing(os.path.join(home, "st-desk"), desk.folder)
    second = Syncthing(os.path.join(home, "st-laptop"), laptop.folder)
    first.configure(second)
    second.configure(first)

    def settle():
        for instance in (first, second):
            instance.scan()
        first.wait(lambda: listing(desk.folder) == listing(laptop.folder), "to carry all files")

    def exchange(at):
        for device in (desk, laptop):
            device.sync(at)
        settle()
        for device in (desk, laptop):
            device.sync(at)

    try:
        first.start()
        second.start()
        for number in (1, 2):
            for device in (desk, laptop):
                device.study(day(number))
            exchange(day(number))
            same([desk, laptop], day(number))
        print(f"Syncthing: {desk.reviews()} reviews, the same on both.")

        # A partition: both go on alone for days.
        second.stop()
        for number in (3, 4, 5):
            for device in (desk, laptop):
                device.study(day(number))
                device.sync(day(number))
        demand(desk.caches() != laptop.caches(), "the partition kept nothing apart")
        second.start()
        settle()
        exchange(day(5))
        same([desk, laptop], day(5))
        print(f"Syncthing: {desk.reviews()} reviews after a partition, the same on both.")

        # The laptop's data folder is a copy of the desk's, made while they are apart: two writers of one file.
        second.stop()
        shutil.rmtree(os.path.join(laptop.home, "data"))
        shutil.copytree(os.path.join(desk.home, "data"), os.path.join(laptop.home, "data"))
        demand(desk.identity() == laptop.identity(), "the copy has another identity")
        for number in (14, 24):
            desk.study(day(number))
            desk.sync(day(number))
            laptop.study(day(number), ("cat", "wrong", "bird", "horse"))
            laptop.sync(day(number))
        demand(desk.caches() != laptop.caches(), "the copies did the same")
        count = desk.reviews()
        own = laptop.reviews()
        second.start()
        second.scan()
        first.wait(
            lambda: any("sync-conflict" in name for name in listing(desk.folder))
            or any("sync-conflict" in name for name in listing(laptop.folder)), "to make a conflict file")
        settle()
        for _ in range(3):
            exchange(day(25))
        same([desk, laptop], day(25))
        demand(desk.identity() != laptop.identity(), "two writers of one identity were not noticed")
        demand(desk.reviews() > max(count, own), "reviews of one of the copies are missing")
        conflicts = [name for name in listing(desk.folder) if "sync-conflict" in name]
        demand(all(re.search(r"\.jsonl(\.zst)?$", name) for name in conflicts), conflicts)
        print(f"Syncthing: {desk.reviews()} reviews after a conflict ({len(conflicts)} file), the same on both.")
    finally:
        first.stop()
        second.stop()


def main():
    for check in (over_rclone, over_syncthing):
        with tempfile.TemporaryDirectory(prefix="rabble-check-sync-") as home:
            check(home)
    print("Two devices have the same over rclone and Syncthing.")


try:
    main()
except Surprise as surprise:
    sys.exit(f"check-sync: {surprise}")
