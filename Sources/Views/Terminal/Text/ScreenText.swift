import RabbleScreens
import RabbleText

/// A study screen as text for a terminal: a pure function of the screen, the width and whether to
/// color.
package struct ScreenText: Hashable, Sendable {
  /// The lines to write, each with its end; empty when there is nothing to write.
  package let block: String
  /// What stands before the line to type, with Readline's marks around what takes no column; `nil`
  /// when this screen asks for nothing new.
  package let inputPrompt: String?
  /// What stands there while keys turn into kana; `nil` when they never do.
  package let livePrompt: String?

  /// The widest that a text gets, in columns: longer lines are hard to read.
  static let widest = 80

  /// Draws a screen.
  ///
  /// - Parameters:
  ///   - screen: What to draw.
  ///   - width: The terminal's width in columns; the text stays within it, and within ``widest``.
  ///   - isColored: Whether the text is colored.
  ///   - isRepeated: Whether the same question was asked just before, so that nothing is said again
  ///     about where it stands.
  package init(_ screen: StudyScreen, width: Int, isColored: Bool, isRepeated: Bool = false) {
    if DisplayStyle.current.isPlain {
      let spoken = SpokenScreen(screen, isRepeated: isRepeated, showsTyped: false)
      block = spoken.lines.map { $0 + "\n" }.joined()
      inputPrompt = spoken.inputPrompt.map { $0 + " " }
      livePrompt = spoken.asksForKana ? "Answer, in kana as you type: " : nil
      return
    }
    var page = Page(width: max(20, min(width, Self.widest)), isColored: isColored)
    var livePrompt: String?
    switch screen {
    case .lesson(let lesson):
      page.draw(lesson)
      inputPrompt = page.inputPrompt("Enter", .muted)
    case .choice(let choice):
      page.draw(choice)
      inputPrompt = page.inputPrompt("1–\(choice.choices.count) [1]", .muted)
    case .question(let question):
      let prompts = page.draw(question, isRepeated: isRepeated)
      inputPrompt = prompts.off
      livePrompt = question.asksForKana ? prompts.on : nil
    case .revealed(let revealed):
      page.draw(revealed)
      inputPrompt = page.inputPrompt("1–\(revealed.choices.count)", .muted)
    case .verdict(let verdict):
      page.draw(verdict, showsTyped: false)
      switch verdict.pause {
      case nil: inputPrompt = nil
      case .enter: inputPrompt = page.inputPrompt("Enter", .muted)
      case .retype(let asksForKana):
        let prompts = page.inputPrompts("Type it once", .muted)
        inputPrompt = prompts.off
        livePrompt = asksForKana ? prompts.on : nil
      }
    case .notice(let notice):
      page.draw(notice)
      inputPrompt = notice.topic == "note" ? page.inputPrompt("Note", .muted) : nil
    case .summary(let summary):
      page.draw(summary)
      inputPrompt =
        summary.isFinal
        ? nil : page.inputPrompt(width < 40 ? "Enter" : "Enter to quit, :more, :undo", .muted)
    }
    block = page.text
    self.livePrompt = livePrompt
  }

  /// The same content for an output that is no terminal: whole lines, no color, nothing that asks
  /// for input, and what was typed, since it was not seen while typing.
  ///
  /// - Returns: Lines separated by line feeds, without one at the end.
  package static func plain(_ screen: StudyScreen) -> String {
    if DisplayStyle.current.isPlain {
      return SpokenScreen(screen, isRepeated: false, showsTyped: true).lines
        .joined(separator: "\n")
    }
    var page = Page(width: nil, isColored: false)
    switch screen {
    case .lesson(let lesson): page.draw(lesson)
    case .choice(let choice): page.draw(choice)
    case .question(let question): page.draw(question)
    case .revealed(let revealed): page.draw(revealed)
    case .verdict(let verdict): page.draw(verdict, showsTyped: true)
    case .notice(let notice): page.draw(notice)
    case .summary(let summary): page.draw(summary)
    }
    return String(page.text.dropLast())
  }
}

// MARK: - Questions, answers, notices and the end

