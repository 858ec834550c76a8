import Foundation
import RabbleScheduling
import RabbleStorage

/// Filters over the log that was answered here, beside Anki's own search over as many.
struct FilterBenchmark {
  let logs: BigLogs
  let python: Python

  /// Our filters, each with what Anki calls the nearest thing to it, if it has one.
  private static let filters: [(ours: String, anki: String?)] = [
    ("is:due", "is:due"), ("is:new", "is:new"), ("is:mature", "prop:ivl>=21"),
    ("is:leech or is:suspended", "tag:leech or is:suspended"),
    ("deck:\"Words 5*\"", "deck:\"Words 5*\""), ("rated:7", "rated:7"),
    ("rated:7:again", "rated:7:1"), ("rated:365:good", "rated:365:3"), ("rated:2026-10", nil),
    ("rated:2024..2026-10:again", nil),
    ("introduced:30", "introduced:30"), ("added:30", "added:30"), ("due:3", "prop:due<=3"),
    ("stability<10", nil), ("difficulty>7", nil), ("retrievability<.8", nil),
    ("lapses>3", "prop:lapses>3"), ("mistake:long-vowel", nil), ("tag:verb", "tag:verb"),
    ("badenki", "badenki"), ("たち", "たち"), ("\"the ba*su\"", "\"the ba*su\""),
    ("ﾀﾁ", "nc:たち"),
    ("-(lapses>3 or is:new) ba rated:30", "prop:lapses<=3 -is:new ba rated:30"),
    ("(retrievability<.8 or is:due) -rated:2026-10 the", nil),
  ]
  private static let runs = 9

  func run(_ report: inout Report) throws {
    report.section(
      "A filter over \(logs.size) (processor time; the median of \(Self.runs))")
    let answered = try logs.answered()
    let subject = try answered.restored()
    let log = try BigLog.open(answered.path)
    let now = try BigLogs.moment(BigLogs.now)
    let groups = try log.read { try $0.decks.groups(of: [answered.decks + "/Words.json"]) }
      .map { FilterStore.Group($0, names: [$0.title, "Words"]) }
    let localTime = LocalTime.fixed(offset: BigHistory.utcOffset)
    func cards(_ text: String) throws -> Int {
      let filter = try CardFilter(text)
      return try log.read {
        try $0.filters.cards(filter, in: groups, localTime: localTime, at: now).cards.count
      }
    }
    let peer = try peerTimes()
    if peer == nil { report.line("Anki", "not measured: Python or the package anki is missing") }
    for (index, (ours, anki)) in Self.filters.enumerated() {
      var times = Sample()
      var count = try cards(ours)
      for _ in 0..<Self.runs {
        let start = ProcessorTime.now
        count = try cards(ours)
        times.add((ProcessorTime.now - start) * 1e3)
      }
      report.line("\(ours): \(count) cards", times.median, "ms", atMost: 150)
      if let anki, let time = peer?[index] {
        report.line("  Anki: \(anki)", "\(Report.number(time)) ms")
      }
    }
    try log.close()
    try sessions(subject, &report)
  }

  /// How long the next card of a session with a filter takes, the answer's way to the disk included.
  private func sessions(_ subject: Subject, _ report: inout Report) throws {
    for filter in ["is:due", "deck:\"Words 5*\" rated:365 lapses>0", "たち or is:due"] {
      let child = try subject.start(
        ["study", "--where", filter, "--format", "json", "--reviews", "1000000"], streams: .pipes)
      try child.wait(for: "\"kind\":\"question\"")
      var times = Sample()
      for run in -3..<50 {
        let start = ContinuousClock.now
        child.send("something wrong\n")
        try child.wait(for: "\"kind\":\"question\"")
        // The judge is made while the first card is answered.
        if run >= 0 { times.add((ContinuousClock.now - start).inMilliseconds) }
      }
      child.send(":quit\n")
      _ = child.readToEnd()
      child.waitForExit()
      report.line("the next card of study --where '\(filter)'", times.median, "ms", atMost: 2)
    }
  }

  /// The milliseconds that Anki's search takes, by the index of the filter; `nil` without Anki.
  private func peerTimes() throws -> [Int: Double]? {
    let searches = Self.filters.enumerated().compactMap { index, filter in
      filter.anki.map { (index, $0) }
    }
    let list = searches.map { "r'''\($0.1)'''" }.joined(separator: ", ")
    let words = try python.words(
      Self.script.replacing("SEARCHES", with: "[\(list)]"),
      ["\(logs.size.cards)", "\(logs.size.reviews / logs.size.cards)"])
    guard let words, words.count == searches.count else { return nil }
    return Dictionary(
      uniqueKeysWithValues: zip(searches, words).compactMap { search, word in
        Double(word).map { (search.0, $0) }
      })
  }

  /// Makes a collection like ours, with 100 decks and as many notes and reviews, and measures each search.
  private static let script = """
    import os, random, statistics, sys, tempfile, time
    from anki.collection import Collection
    count, reviews = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(1)
    kana = 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもらりるれろ'
    syllables = ['ba', 'den', 'ki', 'lor', 'mi', 'nes', 'po', 'ran', 'su', 'tel', 'vi', 'wo']
    with tempfile.TemporaryDirectory() as folder:
        col = Collection(os.path.join(folder, 'collection.anki2'))
        model = col.models.by_name('Basic')['id']
        decks = [col.decks.id('Words %d' % n) for n in range(1, 101)]
        now = int(time.time())
        notes, cards, log = [], [], []
        for n in range(count):
            front = ''.join(rng.choice(kana) for _ in range(4)) + str(n)
            meaning = ''.join(rng.choice(syllables) for _ in range(3))
            back = 'the %s of %s%d' % (meaning, rng.choice(syllables), n)
            nid = (now - 90000000 + n * 800) * 1000
            notes.append((nid, 'g%d' % n, model, now, -1, '', front + chr(31) + back, front, 0, 0, ''))
            due = rng.randint(-60, 200)
            interval = rng.randint(1, 300)
            cards.append((nid, nid, decks[n * 100 // count], 0, now, -1, 2, 2, due, interval, 2500, reviews,
                          rng.randint(0, 6), 0, 0, 0, 0, ''))
            for r in range(reviews):
                log.append((nid + rng.randint(1, 90000000) * 1000 + r, nid, -1,
                            rng.choice([1, 2, 3, 3, 3, 4]), interval, 1, 2500, 5000, 1))
        col.db.executemany('insert into notes values (?,?,?,?,?,?,?,?,?,?,?)', notes)
        col.db.executemany('insert into cards values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)', cards)
        col.db.executemany('insert or ignore into revlog values (?,?,?,?,?,?,?,?,?)', log)
        col.db.execute('analyze')
        for search in SEARCHES:
            col.find_cards(search)
            spent = []
            for _ in range(9):
                begin = time.process_time()
                col.find_cards(search)
                spent.append(time.process_time() - begin)
            print(statistics.median(spent) * 1000)
        col.close()
    """
}
