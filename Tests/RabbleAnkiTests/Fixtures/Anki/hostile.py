"""Makes packages that no program of goodwill makes, each from a sound one.

    python3 hostile.py SOUND.apkg SOUND.colpkg FOLDER

SOUND.apkg is one of Anki's legacy format (collection.anki21), SOUND.colpkg of the latest one
(collection.anki21b). A name that begins with `ok-` is of a package that is read all the same.
"""
import io, json, os, sqlite3, struct, sys, tempfile, zipfile, zlib

legacy, latest, out = sys.argv[1:4]
os.makedirs(out, exist_ok=True)
parts = {n: zipfile.ZipFile(legacy).read(n) for n in zipfile.ZipFile(legacy).namelist()}
new = {n: zipfile.ZipFile(latest).read(n) for n in zipfile.ZipFile(latest).namelist()}
database = parts["collection.anki21"]


def pack(entries, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method, allowZip64=True) as z:
        for name, data in entries:
            z.writestr(name, data)
    return bytearray(buffer.getvalue())


def sound(db=database, extra=()):
    return pack([("meta", b"\x08\x02"), ("collection.anki21", db), ("media", b"{}"), *extra])


def write(name, data):
    with open(f"{out}/{name}.apkg", "wb") as f:
        f.write(bytes(data))


def change(*statements, script=None):
    with tempfile.NamedTemporaryFile(suffix=".db") as f:
        f.write(database)
        f.flush()
        db = sqlite3.connect(f.name)
        db.create_collation("unicase", lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))
        for s in statements:
            db.execute(*s) if isinstance(s, tuple) else db.execute(s)
        if script:
            script(db)
        db.commit()
        db.close()
        return open(f.name, "rb").read()


def directory(data):
    """Where the directory begins, and the record at its end."""
    end = data.rfind(b"PK\x05\x06")
    return struct.unpack_from("<I", data, end + 16)[0], end


def patch(data, name, offset, form, value, local=None):
    """Changes a field of a file's entry in the directory."""
    start, end = directory(data)
    at = start
    while at < end:
        n, e, c = struct.unpack_from("<HHH", data, at + 28)
        if data[at + 46:at + 46 + n].decode() == name:
            struct.pack_into(form, data, at + offset, value)
            if local is not None:
                header = struct.unpack_from("<I", data, at + 42)[0]
                struct.pack_into(form, data, header + local, value)
            return data
        at += 46 + n + e + c
    raise KeyError(name)


write("ok-sound", sound())
# Names
for i, name in enumerate(["../escape", "/etc/passwd", "a/../../b", "..\\x", "C:\\x", "line\nbreak", "\x1b[2Jx"]):
    write(f"name-{i}", sound(extra=[(name, b"x")]))
write("name-twice", sound(extra=[("collection.anki21", b"other")]))
link = pack([("meta", b"\x08\x02"), ("media", b"{}")])
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w") as z:
    info = zipfile.ZipInfo("collection.anki21")
    info.create_system, info.external_attr = 3, 0o120777 << 16
    z.writestr(info, "/etc/passwd")
write("link", buffer.getvalue())
write("ok-bidi-name", sound(extra=[("\u202egpj.exe", b"x")]))
# Sizes
write("bomb-zeros", sound(b"SQLite format 3\0" + bytes(200 << 20)))
write("bomb-declared-small", patch(sound(b"SQLite format 3\0" + bytes(100 << 20)), "collection.anki21", 24, "<I", 100, 22))
write("bomb-declared-large", patch(sound(), "collection.anki21", 24, "<I", 0xFFFFFFF0, 22))
frame = struct.pack("<I", 0xFD2FB528) + b"\xa4" + struct.pack("<I", 1 << 30)
block = lambda last, size: struct.pack("<I", (size << 3) | (1 << 1) | last)[:3] + b"\0"
write("bomb-zstd", pack([("meta", b"\x08\x03"), ("collection.anki21b", frame + b"".join(block(0, 1 << 17) for _ in range(8191)) + block(1, 1 << 17))], 0))
write("bomb-zstd-window", pack([("meta", b"\x08\x03"), ("collection.anki21b", struct.pack("<I", 0xFD2FB528) + b"\x00\xf8" + block(1, 1))], 0))
write("meta-large", pack([("meta", bytes(1 << 20)), ("collection.anki21", database)]))
many = io.BytesIO()
with zipfile.ZipFile(many, "w") as z:
    z.writestr("meta", b"\x08\x02")
    z.writestr("collection.anki21", database)
    z.writestr("x", b"")
