import RabbleDecks
import RabbleQuestions
import RabbleText

/// Reads a deck of this program, or of the original app, as a file to import.
struct OwnDeckReader {
  private(set) var content = ImportContent()
  private let deck: DeckSource
  private let lines: SourceLines

  /// Reads a deck.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: its name.
  ///   - form: the form that was detected, whatever the ending of the name.
  init(_ bytes: [UInt8], name: String, form: DeckForm) {
    let path = DeckForm(path: name) == form ? name : name + (form == .markdown ? ".md" : ".json")
    deck = DeckLoader().parseSource(bytes, path: path)
    lines = SourceLines(deck.bytes)
    content.notices = deck.file.faults.map(ImportNotice.init)
    guard deck.file.isUsable else { return }
    for source in deck.groups {
      guard let index = source.index else { continue }
      content.groups.append(group(deck.file.groups[index], source))
      content.notices += foreignValues(of: source)
    }
  }

  private func group(_ group: QuestionGroup, _ source: GroupSource) -> ImportContent.Group {
    let items = source.questions.compactMap { question -> ImportContent.Item? in
      guard let index = question.index else { return nil }
      return ImportContent.Item(
        question: group.questions[index], line: lines.position(of: question.span.start).line,
        extras: extras(of: question))
    }
    var header = group
    header.questions = []
    return ImportContent.Group(header: header, items: items)
  }

  /// The values of a question in JSON that have no place in a ``Question``, as they are written.
  private func extras(of question: QuestionSource) -> [DeckExtra] {
    guard deck.form == .json else { return [] }
    let silence = question.field(.silence).map {
      DeckExtra(key: key(of: $0), source: deck.text($0.span))
    }
    return question.extras + (silence.map { [$0] } ?? [])
  }

  /// The values that have no place in a group, and in Markdown those that have none in its questions.
  private func foreignValues(of group: GroupSource) -> [ImportNotice] {
    let questions = deck.form == .markdown ? group.questions.flatMap(\.fields) : []
    return (group.fields + questions).compactMap { field in
      switch field.key {
      case .unknown, .silence:
        ImportNotice(
          line: lines.position(of: field.span.start).line, kind: .foreign(key: key(of: field)))
      default: nil
      }
    }
  }

  private func key(of field: SourceField) -> String {
    deck.text(field.keySpan).filter { $0 != "\"" }
  }
}

extension ImportNotice {
  fileprivate init(_ fault: DeckFault) {
    self.init(
      line: fault.line,
      kind: .fault("\(fault.reason); \(fault.advice)", isSkip: fault.consequence != .valueIgnored))
  }
}
