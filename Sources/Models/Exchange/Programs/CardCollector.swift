import RabbleQuestions
import RabbleText

/// Makes questions of cards with two sides, or of sentences with blanks, as readers of other programs'
/// texts find them.
struct CardCollector {
  private(set) var content = ImportContent()
  /// The title of the group of cards that name none.
  var title: String
  private var groups: [String: Int] = [:]
  private var seen: [QuestionID: Int] = [:]
  private var ids: Set<String> = []

  init(title: String) { self.title = title }

  /// Adds a card with a front, in which furigana stand in brackets, and a back, on the line it begins on;
  /// to the usual group unless another is named.
  mutating func add(
    prompt: String, answer: String, note: String? = nil, tags: [String] = [], id: String? = nil,
    directions: [Direction]? = nil, group: String? = nil, line: Int
  ) {
    let (prompt, answer) = (prompt.trimmed, answer.trimmed)
    guard !prompt.isEmpty else { return self.note(.noPrompt, line: line) }
    guard !answer.isEmpty else { return self.note(.noAnswer, line: line) }
    let front = RubyText(prompt)
    let back = RubyText(answer)
    if back.hasReadings { content.changes.answerReadings += 1 }
    add(
      Question(
        id: id, prompt: front.base, answer: back.base,
        reading: front.hasReadings ? front.reading : nil,
        furigana: front.hasReadings ? prompt : nil,
        alternatives: back.hasReadings ? [back.reading] : [], note: note, tags: tags,
        directions: directions), group: group, line: line)
  }

  /// Adds a sentence with blanks in doubled braces.
  mutating func add(
    cloze: String, note: String? = nil, tags: [String] = [], id: String? = nil,
    group: String? = nil, line: Int
  ) {
    do throws(ClozeError) {
      let sentence = try ClozeText(cloze.trimmed)
      add(
        Question(
          id: id, prompt: sentence.opened, answer: sentence.filled, note: note, tags: tags,
          cloze: cloze.trimmed), group: group, line: line)
    } catch { self.note(.cloze(error), line: line) }
  }

  private mutating func add(_ question: Question, group: String?, line: Int) {
    var question = question
    if let field = question.fieldTooLong { return note(.longText(field), line: line) }
    content.changes.cutTexts += question.cutProse()
    if let id = question.id, !ids.insert(id).inserted {
      question.id = nil
      note(.idTaken(id), line: line)
    }
    let title = group ?? self.title
    let identity = QuestionID(of: question, inGroup: title)
    if let first = seen[identity] { return note(.repeated(firstLine: first), line: line) }
    seen[identity] = line
    content.add(.init(question: question, line: line), toGroup: title, at: &groups)
  }

  /// Notes what was skipped or changed.
  mutating func note(_ kind: ImportNotice.Kind, line: Int) {
    content.notices.append(ImportNotice(line: line, kind: kind))
  }

  /// Counts schedules that are not imported.
  mutating func noteSchedules(_ count: Int) { content.changes.schedules += count }

  /// Counts a suspended card, which is not suspended here.
  mutating func noteSuspension() { content.changes.suspensions += 1 }

  /// Counts sounds and pictures that are not imported.
  mutating func noteMedia(_ count: Int) { content.changes.media += count }
}

/// The lines of a text with their numbers, and what stands above them in front matter.
struct NumberedLines {
  /// The lines after the front matter, without the ends of lines.
  private(set) var lines: [(number: Int, text: Substring)] = []
  /// The keys and values of front matter between lines of three dashes or plus signs, in YAML or TOML as
  /// far as both write `key: value` or `key = value` on a line.
  private(set) var header: [String: String] = [:]

  init(_ text: String) {
    let all = text.lines
    var first = 0
    if let fence = all.first.map({ String($0).trimmed }), fence == "---" || fence == "+++",
      let end = all.dropFirst().prefix(200).firstIndex(where: { String($0).trimmed == fence })
    {
      var key = ""
      for line in all[1..<end] {
        if line.first?.isWhitespace ?? false || line.hasPrefix("- ") {
          // An item of a list.
          let item = line.drop { $0.isWhitespace || $0 == "-" }
          if !key.isEmpty { header[key, default: ""] += " " + item }
          continue
        }
        guard let sign = line.firstIndex(where: { $0 == ":" || $0 == "=" }) else { continue }
        key = line[..<sign].lowercased().trimmed
        header[key] = String(line[line.index(after: sign)...]).trimmed.unquoted
      }
      first = end + 1
    }
    for index in first..<max(first, all.count) { lines.append((index + 1, all[index])) }
  }
}

extension Substring {
  /// Whether it is a heading of Markdown.
  var isHeading: Bool {
    let signs = prefix { $0 == "#" }
    return !signs.isEmpty && dropFirst(signs.count).first == " "
  }

  /// Whether it is a value of a question in a deck of this program, `  hint: …`.
  var isOwnValue: Bool {
    guard let first, first == " " || first == "\t", let name = nameBeforeColon else { return false }
    return Question.Field.allCases.contains { $0.markdownNames.contains(name) }
  }

  /// Whether it is a value of a group in a deck of this program, `language: ja`.
  var isValueOfGroup: Bool {
    guard let name = nameBeforeColon else { return false }
    return QuestionGroup.Field.allCases.contains { $0.markdownNames.contains(name) }
  }

  private var nameBeforeColon: String? {
    firstIndex(of: ":").map { String(self[..<$0]).trimmed.lowercased() }
  }
}

extension String {
  /// The text without quotation marks around it; within double ones, a backslash stands before another one and `"`.
  fileprivate var unquoted: String {
    guard count > 1, let first, first == last, first == "\"" || first == "'" else { return self }
    let text = String(dropFirst().dropLast())
    guard first == "\"", text.contains("\\") else { return text }
    return text.split(separator: #"\\"#, omittingEmptySubsequences: false)
      .map { $0.replacing(#"\""#, with: "\"") }.joined(separator: "\\")
  }
}
