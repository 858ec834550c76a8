import Foundation

/// Every report over 100,000 cards and 1,000,000 reviews beside Anki's graphs of the same reviews, and the
/// log out as lines.
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
  /// What a scan can answer may take this share of the time of Anki's graphs.
  private static let scan = 0.15
  /// What follows from a replay or a simulation may take this share.
  private static let replay = 0.5
  /// The reports, how many days each is about, and what share of Anki's time it may take.
  private static let reports: [(arguments: [String], days: Int, share: Double)] = [
    (["scores", "-D", "-p", "365d"], 365, scan), (["calendar"], 365, scan),
    (["hours", "-p", "365d"], 365, scan), (["words", "-p", "365d"], 365, scan),
    (["sessions"], 30, scan), (["sessions", "-p", "all"], 0, scan), (["scores"], 0, scan),
    (["scores", "-D"], 0, scan), (["scores", "--by", "card"], 0, scan),
    (["scores", "--by", "deck"], 0, scan), (["scores", "--where", "たち"], 0, scan),
    (["hours"], 0, scan), (["cards"], 0, scan), (["intervals"], 0, scan), (["leeches"], 0, scan),
    (["mistakes"], 0, scan), (["confusions"], 0, scan), (["reviews"], 0, scan),
    (["added", "-p", "all"], 0, scan), (["retention"], 0, scan), (["grades"], 0, scan),
    (["groups"], 0, scan), (["level"], 0, scan), (["words"], 0, scan), ([], 0, scan),
    (["forecast", "--value", "due_week"], 0, scan), (["forecast"], 0, replay),
    (["memory"], 0, replay), (["calibration"], 0, replay),
  ]
  private static let runs = 3

  func run(_ report: inout Report) throws {
    report.section("Reports over 1,000,000 reviews (processor time; the quickest of \(Self.runs))")
    // The last day with answers is the present one: reports read its answers from the log.
    let subject = Subject(path: subject.path, dataFolder: subject.dataFolder, now: Self.now)
    guard let peers = try peers(subject) else {
      return report.line("Anki", "not measured: Python or the package anki is missing")
    }
    for (days, peer) in zip(Self.spans, peers) {
      report.line(
        "Anki's graphs, \(days == 0 ? "all" : "\(days) days")",
        "\(Report.number(peer.warm)) s, the first time \(Report.number(peer.cold)) s, "
          + "\(Report.number(peer.memory)) MiB")
    }
    try BareDatabase(path: subject.log)
      .execute("DELETE FROM answer_block; DELETE FROM answer_extent")
    let first = try subject.measure(["stats"])
    report.line(
      "stats, the first time",
      "\(Report.number(first.seconds)) s, \(Report.number(first.memory)) MiB")
    for (arguments, days, share) in Self.reports {
      let (seconds, memory) = try subject.measure(["stats"] + arguments, runs: Self.runs)
      let peer = zip(Self.spans, peers).first { $0.0 == days }?.1.warm ?? 0
      let name = "stats" + arguments.map { " " + $0 }.joined()
      report.ratio(
        name, "\(Report.number(seconds)) s", seconds / max(peer, 1e-9), atMost: share)
      report.line("  its peak memory", memory, "MiB", atMost: 80)
    }
    for arguments in [
      ["--kind", "all"], [], ["--format", "jsonl"], ["--columns", "fsrs"],
      ["--layout", "benchmark"], ["--columns", "all"],
      ["--columns", "all", "--format", "jsonl"],
    ] {
      let (seconds, memory) = try subject.measure(["log", "export"] + arguments, runs: Self.runs)
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
    try subject.measure(["log", "export", "--kind", "all"], streams: .file(events))
    let empty = Subject(path: subject.path, dataFolder: folder + "/data", now: Self.now)
    let (seconds, memory) = try empty.measure(["log", "import", events])
    report.line(
      "log import of them into an empty log",
      "\(Report.number(Double(BigLog.reviews) / 1000 / seconds)) thousand answers/s, "
        + "\(Report.number(memory)) MiB")
  }

  // MARK: - Anki

  /// What Anki's graphs of a span take: seconds of the processor in a collection that was just opened, and
  /// at best, and the most MiB of the process.
  private struct Peer {
    let cold: Double
    let warm: Double
    let memory: Double
  }

  /// Puts the same reviews and cards into a collection, and measures Anki's graphs of each span in a process
  /// of its own; `nil` without Anki.
  private func peers(_ subject: Subject) throws -> [Peer]? {
    let folder = scratch + "/anki"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard try python.words("import anki.collection") != nil else { return nil }
    let columns = "question,time,rating,milliseconds,state,interval_before,interval"
    let inputs = [folder + "/reviews.csv", folder + "/cards.csv"]
    try subject.measure(["log", "export", "--columns", columns], streams: .file(inputs[0]))
    try subject.measure(["cards", "--format", "csv"], streams: .file(inputs[1]))
    let collection = folder + "/collection.anki2"
    guard try python.words(Self.making, inputs + [collection, Self.now]) != nil else { return nil }
    return try Self.spans.map { days in
      let words = try python.words(Self.measuring, [collection, "\(days)"])
      let numbers = (words ?? []).compactMap { Double($0) }
      guard numbers.count == 3 else { throw Failure("Anki's graphs can't be measured") }
      return Peer(cold: numbers[0], warm: numbers[1], memory: numbers[2])
    }
  }

  /// Makes the collection. Anki reads the clock: all times are shifted so that our present is its.
  private static let making = """
    import csv, datetime, json, sqlite3, sys, time
    from anki.collection import Collection
    reviews, cards, path, present = sys.argv[1:5]
    moment = datetime.datetime.fromisoformat
    shift = int(time.time() - moment(present).timestamp())
    today = (moment(present) - datetime.timedelta(hours=4)).date()
    kinds = {'new': 0, 'learning': 0, 'young': 1, 'mature': 1, 'relearning': 2, 'cram': 3}
    log, used, last, numbers = [], set(), {}, {}
    for row in csv.DictReader(open(reviews, encoding='utf-8')):
        at = int(moment(row['time']).timestamp()) + shift
        card = numbers.setdefault(row['question'], len(numbers) + 1)
        key = at * 1000
        while key in used:
            key += 1
        used.add(key)
        last[row['question']] = at
        after, before = int(row['interval'] or 0), int(row['interval_before'] or 0)
        log.append((key, card, -1, int(row['rating']), after or -600, before or -600, 2500,
                    min(int(row['milliseconds']), 60000), kinds[row['state']]))
    col = Collection(path)
    model, decks = col.models.by_name('Basic')['id'], {}
    rows, notes = [], []
    for row in csv.DictReader(open(cards, encoding='utf-8')):
        number = numbers.setdefault(row['card'], len(numbers) + 1)
        deck = decks.setdefault(row['group'], None) or col.decks.id(row['group'])
        decks[row['group']] = deck
        fields = row['prompt'] + chr(31) + row['answer']
        notes.append((number, 'g%d' % number, model, 0, -1, '', fields, row['prompt'], 0, 0, ''))
        if row['card'] not in last:
            rows.append((number, number, deck, 0, 0, -1, 0, 0, number, 0, 0, 0, 0, 0, 0, 0, 0, ''))
            continue
        data = json.dumps({'s': float(row['stability']), 'd': float(row['difficulty']), 'decay': 0.1542,
                           'lrt': last[row['card']]})
        if row['state'] in ('learning', 'relearning'):
            kind, queue = (1 if row['state'] == 'learning' else 3), 1
            due = int(moment(row['due']).timestamp()) + shift
        else:
            kind = queue = 2
            due = col.sched.today + (datetime.date.fromisoformat(row['due'][:10]) - today).days
        rows.append((number, number, deck, 0, 0, -1, kind, queue, due, int(row['interval'] or 0), 2500,
                     int(row['reviews']), int(row['lapses']), 0, 0, 0, 0, data))
    col.close()
    with sqlite3.connect(path) as file:
        for table, rows in [('notes', notes), ('cards', rows), ('revlog', sorted(log))]:
            places = ','.join('?' * len(rows[0]))
            file.executemany('insert into %s values (%s)' % (table, places), rows)
    col = Collection(path)
    col.db.execute('analyze')
    col.close()
    """

  /// Measures the graphs of a span. Python and its modules are loaded before, and not counted.
  private static let measuring = """
    import resource, sys
    from anki.collection import Collection
    col = Collection(sys.argv[1])
    spent = []
    for _ in range(4):
        begin = resource.getrusage(resource.RUSAGE_SELF)
        col._backend.graphs(search='', days=int(sys.argv[2]))
        end = resource.getrusage(resource.RUSAGE_SELF)
        spent.append(end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime)
    print(spent[0], min(spent[1:]), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    col.close()
    """
}
