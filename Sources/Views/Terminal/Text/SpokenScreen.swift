import RabbleScreens
import RabbleText

/// A study screen for a screen reader: one thing a line, in words, with nothing that stands for something
/// by its place, color or shape.
struct SpokenScreen {
  /// The lines, without their ends.
  private(set) var lines: [String] = []
  /// What stands before the line to type; `nil` when nothing new is asked for.
  private(set) var inputPrompt: String?
  /// Whether keys may turn into kana.
  private(set) var asksForKana = false

  /// Puts a screen into words.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - isRepeated: whether the same question was asked just before.
  ///   - showsTyped: whether a right answer is repeated, because it was not seen while it was typed.
  init(_ screen: StudyScreen, isRepeated: Bool, showsTyped: Bool) {
    switch screen {
    case .lesson(let lesson): say(lesson)
    case .choice(let choice): say(choice)
    case .question(let question): say(question, isRepeated: isRepeated)
    case .revealed(let revealed): say(revealed)
    case .verdict(let verdict): say(verdict, showsTyped: showsTyped)
    case .notice(let notice):
      if notice.tone == .problem { add("Problem:") }
      for line in notice.lines { add(Self.sentence(line)) }
      if notice.topic == "note" { inputPrompt = "Note:" }
    case .summary(let summary): say(summary)
    }
  }

  private mutating func add(_ line: String) {
    let line = line.spoken
    if !line.isEmpty { lines.append(line) }
  }

  private mutating func add(_ label: String, _ value: String?) {
    if let value, !value.isEmpty { add("\(label): \(value.spoken)") }
  }

  /// Adds a text, and how it is read.
  private mutating func add(_ label: String, _ ruby: RubyText?) {
    add(label, ruby?.base)
    add("Read", ruby.flatMap(reading))
  }

  /// A blank line, at which screen readers and braille displays find the next thing.
  private mutating func addSpace() { lines.append("") }

  // MARK: - Screens

  private mutating func say(_ question: QuestionScreen, isRepeated: Bool) {
    if !isRepeated {
      addSpace()
      add("Question \(question.number)\(question.isNew ? ", new card" : "").")
      add("Group", question.standing.group)
      if let counts = question.standing.counts, !question.standing.asksAny {
        add("Left", Self.list(counts))
      } else {
        add("Left", NumberText.count(question.standing.remaining, "card"))
      }
      add(question.asksFor.request)
    }
    add("Meaning", question.meaning)
    let paragraphs = RubyText(segments: [.init(base: question.prompt)]).paragraphs
    add("Prompt", paragraphs.first?.base)
    for paragraph in paragraphs.dropFirst() { add(paragraph.base) }
    add("Romaji", question.romaji)
    add("Read", question.furigana.flatMap(reading))
    add("Hint", question.hint)
    inputPrompt = "Answer:"
    asksForKana = question.asksForKana
  }

  private mutating func say(_ lesson: LessonScreen) {
    addSpace()
    add("New card \(lesson.number) of \(lesson.count).")
    add("Group", lesson.standing.group)
    add("Prompt", lesson.prompt)
    add("Romaji", lesson.romaji)
    add("Answer", lesson.answer.answer)
    say(lesson.answer, besides: [lesson.prompt.base, reading(lesson.prompt)])
    for alike in lesson.alike { add("Alike", alike) }
    inputPrompt = "Press Enter to go on:"
  }

  private mutating func say(_ choice: ChoiceScreen) {
    addSpace()
    for line in choice.lines { add(line) }
    for (index, text) in choice.choices.enumerated() { add("\(index + 1): \(text)") }
    inputPrompt = "Number, 1 to \(choice.choices.count), or Enter for 1:"
  }

  private mutating func say(_ revealed: RevealedScreen) {
    add("Answer", revealed.answer.answer)
    say(revealed.answer, besides: [revealed.prompt])
    for choice in revealed.choices { add("\(choice.number): \(choice.name), \(choice.returns)") }
    inputPrompt = "Grade, 1 to \(revealed.choices.count):"
  }

