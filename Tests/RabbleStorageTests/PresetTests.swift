import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

@Suite struct PresetTests {
  private let words = group("Words", [("犬", "dog"), ("猫", "cat"), ("鳥", "bird")])

  /// Parameters of FSRS-6 with which everything is forgotten faster, or slower, than by default.
  private func model(factor: Double) throws -> MemoryModel {
    var parameters = MemoryModel().parameters
    for index in 0..<4 { parameters[index] *= factor }
    return try MemoryModel(parameters: parameters)
  }

  private func day(_ number: Int) -> Moment {
    morning.advanced(byMilliseconds: Int64(number) * 86_400_000)
  }

  /// A log in which all cards have been learned and come back after some days.
  private func studied(on path: String? = nil) throws -> StudyLog {
    let log = try openLog(path)
    try log.store([kana, words])
    for (number, card) in try log.cards().enumerated() { try study(card, number, in: log) }
    return log
  }

  private func study(_ card: Card, _ number: Int, in log: StudyLog) throws {
    try log.answer(card, .easy, at: morning)
    try log.answer(card, number.isMultiple(of: 3) ? .again : .good, at: day(8))
    try log.answer(card, .good, at: day(8).advanced(byMilliseconds: 900_000))
  }

  @Test func `a preset that could not be read again is not written`() throws {
    let log = try openLog()
    try log.store([kana, words])
    let changes: [PresetChange] = [
      .set(Preset(desiredRetention: 1.5), .learner),
      .set(Preset(maximumInterval: 0), .learner),
      .set(Preset(learningSteps: [-1]), .learner),
      .set(Preset(name: String(repeating: "n", count: 20_000)), .learner),
      .set(Preset(limits: DeckLimit(new: -5)), .learner),
      .use(preset: "default", retention: 2, groups: ["Words"]),
    ]
    for change in changes {
      #expect(throws: PresetFault.self) {
        try log.write { try $0.presets.apply(change, at: morning) }
      }
    }
    #expect(try log.read { try $0.presets.book() } == PresetBook())
    #expect(try log.read { try $0.presets.history() }.entries.isEmpty)
  }

  @Test func `without a change all groups use the default preset`() throws {
    let log = try openLog()
    #expect(try log.read { try $0.presets.book() } == PresetBook())
    #expect(try log.read { try $0.presets.book() }.preset(forGroup: "Kana") == Preset())
  }

  @Test func `a preset comes back from the log as it was set`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let preset = try Preset(
      name: "kanji", model: model(factor: 1.5), desiredRetention: 0.93, maximumInterval: 400,
      learningSteps: [30, 90], relearningSteps: [],
      week: StudyWeek([.normal, .half, .least]), balancesLoad: false,
      leech: LeechRule(threshold: 5, action: .suspend), learnedFrom: 1234,
      ignoresBefore: day(-30).day)
    let log = try openLog(path)
    _ = try log.write { try $0.presets.apply(.set(preset, .optimize), at: morning) }
    try log.write {
      try $0.presets.apply(
        .use(preset: "kanji", retention: 0.8, groups: ["Kana", "A, “b”"]), at: morning)
    }
    let book = try openLog(path).read { try $0.presets.book() }
    #expect(book.preset(named: "kanji") == preset)
    #expect(book.presets.map(\.name) == ["default", "kanji"])
    #expect(book.groups(using: "kanji") == ["A, “b”", "Kana"])
    var expected = preset
    expected.desiredRetention = 0.8
    #expect(book.preset(forGroup: "Kana") == expected)
    #expect(book.preset(forGroup: "Words") == Preset())
    #expect(try log.read { try $0.presets.history() }.entries.map(\.moment) == [morning, morning])
  }

  @Test func `new parameters schedule every card as if they had always held`() throws {
    let log = try studied()
    let model = try model(factor: 3)
    let change = try log.write {
      try $0.presets.apply(.set(Preset(model: model), .learner), at: day(8))
    }
    #expect(change.moved > 0)
    let scheduler = Scheduler(model: model)
    for card in try log.cards() {
      var expected: Schedule?
      for review in try log.reviews(of: card.id) {
        expected = scheduler.schedule(
          expected, grade: review.grade, at: review.moment, card: card.id,
          fuzzPosition: review.fuzzPosition)
      }
      let kept = try log.schedule(of: card)
      #expect(kept?.memory == expected?.memory)
      #expect(kept?.interval == expected?.interval)
      #expect(kept?.lastReview == expected?.lastReview)
      #expect(kept?.due == expected?.due)
    }
    #expect(try log.check() == [])
  }

  @Test(arguments: [false, true])
  func `what a change comes to can be computed before it is written`(goesOn: Bool) throws {
    let change = PresetChange.set(
      Preset(model: try model(factor: 0.3), desiredRetention: 0.85), .learner)
    let (log, other) = (try studied(), try studied())
    let preparation = try log.read { try $0.presets.prepare(change, at: day(9)) }
    #expect(preparation != nil)
    if goesOn {
      // What was computed before is of another log.
      for log in [log, other] { try log.answer(try log.cards()[0], .again, at: day(8)) }
    }
    let prepared = try log.write {
      try $0.presets.apply(change, prepared: preparation, at: day(9)).moved
    }
    let direct = try other.write { try $0.presets.apply(change, at: day(9)).moved }
    #expect(prepared == direct && prepared > 0)
    #expect(try schedules(of: log) == schedules(of: other))
    #expect(try log.check() == [])
  }

  private func schedules(of log: StudyLog) throws -> [CardID: Schedule] {
    try Dictionary(
      uniqueKeysWithValues: log.cards().map { ($0.id, try #require(try log.schedule(of: $0))) })
  }

  @Test func `a card's schedule depends on its own reviews and the preset alone`() throws {
    let all = try studied()
    let change = PresetChange.set(Preset(model: try model(factor: 3)), .optimize)
    _ = try all.write { try $0.presets.apply(change, at: day(9)) }
    for (number, card) in try all.cards().enumerated() {
      let alone = try openLog()
      try alone.store([kana, words])
      try study(card, number, in: alone)
      _ = try alone.write { try $0.presets.apply(change, at: day(9)) }
      #expect(try alone.schedule(of: card) == all.schedule(of: card))
    }
  }

  @Test func `optimized parameters leave cards on days nearby, and move others`() throws {
    for (factor, mayMove) in [(1.05, false), (3, true)] {
      let log = try studied()
      let before = try log.cards().map { ($0, try #require(try log.schedule(of: $0))) }
      let moved = try log.write {
        try $0.presets.apply(.set(Preset(model: model(factor: factor)), .optimize), at: day(8))
      }.moved
      #expect((moved > 0) == mayMove)
      var count = 0
      for (card, old) in before {
        let now = try #require(try log.schedule(of: card))
        #expect(now.memory != old.memory)
        guard case .on(let day) = now.due, case .on(let oldDay) = old.due, day != oldDay else {
          continue
        }
        // Anki's fuzz range: a day, and shares of the interval's parts.
        let days = Double(now.interval)
        let delta =
          1 + 0.15 * max(min(days, 7) - 2.5, 0) + 0.1 * max(min(days, 20) - 7, 0)
          + 0.05 * max(days - 20, 0)
        #expect(abs(Double(day.number - oldDay.number)) >= 2 * delta - 2)
        count += 1
      }
      #expect(count == moved)
      #expect(try log.check() == [])
    }
  }

  /// After an optimization that has left cards near the days that it computes for them.
  private func optimized() throws -> (log: StudyLog, preset: Preset) {
    let log = try studied()
    let preset = Preset(model: try model(factor: 1.15))
    let moved = try log.write { try $0.presets.apply(.set(preset, .optimize), at: day(8)).moved }
    let cards = try log.cards()
    let scheduler = Scheduler(preset)
    let elsewhere = try cards.count { card in
      let computed = scheduler.replay(try log.reviews(of: card.id))
      return try computed?.due != log.schedule(of: card)?.due
    }
    try #require(elsewhere > 0 && moved < cards.count)
    return (log, preset)
  }

  @Test func `a change that decides about no interval moves no card`() throws {
    let (log, preset) = try optimized()
    let before = try log.dump("schedule")
    var others: [Preset] = []
    func change(_ body: (inout Preset) -> Void) {
      var other = preset
      body(&other)
      others.append(other)
    }
    change { $0.ignoresBefore = day(3).day }
    change { $0.leech = LeechRule(threshold: 3, action: .suspend) }
    change { $0.week = StudyWeek([.normal, .half, .least]) }
    change { $0.balancesLoad = false }
    change { $0.limits = DeckLimit(new: 4, reviews: 10) }
    change { $0.learnedFrom = 7 }
    for other in others {
      #expect(try log.write { try $0.presets.apply(.set(other, .learner), at: day(9)).moved } == 0)
      #expect(try log.dump("schedule") == before)
    }
    var named = preset
    named.name = "kanji"
    let uses: [PresetChange] = [
      .set(named, .learner), .use(preset: "kanji", retention: nil, groups: ["Kana"]),
    ]
    for use in uses {
      #expect(try log.write { try $0.presets.apply(use, at: day(9)).moved } == 0)
    }
    #expect(try log.dump("schedule") == before)
    #expect(try log.check() == [])
    _ = try log.rebuild()
    #expect(try log.dump("schedule") == before)
    // What decides about intervals moves them, and undoing that gives them back.
    var strict = preset
    strict.desiredRetention = 0.97
    let id = try log.write { try $0.presets.apply(.set(strict, .learner), at: day(9)).id }
    #expect(try log.dump("schedule") != before)
    _ = try log.undo(id, at: day(9))
    #expect(try log.dump("schedule") == before)
    #expect(try log.check() == [])
  }

  @Test func `new parameters move nothing into the past, and leave overdue what was`() throws {
    let log = try studied()
    let cards = try log.cards()
    let before = try cards.map { try #require(try log.schedule(of: $0)) }
    let middle = try #require(before.map(\.interval).sorted().dropFirst(4).first)
    let now = day(8 + middle)
    try log.write {
      try $0.presets.apply(.set(Preset(model: model(factor: 0.05)), .optimize), at: now)
    }
    var today = 0
    for (card, before) in zip(cards, before) {
      let due = try #require(try log.schedule(of: card)).due
      if before.due.hasCome(at: now) {
        #expect(due == before.due)
      } else {
        #expect(due == .on(now.day) || !due.hasCome(at: now))
        if due == .on(now.day) { today += 1 }
      }
    }
    #expect(today > 0)
    #expect(try log.check() == [])
  }

  @Test func `taking a change back gives every card the schedule it had`() throws {
    let log = try studied()
    let before = try log.dump("schedule")
    let parameters = try log.write {
      try $0.presets.apply(.set(Preset(model: model(factor: 0.2)), .optimize), at: day(9))
    }
    let use = try log.write {
      try $0.presets.apply(.use(preset: "x", retention: 0.97, groups: ["Kana"]), at: day(9))
    }
    #expect(try log.dump("schedule") != before)
    guard case .presetChange(let last) = try log.read({ try $0.history.last() }) else {
      Issue.record("the last event is no change of presets")
      return
    }
    #expect(last.id == use.id)
    #expect(try log.undo(use.id, at: day(9)) != nil)
    #expect(try log.undo(parameters.id, at: day(9))?.moved == parameters.moved)
    #expect(try log.undo(parameters.id, at: day(9)) == nil)
    #expect(try log.dump("schedule") == before)
    #expect(try log.read { try $0.presets.book() } == PresetBook())
    #expect(try log.check() == [])
  }

  @Test func `a preset and a retention of its own concern their groups alone`() throws {
    let log = try studied()
    let before = try Dictionary(
      uniqueKeysWithValues: log.cards().map { ($0, try log.schedule(of: $0)) })
    try log.write {
      try $0.presets.apply(.use(preset: "default", retention: 0.97, groups: ["Words"]), at: day(8))
    }
    let strict = Scheduler(desiredRetention: 0.97)
    for (card, schedule) in before {
      let now = try log.schedule(of: card)
      if card.group == "Words" {
        var expected: Schedule?
        for review in try log.reviews(of: card.id) {
          expected = strict.schedule(
            expected, grade: review.grade, at: review.moment, card: card.id,
            fuzzPosition: review.fuzzPosition)
        }
        #expect(now?.interval == expected?.interval)
        #expect(now?.memory == schedule?.memory)
      } else {
        #expect(now == schedule)
      }
    }
    #expect(try log.check() == [])
  }

  @Test func `a group that gets another title keeps its preset, and no other group's is changed`()
    throws
  {
    let log = try studied()
    try log.write {
      try $0.presets.apply(.use(preset: "a", retention: 0.8, groups: ["Kana"]), at: day(9))
    }
    try log.write {
      try $0.presets.apply(.use(preset: "b", retention: nil, groups: ["Taken"]), at: day(9))
    }
    try log.store([group("Taken", [("犬", "dog")])], as: "/taken.json")
    for title in ["Taken", "Letters"] {
      try log.write {
        try $0.presets.rename(group: "Kana", to: GroupName(title), with: nil, at: day(9))
      }
    }
    try log.write {
      try $0.presets.rename(group: "Words", to: "Nouns", with: nil, at: day(9))
    }
    let book = try log.read { try $0.presets.book() }
    #expect(book.name(forGroup: "Letters") == "a")
    #expect(book.retention(ofGroup: "Letters") == 0.8)
    #expect(book.name(forGroup: "Taken") == "b")
    #expect(book.name(forGroup: "Nouns") == nil)
    #expect(try log.check() == [])
  }

  @Test func `a group that takes a title given up by another has its own history of presets`()
    throws
  {
    let log = try studied()
    let card = try log.cards()[0]
    let own = PresetChange.use(preset: "default", retention: 0.8, groups: ["Kana"])
    try log.write { _ = try $0.presets.apply(own, at: day(10)) }
    try log.write {
      _ = try $0.presets.apply(.rename(from: "Kana", to: "Signs"), at: day(11))
    }
    // A session that was begun before still calls the group by its old title.
    try log.answer(card, at: day(40))
    #expect(try log.check() == [])
    let history = try log.read { try $0.presets.history() }
    #expect(history.periods(ofGroup: "Signs").map(\.preset.desiredRetention) == [0.9, 0.8])
    #expect(history.periods(ofGroup: "Kana").map(\.preset.desiredRetention) == [0.9])
  }

  @Test func `a card that goes on in another group is scheduled in that group's way`() throws {
    let log = try openLog()
    let question = Question(id: "dog", prompt: "犬", answer: "dog")
    try log.store([QuestionGroup(title: "Kana", questions: [question])])
    try log.write {
      try $0.presets.apply(
        .set(Preset(name: "slow", model: self.model(factor: 4)), .learner), at: morning)
    }
    try log.write {
      try $0.presets.apply(.use(preset: "slow", retention: nil, groups: ["Words"]), at: morning)
    }
    let kana = try log.cards()[0]
    try log.answer(kana, .easy, at: morning)
    try log.store([QuestionGroup(title: "Words", questions: [question])])
    let card = try log.cards()[0]
    #expect(card.id == kana.id)
    let schedule = try log.answer(card, .good, at: day(9)).schedule
    let model = try model(factor: 4)
    #expect(
      schedule.memory
        == model.nextState(
          model.initialState(.easy), grade: .good, elapsedDays: 9))
    #expect(try log.check() == [])
  }

  @Test(arguments: 0..<12)
  func `whatever is answered, changed and taken back, replay proves the schedules`(seed: Int) throws
  {
    let log = try openLog()
    try log.store([kana, words])
    let cards = try log.cards()
    var generator = SeededGenerator(seed: UInt64(seed))
    var moment = morning
    for _ in 0..<150 {
      moment = moment.advanced(byMilliseconds: Int64.random(in: 0...90_000_000, using: &generator))
      let card = cards.randomElement(using: &generator) ?? cards[0]
      switch Int.random(in: 0..<14, using: &generator) {
      case 0:
        let preset = Preset(
          name: Bool.random(using: &generator) ? "default" : "own",
          model: try model(factor: .random(in: 0.1...8, using: &generator)),
          desiredRetention: .random(in: 0.7...0.97, using: &generator),
          learningSteps: Bool.random(using: &generator) ? [60, 600] : [],
          leech: LeechRule(threshold: 2, action: .suspend))
        _ = try log.write { try $0.presets.apply(.set(preset, .learner), at: moment) }
      case 1:
        try log.write {
          try $0.presets.apply(
            .use(
              preset: Bool.random(using: &generator) ? "own" : "default",
              retention: Bool.random(using: &generator) ? 0.8 : nil, groups: ["Kana"]), at: moment)
        }
      case 2: _ = try log.write { try $0.reviews.undo(at: moment) }
      case 3:
        switch try log.read({ try $0.history.last() }) {
        case .presetChange(let entry): _ = try log.undo(entry.id, at: moment)
        case .suspension(let id, _, _, _): _ = try log.undo(id, at: moment)
        default: break
        }
      case 4:
        try log.write {
          try $0.suspensions.suspend(
            card.id,
            [.suspended, .active, .buried(until: moment.day.advanced(byDays: 1))]
              .randomElement(using: &generator) ?? .active, at: moment)
        }
      default:
        let load = try log.read { try $0.dueLoad.besides(card.id, at: moment) }
        let review = Review(
          card: card.id, grade: Grade.allCases.randomElement(using: &generator) ?? .good,
          moment: moment, typed: nil, verdict: nil, hintUsed: false, duration: 1)
        let last = try log.write { try $0.reviews.record(review, of: card, load: load) }
        if Int.random(in: 0..<6, using: &generator) == 0 {
          try log.write {
            try $0.reviews.revise(last.id, to: .hard, accepting: false, at: moment)
          }
        }
      }
    }
    #expect(try log.check() == [])
    let before = (try log.dump("schedule"), try log.dump("held"))
    _ = try log.rebuild()
    #expect((try log.dump("schedule"), try log.dump("held")) == before)
  }

  @Test func `what other cards ask of the days is what the schedules say, answer after answer`()
    throws
  {
    let log = try studied()
    let cards = try log.cards()
    for (number, card) in (cards + cards).enumerated() {
      let now = day(10 + number)
      let load = try log.read { try $0.dueLoad.besides(card.id, at: now) }
      let end = now.day.advanced(byDays: Scheduler.loadHorizon)
      var expected: [StudyDay: Int] = [:]
      for other in cards where other != card {
        if case .on(let due) = try log.schedule(of: other)?.due, due > now.day, due <= end {
          expected[due, default: 0] += 1
        }
      }
      #expect(load.counts.filter { $0.value > 0 && $0.key <= end } == expected)
      try log.write {
        try $0.reviews.record(
          Review(
            card: card.id, grade: .good, moment: now, typed: nil, verdict: nil, hintUsed: false,
            duration: 1), of: card, load: load)
      }
    }
  }
}

extension StudyLog {
  fileprivate func schedule(of card: Card) throws -> Schedule? {
    try read { try $0.schedules.progress(of: card.id)?.schedule }
  }

  fileprivate func reviews(of card: CardID) throws -> [Review] {
    var reviews: [Review] = []
    try read { tx in
      try tx.reviews.forEach {
        if !$0.isRetracted, $0.review.card == card { reviews.append($0.review) }
      }
    }
    return reviews
  }
}