extension Page {
  /// Draws a question and returns what stands before the line to type, also while keys turn into
  /// kana.
  ///
  /// The prompt stands there itself when it leaves half a line for the answer and is nothing that
  /// Readline could miscount; otherwise it stands on lines of its own.
  @discardableResult
  mutating func draw(_ question: QuestionScreen, isRepeated: Bool = false) -> LivePrompts {
    if !isRepeated {
      addSpace()
      let place: [Span] =
        question.standing.progress.map { counts(of: $0, asksAny: question.standing.asksAny) }
        ?? [("#\(question.number)", .muted), ("\(question.standing.remaining) left", .muted)]
      add(
        [(question.standing.group, .heading)] + place + question.asksFor.span
          + (question.isNew
            ? [(question.standing.progress == nil ? "new" : "new card", .hint)] : []))
      if let progress = question.standing.progress { draw(progress) }
    }
    if let hint = question.hint { add("Hint: " + hint, .hint, indent: 2, hanging: 6) }
    if let meaning = question.meaning { add("Meaning: " + meaning, indent: 2, hanging: 9) }
    if let romaji = question.romaji { add("Romaji: " + romaji, indent: 2, hanging: 8) }
    let ruby = question.furigana ?? RubyText(segments: [.init(base: question.prompt)])
    let layout = layout(of: ruby)
    let prompt = layout?.lines.first?.text ?? inLine(ruby).shown
    if let width, (layout?.lines.count ?? 1) == 1, ruby.paragraphs.count == 1, isSimple(prompt),
      DisplayWidth.columns(of: prompt) * 2 <= width
    {
      if let kana = layout?.lines.first?.kana { addLine(kana, .muted) }
      return inputPrompts(prompt, .prompt)
    }
    add(ruby, .prompt)
    return inputPrompts("", .prompt)
  }

  /// The cards that are left, by kind; only how many where it makes no difference whether they are due.
  private func counts(of progress: SessionProgress, asksAny: Bool) -> [Span] {
    guard !asksAny else { return [("\(progress.left) left", .muted)] }
    return [(progress.due, "due"), (progress.learning, "learning"), (progress.new, "new")]
      .filter { $0.0 > 0 }.map { ("\($0.0) \($0.1)", .muted) }
  }