raw = bytearray(many.getvalue())
start, end = directory(raw)
entry = bytes(raw[start:end][-47:])
million = raw[:start] + raw[start:end] + entry * 1_000_000
z64 = len(million)
size = z64 - start
million += struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 1_000_003, 1_000_003, size, start)
million += struct.pack("<IIQI", 0x07064B50, 0, z64, 1) + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
write("entries-million", million)
lie = bytearray(sound())
struct.pack_into("<H", lie, directory(lie)[1] + 10, 0xFFFE)
write("entries-lie", lie)
# The archive
write("empty", b"")
write("no-zip", b"hello")
write("only-end", b"PK\x05\x06" + bytes(18))
write("truncated-half", sound()[: len(sound()) // 2])
write("truncated-end", sound()[:-10])
write("truncated-front", sound()[100:])
write("no-collection", pack([("meta", b"\x08\x02"), ("media", b"{}")]))
write("encrypted", patch(sound(), "collection.anki21", 8, "<H", 1, 6))
write("method-unknown", patch(sound(), "collection.anki21", 10, "<H", 99, 8))
write("crc-wrong", patch(sound(), "collection.anki21", 16, "<I", 0x12345678, 14))
flipped = sound()
flipped[len(flipped) // 3] ^= 0xFF
write("bit-flipped", flipped)
write("offset-outside", patch(sound(), "collection.anki21", 42, "<I", 0x7FFFFFFF))
write("offset-inside", patch(sound(), "collection.anki21", 42, "<I", 7))
write("directory-outside", (lambda d: (struct.pack_into("<I", d, directory(d)[1] + 16, 0x7FFFFFFF), d)[1])(sound()))
z = sound()
s, e = directory(z)
write("zip64-outside", z[:e] + struct.pack("<IIQI", 0x07064B50, 0, 1 << 62, 1) + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))
write("zip64-negative", z[:e] + struct.pack("<IIQI", 0x07064B50, 0, (1 << 64) - 1, 1) + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))
# Versions and the newest format
write("version-future", pack([("meta", b"\x08\x63"), ("collection.anki21", database)]))
write("meta-broken", pack([("meta", b"\xff\xff\xff"), ("collection.anki21", database)]))
write("version-3-without", pack([("meta", b"\x08\x03"), ("collection.anki2", parts.get("collection.anki2", database))]))
write("zstd-broken", pack([("meta", new["meta"]), ("collection.anki21b", b"\x28\xb5\x2f\xfdgarbage")]))
write("zstd-truncated", pack([("meta", new["meta"]), ("collection.anki21b", new["collection.anki21b"][:5000])]))
write("only-stub", pack([("collection.anki2", new["collection.anki2"])]))
# The database
write("database-garbage", sound(b"SQLite format 3\0" + os.urandom(8192)))
write("database-truncated", sound(database[: len(database) // 2]))
write("database-empty", sound(b""))
write("database-text", sound(b"not a database" * 100))
header = bytearray(database)
header[16:18] = b"\x00\x03"
write("database-header", sound(bytes(header)))
write("json-broken", sound(change("update col set models = '{'")))
write("json-deep", sound(change(("update col set models = ?", ("[" * 100_000,)))))
write("json-other", sound(change("update col set decks = '[1, 2]'")))
write("no-tables", sound(change("drop table revlog")))
write("view-notes", sound(change("alter table notes rename to n", "create view notes as select * from n")))
write("view-endless", sound(change("drop table revlog", "create view revlog as with recursive c(x) as (select 1 union all select x + 1 from c) select x as id, 1 cid, 0 usn, 3 ease, 1 ivl, 1 lastIvl, 2500 factor, 1 time, 1 type from c")))
write("virtual", sound(change("drop table revlog", "create virtual table revlog using fts5(id, cid, ease, type, factor, time, ivl)")))
write("ok-trigger", sound(change("create trigger t after update on notes begin delete from cards; end")))
write("field-100-mb", sound(change(("update notes set flds = ? where id = (select min(id) from notes)", ("a" * (100 << 20),)))))
write("ok-types-mixed", sound(change("update cards set due = 'soon', ivl = x'00ff', reps = -5, factor = 1e300")))
write("ok-rows-strange", sound(change("update cards set type = 77, ord = -3 where id % 2", "update notes set mid = 5 where id % 3 = 0")))
write("ok-escapes", sound(change(("update notes set flds = ? || flds, tags = ? ", ("\x1b]0;x\x07\u202e\x00", " \x1b[31m ")))))
write("ok-guid-strange", sound(change(("update notes set guid = ?", ("\x1b\n../\u202e",)))))
write("ok-cloze-deep", sound(change(("update notes set flds = ?", ("{{c1::" * 20_000 + "\x1f",)))))
write("ok-html-deep", sound(change(("update notes set flds = ?", ("<ruby>" * 50_000 + "<" * 50_000 + "\x1fx",)))))
write("ok-numbers-extreme", sound(change("update cards set due = 9223372036854775807, ivl = 9223372036854775807, odue = -9223372036854775808, odid = 1", "update col set crt = 9223372036854775807")))
write("ok-revlog-extreme", sound(change("insert into revlog values (9223372036854775807, 1, 0, 3, 1, 1, 2500, 1, 1)", "insert into revlog values (-5, 1, 0, 99, 1, 1, 2500, -1, 1)")))


def extreme(db):
    decks, options = map(json.loads, db.execute("select decks, dconf from col").fetchone())
    for deck in decks.values():
        deck.update(newLimit=-2**63, reviewLimit=2**53)
    for option in options.values():
        option["new"].update(delays=[4e9] * 5000, perDay=-2**63)
        option["rev"].update(perDay=2**53, maxIvl=2**53)
        option["lapse"].update(delays=[4e9] * 5000, leechFails=2**53)
    db.execute("update col set decks = ?, dconf = ?", (json.dumps(decks), json.dumps(options)))


write("ok-options-extreme", sound(change(script=extreme)))