  private mutating func say(_ verdict: VerdictScreen, showsTyped: Bool) {
    if let typed = verdict.typed {
      switch verdict.verdict {
      case .correct: add("Correct.")
      case .remark: add("Correct, with a note.")
      case .retry: add("Try again. Nothing was recorded.")
      case .wrong: add("Incorrect.")
      }
      if showsTyped || verdict.verdict != .correct { add("You typed", typed) }
      add("The answer is", verdict.answer?.answer)
    } else {
      add(verdict.grade.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? "")
    }
    add(verdict.message)
    if let comparison = verdict.helpfulComparison {
      for line in Self.differences(comparison) { add(line) }
    }
    if verdict.typed == nil {
      // The rest was said before the grade.
      add("Hint", verdict.answer?.hint)
    } else if let answer = verdict.answer {
      say(answer)
    }
    if let grade = verdict.grade {
      if verdict.typed != nil { add("Grade", grade) }
      if verdict.keepsSchedule {
        add(verdict.returns.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? "")
      } else {
        add(
          "Due",
          verdict.due.map { $0.phrase + (verdict.returnsInSession ? ", in this session" : "") })
      }
      let share = verdict.standing.percentage.map { ", \(NumberText.percent($0))" } ?? ""
      add("\(verdict.standing.correct) correct, \(verdict.standing.incorrect) incorrect\(share).")
    }
    if let leech = verdict.leech { add(leech.message) }
    switch verdict.pause {
    case nil: break
    case .enter: inputPrompt = "Press Enter to go on:"
    case .retype(let kana):
      inputPrompt = "Type the answer once:"
      asksForKana = kana
    }
  }

  /// What a deck says beside an answer; a reading that is the answer, or was said before, is not repeated.
  private mutating func say(_ answer: AnswerText, besides said: [String?] = []) {
    add("Word", answer.word)
    add("Sentence", answer.sentence)
    add("Meaning", answer.meaning)
    if !(said + [answer.answer, answer.word.flatMap(reading)]).contains(answer.reading) {
      add("Reading", answer.reading)
    }
    add("Pitch", answer.pitch.map(Self.words))
    for detail in answer.details { add(detail.label, detail.text) }
    add("Hint", answer.hint)
    add("Note", answer.note)
    if let example = answer.example {
      add("Example", example.text)
      if !example.text.hasReadings { add("Read", example.reading) }
      add("It means", example.meaning)
    }
  }

  private mutating func say(_ summary: SummaryScreen) {
    addSpace()
    if let unsaved = summary.unsaved {
      add("Problem", unsaved.message)
      addSpace()
    }
    if let today = summary.today, summary.answered == 0 {
      lines += Self.lines(of: today)
    } else {
      add("Session over.")
      add("Answered", "\(summary.answered)")
      if let share = summary.standing.percentage {
        add("Correct", "\(summary.standing.correct), \(NumberText.percent(share))")
      }
      if summary.answered > 0 {
        add("Time", NumberText.time(days: Double(summary.seconds) / 86_400))
        for grade in summary.grades where grade.count > 0 {
          add("Graded \(grade.grade)", "\(grade.count)")
        }
      }
      if summary.left > 0 { add("Left", "\(summary.left)") }
      add("Next due", summary.nextDue.map(Self.moment) ?? "nothing")
      if let today = summary.today {
        addSpace()
        lines += Self.lines(of: today)
      }
    }
    inputPrompt = summary.isFinal ? nil : "Press Enter to quit, or type :more or :undo:"
  }

  /// A day in words.
  static func lines(of today: TodayScreen) -> [String] {
    var lines = ["Today, \(SpokenDate.day(today.day))."]
    let answers = today.correct + today.incorrect
    lines.append(
      answers == 0
        ? "Answers: none yet"
        : "Answers: \(answers), \(today.correct) correct, in "
          + NumberText.time(days: Double(today.seconds) / 86_400))
    if let retention = today.retention {
      lines.append(
        "Retention: \(NumberText.percent(retention)) of "
          + NumberText.count(today.reviewed, "reviewed card"))
    }
    lines.append("Left: \(today.left.total == 0 ? "nothing" : list(today.left))")
    lines.append("Streak: \(NumberText.count(today.streak, "day"))")
    lines.append("Due in the next \(NumberText.count(today.forecast.count, "day")):")
    lines += today.forecast.map {
      "\(SpokenDate.day($0.day)): \(NumberText.count($0.count, "card"))"
    }
    lines += [TodayScreen.remark(onCarriedOver: today.carriedOver)].compactMap(\.self)
    let busy = today.calendar.suffix(7)
    if busy.contains(where: { $0.count > 0 }) {
      lines.append("Answers in the last \(NumberText.count(busy.count, "day")):")
      lines += busy.map { "\(SpokenDate.day($0.day)): \($0.count)" }
    }
    if !today.unlocked.isEmpty {
      lines.append("Unlocked: " + TodayText.unlocked(of: today).joined(separator: ", "))
    }
    return (lines + today.next).map(\.spoken)
  }

