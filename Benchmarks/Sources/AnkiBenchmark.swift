import Foundation

/// A package of 100,000 cards and 1,000,000 reviews in and out, beside Anki's own import and export of the
/// same package.
struct AnkiBenchmark {
  let rabble: String
  let python: Python
  /// A folder for what is written.
  let scratch: String

  /// The share of Anki's processor time that ours may take.
  private static let share = 0.35

  func run(_ report: inout Report) throws {
    report.section("A package of 100,000 cards and 1,000,000 reviews (processor time)")
    let package = scratch + "/big.apkg"
    let peer = try python.words(Self.script, [scratch + "/anki", package])?
      .compactMap { Double($0) }
    guard let peer, peer.count == 2 else {
      return report.line("Anki", "not measured: Python or the package anki is missing")
    }
    let subject = Subject(path: rabble, dataFolder: scratch + "/from-anki", now: BigLog.now)
    defer {
      for path in [package, package + ".out", subject.dataFolder] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    let commands: [(name: String, arguments: [String], peer: Double)] = [
      ("import", ["deck", "import", package, "--yes"], peer[1]),
      (
        "export",
        ["deck", "export", "--format", "apkg", "--progress", "--output", package + ".out"], peer[0]
      ),
    ]
    for (name, arguments, peer) in commands {
      report.line("Anki's \(name)", "\(Report.number(peer)) s")
      let (seconds, memory) = try subject.measure(arguments)
      report.ratio(
        "deck \(name)", "\(Report.number(seconds)) s", seconds / max(peer, 1e-9),
        atMost: Self.share)
      report.line("  its peak memory", memory, "MiB", atMost: 300)
    }
  }

  /// Makes a collection in a folder and exports it as a package, then imports that into an empty
  /// collection; prints the seconds of the processor that each takes.
  private static let script = """
    import json, os, random, resource, sqlite3, sys
    from anki.collection import (
        Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest)
    folder, package = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    now = 1795132800
    rng = random.Random(1)
    def measured(work):
        begin = resource.getrusage(resource.RUSAGE_SELF)
        work()
        end = resource.getrusage(resource.RUSAGE_SELF)
        print(end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime)
    path = os.path.join(folder, 'full.anki2')
    col = Collection(path)
    col.set_config('fsrs', True)
    model = col.models.by_name('Basic')['id']
    decks = [col.decks.id('Words %d' % n) for n in range(1, 101)]
    start = now - 4 * 365 * 86400
    col.db.execute('update col set crt = ?', start)
    col.close()
    notes, cards, log = [], [], {}
    for n in range(100000):
        nid = (start + n * 600) * 1000
        word = ''.join(rng.choice('あいうえおかきくけこさしすせそ') for _ in range(rng.randint(2, 6)))
        front = '%s %d' % (word, n)
        fields = front + chr(31) + 'meaning %d of <b>%s</b>' % (n, word)
        notes.append((nid, 'g%09d' % n, model, now, -1, '', fields, front, 0, 0, ''))
        time, interval, last, lapses = nid // 1000 + 60, 0, 0, 0
        for r in range(10):
            kind = 0 if r < 2 else 2 if interval < 0 else 1
            grade = 1 if kind == 1 and rng.random() < .1 else rng.choice([2, 3, 3, 3, 3, 4])
            lapses += kind == 1 and grade == 1
            last = interval
            if r == 0 or kind == 1 and grade == 1:
                interval = -600
            else:
                interval = 3 if r == 1 else max(1, min(200, int(max(last, 1) * rng.uniform(1.1, 2)) + 1))
            ms = time * 1000 + rng.randint(0, 999)
            while ms in log:
                ms += 1
            log[ms] = (ms, nid, -1, grade, interval, last, rng.randint(500, 900), rng.randint(1500, 20000), kind)
            time += 600 if interval < 0 else interval * 86400 + rng.randint(-20000, 20000)
        interval = max(interval, 1)
        data = json.dumps({'pos': n, 's': round(interval * 1.07, 4), 'd': round(rng.uniform(2, 9), 3),
                           'dr': .9, 'decay': .154, 'lrt': time - interval * 86400}, separators=(',', ':'))
        cards.append((nid, nid, decks[n // 1000], 0, now, -1, 2, 2, (time - start) // 86400, interval, 2500, 10,
                      lapses, 0, 0, 0, 0, data))
    db = sqlite3.connect(path)
    db.executemany('insert into notes values (?,?,?,?,?,?,?,?,?,?,?)', notes)
    db.executemany('insert into cards values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)', cards)
    db.executemany('insert into revlog values (?,?,?,?,?,?,?,?,?)', sorted(log.values()))
    db.commit()
    db.close()
    col = Collection(path)
    measured(lambda: col.export_anki_package(
        out_path=package, limit=None,
        options=ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True, legacy=True)))
    col.close()
    col = Collection(os.path.join(folder, 'empty.anki2'))
    measured(lambda: col.import_anki_package(ImportAnkiPackageRequest(
        package_path=package,
        options=ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True))))
    col.close()
    """
}