  /// Draws how far the session has come, on a line that is wide enough.
  private mutating func draw(_ progress: SessionProgress) {
    guard let width, width >= Self.narrow, progress.answered > 0 else { return }
    let left =
      progress.secondsLeft.map {
        $0 < 60 ? ", less than a minute left" : ", about \(minutes($0)) left"
      } ?? ""
    let times = "\(minutes(progress.seconds))\(left)"
    let room = max(0, min(20, width - DisplayWidth.columns(of: times) - 2))
    let blocks = room / DisplayWidth.columns(of: "█")
    let done = min(blocks, Int(progress.share * Double(blocks)))
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: blocks - done)
    addLine("\(bar)  \(times)", .muted)
  }

  private func minutes(_ seconds: Int) -> String {
    NumberText.count((seconds + 30) / 60, "minute")
  }

  /// Draws a new card with its answer.
  mutating func draw(_ lesson: LessonScreen) {
    addSpace()
    add(
      [
        (lesson.standing.group, .heading), ("lesson \(lesson.number) of \(lesson.count)", .muted),
      ] + lesson.asksFor.span + [("new", .hint)])
    add(lesson.prompt, .prompt)
    add(
      [lesson.romaji.map { Row("Romaji", $0) }].compactMap(\.self)
        + rows(of: lesson.answer, to: lesson.prompt.base)
        + lesson.alike.enumerated().map { Row($0 == 0 ? "Alike" : "", $1) }, indent: 2)
  }

  /// Draws what there is to choose from.
  mutating func draw(_ choice: ChoiceScreen) {
    addSpace()
    for line in choice.lines {
      // A line of a list goes on below its text.
      let indent = line.prefix { $0 == " " }.count
      add(String(line.dropFirst(indent)), indent: indent, hanging: indent > 0 ? 2 : 0)
    }
    let digits = "\(choice.choices.count)".count
    for (index, text) in choice.choices.enumerated() {
      let number = "\(index + 1)"
      let padding = String(repeating: " ", count: digits - number.count)
      add("\(number)  \(text)", indent: 2 + padding.count, hanging: digits + 2 - padding.count)
    }
  }

  /// Draws an answer that was asked for, and the grades to choose from.
  mutating func draw(_ revealed: RevealedScreen) {
    add(rows(of: revealed.answer, to: revealed.prompt), indent: 2)
    let names = revealed.choices.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
    for choice in revealed.choices {
      add(
        "\(choice.number)  \(choice.name.padded(to: names))  \(choice.returns)", indent: 2,
        hanging: 3)
    }
  }

  /// An answer and what a deck says beside it. On a terminal nothing is said twice: the word that is the
  /// answer has its furigana there, and a reading that is the answer or the prompt is not repeated.
  private func rows(of answer: AnswerText, to prompt: String) -> [Row] {
    guard width != nil else {
      return [Row("Answer", answer.answer, .answer)] + details(of: answer)
    }
    let isWord = answer.word?.base == answer.answer
    let value = answer.word.map { isWord ? Row.Value.ruby($0) : .text(answer.answer) }
    let saysReading = answer.reading != answer.answer && answer.reading != RubyText(prompt).base
    return [Row("Answer", value ?? .text(answer.answer), .answer)]
      + details(of: answer, withWord: !isWord, withReading: saysReading)
  }

  /// What a deck says beside an answer.
  func details(
    of answer: AnswerText, withWord: Bool = true, withReading: Bool = true
  ) -> [Row] {
    var rows: [Row] = []
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { rows.append(Row(label, text)) }
    }
    if withWord, let word = answer.word {
      let readings = word.segments.map { $0.reading ?? $0.base }.joined()
      rows.append(
        Row("Word", width != nil && readings == answer.answer ? .text(word.base) : .ruby(word)))
    }
    if let sentence = answer.sentence { rows.append(Row("Sentence", .ruby(sentence))) }
    add("Meaning", answer.meaning)
    if let pitch = answer.pitch, let reading = answer.reading, pitch.text == reading {
      rows.append(Row("Reading", .pitch(pitch)))
    } else {
      if withReading { add("Reading", answer.reading) }
      if let pitch = answer.pitch { rows.append(Row("Pitch", .pitch(pitch))) }
    }
    for detail in answer.details { add(detail.label, detail.text) }
    add("Hint", answer.hint)
    add("Note", answer.note)
    if let example = answer.example {
      rows.append(Row("Example", .ruby(example.text)))
      // A sentence in kana is its own reading.
      if !example.text.hasReadings, example.reading != example.text.base {
        add("", example.reading)
      }
      add("", example.meaning)
    }
    return rows
  }

  /// Whether the C library counts the columns of a text as we do: no joined or modified emoji.
  private func isSimple(_ text: String) -> Bool {
    text.unicodeScalars.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
      == DisplayWidth.columns(of: text)
      && (DisplayWidth.ambiguous == 1 || !DisplayWidth.hasAmbiguous(text))
  }

  /// Draws a notice.
  mutating func draw(_ notice: NoticeScreen) {
    add(paragraphs: notice.lines, isProblem: notice.tone == .problem)
  }

  /// Adds lines; one that breaks goes on in the column behind its first wide gap, so that lists stay
  /// lists.
  mutating func add(paragraphs lines: [String], isProblem: Bool = false, indent: Int = 2) {
    for (index, line) in lines.enumerated() {
      let sign = isProblem ? (index == 0 ? "! " : "  ") : ""
      add(
        sign + line,
        isProblem ? .problem : nil,
        indent: indent,
        hanging: sign.count + textColumn(of: line)
      )
    }
  }

  /// Draws the end of a session.
  mutating func draw(_ summary: SummaryScreen) {
    addSpace()
    if let unsaved = summary.unsaved {
      add(paragraphs: [unsaved.message], isProblem: true)
      addSpace()
    }
    if let today = summary.today, summary.answered == 0 { return draw(today) }
    add("Session over", .heading)
    var rows = [Row("Answered", "\(summary.answered)")]
    if let share = summary.standing.percentage {
      rows.append(Row("Correct", "\(summary.standing.correct) (\(percent(share)))"))
    }
    if summary.answered > 0 { rows.append(Row("Time", duration(summary.seconds))) }
    let digits = summary.grades.map { String($0.count).count }.max() ?? 0
    for grade in summary.grades where summary.answered > 0 {
      let name = grade.grade.prefix(1).uppercased() + grade.grade.dropFirst()
      rows.append(Row(name, String(grade.count).leftPadded(to: digits)))
    }
    if summary.left > 0 { rows.append(Row("Left", "\(summary.left)")) }
    rows.append(Row("Next due", summary.nextDue.map(moment) ?? "nothing"))
    add(rows, indent: 2)
    if let today = summary.today {
      addSpace()
      draw(today)
    }
  }

  /// The phrase, and the learner's local time to the minute.
  private func moment(_ time: ReturnTime) -> String {
    let local = time.timestamp.prefix(16).map { $0 == "T" ? " " : $0 }
    return "\(time.phrase) (\(String(local)))"
  }

  /// A time span in its two largest units.
  private func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: NumberText.count(max(0, seconds), "second")
    case ..<3600:
      NumberText.count(seconds / 60, "minute") + " " + NumberText.count(seconds % 60, "second")
    default:
      NumberText.count(seconds / 3600, "hour") + " "
        + NumberText.count(seconds / 60 % 60, "minute")
    }
  }

  /// The column of what follows a line's indentation, or its first word and a gap of at least two
  /// spaces; two columns behind the indentation where hardly half a line would be left.
  private func textColumn(of line: String) -> Int {
    let indentation = line.prefix { $0 == " " }
    let column =
      line.dropFirst(indentation.count).firstRange(of: "  ").map { gap in
        let rest = line[gap.lowerBound...].drop { $0 == " " }
        return DisplayWidth.columns(of: line[..<rest.startIndex].description)
      } ?? indentation.count
    // All of it stands behind two columns.
    return (column + 2) * 2 < width ?? 0 ? column : indentation.count + 2
  }
}

extension DirectionKind {
  /// What the headline asks for; nothing for recognition, in which most cards ask.
  fileprivate var span: [Page.Span] {
    switch self {
    case .recognition: []
    case .production: [("type the word", .hint)]
    case .reading: [("type the reading", .hint)]
    case .listening: [("type what you hear, or what it means", .hint)]
    case .cloze: [("fill the gap", .hint)]
    }
  }
}