  // MARK: - Words

  /// The cards that are left, in words.
  private static func list(_ left: TodayScreen.Left) -> String {
    let parts = [(left.due, "due"), (left.learning, "learning"), (left.new, "new")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  /// How a text with furigana is read; `nil` where it has none, or they are not wanted.
  private func reading(_ ruby: RubyText) -> String? {
    guard ruby.hasReadings, DisplayStyle.current.furigana != .off else { return nil }
    return ruby.segments.map { $0.reading ?? $0.base }.joined()
  }

  private static func words(_ pitch: PitchPattern) -> String {
    if pitch.kernel == 0 { return "level, does not fall" }
    guard pitch.morae.indices.contains(pitch.kernel - 1) else {
      return "falls after beat \(pitch.kernel)"
    }
    return "falls after beat \(pitch.kernel), \(pitch.morae[pitch.kernel - 1].text)"
  }

  /// The most differences that help: more are no typo.
  private static let mostDifferences = 3

  /// Where a typed text differs from the right one, a line each.
  private static func differences(_ comparison: Alignment) -> [String] {
    var parts: [(typed: String, right: String)] = []
    var wasSame = true
    for piece in comparison.pieces {
      if piece.kind == .same {
        wasSame = true
      } else if wasSame {
        parts.append((piece.typed, piece.right))
        wasSame = false
      } else {
        parts[parts.count - 1].typed += piece.typed
        parts[parts.count - 1].right += piece.right
      }
    }
    guard parts.count <= mostDifferences else { return [] }
    return parts.map { typed, right in
      typed.isEmpty
        ? "Missing: “\(right)”"
        : right.isEmpty ? "Too much: “\(typed)”" : "Typed “\(typed)” for “\(right)”"
    }
  }

  /// A line whose parts stand in columns, as a sentence.
  private static func sentence(_ line: String) -> String {
    var parts: [String] = []
    for part in line.split(separator: "  ", omittingEmptySubsequences: true) {
      let part = part.drop { $0 == " " }
      if !part.isEmpty { parts.append(String(part)) }
    }
    return parts.joined(separator: ": ")
  }

  /// A time as it is spoken: `tomorrow, November 22, 2026, 4:00`.
  private static func moment(_ time: ReturnTime) -> String {
    let clock = time.timestamp.dropFirst(11).prefix(5).drop { $0 == "0" }
    let shown = clock.first == ":" ? "0" + clock : String(clock)
    return "\(time.phrase), \(SpokenDate.day(time.timestamp)), \(shown)"
  }
}

extension DirectionKind {
  /// What is asked for, in a sentence; nothing for recognition, in which most cards ask.
  fileprivate var request: String {
    switch self {
    case .recognition: ""
    case .production: "Type the word."
    case .reading: "Type the reading."
    case .cloze: "Fill the gap."
    case .listening: "Type what you hear, or what it means."
    }
  }
}

extension String {
  /// The text as a screen reader reads it well: signs that it would name, or leave out, as words and
  /// punctuation.
  ///
  ///     "犬 → dog · 67%".spoken  // "犬, dog, 67 percent"
  var spoken: String {
    var text = shown
    for (sign, words) in Self.spokenSigns { text = text.replacing(sign, with: words) }
    return text.withoutTrailingSpaces
  }

  private static let spokenSigns = [
    ("” = ", "”: "), (" × ", " times "), (" → ", ", "), ("→ ", ""), (" · ", ", "), (" — ", ", "),
    ("✓ ", ""), ("✗ ", ""), ("↻ ", ""),
    ("%", " percent"), ("‹あ›", "The kana mark"),
  ]
}

/// Dates as they are spoken.
enum SpokenDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The day of a date in ISO 8601: `November 21, 2026`; another text as it is.
  static func day(_ iso8601: String) -> String {
    parts(iso8601).map { "\($0.month) \($0.day), \($0.year)" } ?? iso8601
  }

  /// Its month: `November 2026`.
  static func month(_ iso8601: String) -> String {
    parts(iso8601).map { "\($0.month) \($0.year)" } ?? iso8601
  }

  private static func parts(_ iso8601: String) -> (month: String, day: Int, year: Int)? {
    let parts = iso8601.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return nil }
    return (months[parts[1] - 1], parts[2], parts[0])
  }
}
