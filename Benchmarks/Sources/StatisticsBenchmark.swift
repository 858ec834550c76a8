import Foundation

/// Every report over 100,000 cards and 1,000,000 reviews beside Anki's graphs of as many, and the log out
/// as lines.
struct StatisticsBenchmark {
  let big: BigLog
  let subject: Subject
  let python: Python
  /// A folder for what is written.
  let scratch: String
  /// The last day with an answer, in the evening.
  private static let now = "2026-11-17T23:50:00+09:00"

  /// The spans of Anki's graphs, in days; 0 is all.
  private static let spans = [30, 365, 0]
  /// The reports, how many days each is about, and what share of Anki's time it may take.
  private static let reports: [(arguments: [String], days: Int, share: Double)] = [
    (["scores", "-D", "-p", "365d"], 365, 0.15), (["calendar"], 365, 0.15),
    (["sessions"], 30, 0.15), (["scores"], 0, 0.15), (["scores", "-D"], 0, 0.15),
    (["scores", "--by", "group"], 0, 0.15), (["hours"], 0, 0.15), (["cards"], 0, 0.15),
    (["intervals"], 0, 0.15), (["leeches"], 0, 0.15), (["mistakes"], 0, 0.15),
    (["confusions"], 0, 0.15), (["reviews"], 0, 0.15), (["added", "-p", "all"], 0, 0.15),
    (["retention"], 0, 0.15), (["grades"], 0, 0.15), (["groups"], 0, 0.15), (["level"], 0, 0.15),
    (["forecast"], 0, 0.15), (["words"], 0, 0.15), ([], 0, 0.15),
    (["memory"], 0, 0.5), (["calibration"], 0, 0.5),
  ]
  private static let runs = 3

  func run(_ report: inout Report) throws {
    report.section("Reports over 1,000,000 reviews (processor time; the quickest of \(Self.runs))")
    let peers = try python.words(Self.script)?.compactMap { Double($0) }
    guard let peers, peers.count == Self.spans.count else {
      return report.line("Anki", "not measured: Python or the package anki is missing")
    }
    for (days, time) in zip(Self.spans, peers) {
      report.line(
        "Anki's graphs, \(days == 0 ? "all" : "\(days) days")", "\(Report.number(time)) s")
    }
    // The last day with answers is the present one: reports read its answers from the log.
    let subject = Subject(path: subject.path, dataFolder: subject.dataFolder, now: Self.now)
    try BareDatabase(path: subject.log)
      .execute("DELETE FROM answer_block; DELETE FROM answer_extent")
    let first = try measure(subject, ["stats", "scores"], runs: 1)
    report.line(
      "stats scores, the first time",
      "\(Report.number(first.seconds)) s, \(Report.number(first.memory)) MiB")
    for (arguments, days, share) in Self.reports {
      let (seconds, memory) = try measure(subject, ["stats"] + arguments)
      let peer = zip(Self.spans, peers).first { $0.0 == days }?.1 ?? 0
      let name = "stats" + arguments.map { " " + $0 }.joined()
      report.ratio(
        name, "\(Report.number(seconds)) s", seconds / max(peer, 1e-9), atMost: share)
      report.line("  its peak memory", memory, "MiB", atMost: 80)
    }
    for arguments in [
      ["--kind", "all"], ["--format", "jsonl"], ["--columns", "fsrs"], ["--columns", "all"],
    ] {
      let (seconds, memory) = try measure(subject, ["log", "export"] + arguments)
      let rate = Double(BigLog.reviews) / 1000 / seconds
      report.verdict(
        "log export \(arguments.joined(separator: " "))",
        "\(Report.number(rate)) thousand answers/s", "at least 200", isMet: rate >= 200)
      report.line("  its peak memory", memory, "MiB", atMost: 40)
    }
    try importBack(subject, &report)
  }

  /// Takes the events of the big log into an empty one.
  private func importBack(_ subject: Subject, _ report: inout Report) throws {
    let folder = scratch + "/import"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let events = folder + "/events.jsonl"
    _ = try measure(subject, ["log", "export", "--kind", "all", "--output", events], runs: 1)
    let empty = Subject(path: subject.path, dataFolder: folder + "/data", now: Self.now)
    let (seconds, memory) = try measure(empty, ["log", "import", events], runs: 1)
    report.line(
      "log import of them into an empty log",
      "\(Report.number(Double(BigLog.reviews) / 1000 / seconds)) thousand answers/s, "
        + "\(Report.number(memory)) MiB")
  }

  /// The seconds of the processor and the MiB that a command takes.
  private func measure(
    _ subject: Subject, _ command: [String], runs: Int = Self.runs
  ) throws -> (seconds: Double, memory: Double) {
    var best = Double.infinity
    var memory = 0.0
    for _ in 0..<runs {
      let child = try subject.start(command, streams: .nowhere)
      let code = child.waitForExit()
      guard code == 0 else { throw Failure("\(command.joined(separator: " ")) ended with \(code)") }
      best = min(best, child.processorTimeOfEnded)
      memory = max(memory, child.peakOfEnded)
    }
    return (best, memory)
  }

  /// Makes a collection like ours, with ten reviews a card over three years, and measures the graphs of
  /// each span.
  private static let script = """
    import os, random, resource, tempfile, time
    from anki.collection import Collection
    rng = random.Random(1)
    now = int(time.time())
    with tempfile.TemporaryDirectory() as folder:
        col = Collection(os.path.join(folder, 'collection.anki2'))
        model = col.models.by_name('Basic')['id']
        decks = [col.decks.id('Words %d' % n) for n in range(1, 101)]
        notes, cards, log = [], [], {}
        for n in range(100000):
            nid = (now - 94608000 + n * 800) * 1000
            notes.append((nid, 'g%d' % n, model, now, -1, '', 'f%d%sb' % (n, chr(31)), 'f%d' % n, 0, 0, ''))
            interval = rng.randint(1, 300)
            data = '{"s":%d,"d":5.1,"decay":0.154}' % interval
            cards.append((nid, nid, decks[n // 1000], 0, now, -1, 2, 2, rng.randint(-60, 200), interval, 2500, 10,
                          rng.randint(0, 6), 0, 0, 0, 0, data))
            for r in range(10):
                time_of = now * 1000 - rng.randint(1, 94608000000)
                log[time_of] = (time_of, nid, -1, rng.choice([1, 2, 3, 3, 3, 4]), interval, interval // 2, 2500, 5000, 1)
        col.db.executemany('insert into notes values (?,?,?,?,?,?,?,?,?,?,?)', notes)
        col.db.executemany('insert into cards values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)', cards)
        col.db.executemany('insert into revlog values (?,?,?,?,?,?,?,?,?)', sorted(log.values()))
        col.db.execute('analyze')
        for days in (30, 365, 0):
            spent = []
            for _ in range(3):
                begin = resource.getrusage(resource.RUSAGE_SELF)
                col._backend.graphs(search='', days=days)
                end = resource.getrusage(resource.RUSAGE_SELF)
                spent.append(end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime)
            print(min(spent))
        col.close()
    """
}
