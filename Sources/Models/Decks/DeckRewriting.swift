import RabbleQuestions

/// Writes a deck file anew: in canonical form, in the other form, with ids for its questions.
public struct DeckRewriting: Sendable {
  /// Why a file is not rewritten.
  public struct Failure: Error, Hashable, Sendable {
    /// What is wrong with it: each would cost something that stands in the file.
    public let faults: [DeckFault]
  }

  /// The file with the places of its values.
  public let source: DeckSource

  /// Makes a rewriting of a file that was read.
  public init(_ source: DeckSource) {
    self.source = source
  }

  /// The questions without an id, in the order of the file, each with its group's title.
  public var questionsWithoutID: [(question: Question, group: String)] {
    source.groups.flatMap { group in
      group.questions.filter { $0.index != nil && $0.question.id == nil }
        .map { ($0.question, group.group.title) }
    }
  }

  /// The ids that the file's questions have.
  public var ids: [String] { source.groups.flatMap(\.questions).compactMap(\.question.id) }

  /// The file's text in canonical form, with `newIDs` for ``questionsWithoutID`` in their order.
  ///
  /// - Throws: ``Failure`` when the file has faults that would cost something: JSON that stays JSON
  ///   must only be JSON; else every line must be read as what it was meant to be.
  public func text(as form: DeckForm, newIDs: [String] = []) throws(Failure) -> String {
    if form == .json, source.form == .json {
      do throws(DeckFault) {
        return try DeckJSON.formatted(
          source.bytes, path: source.file.path, newIDs: newIDsByPlace(newIDs))
      } catch {
        throw Failure(faults: [error])
      }
    }
    let costly = source.file.faults.filter(\.costsText)
    guard costly.isEmpty else { throw Failure(faults: costly) }
    var drafts = source.form == .json ? DraftGroup.groups(of: source) : markdownDrafts()
    var ids = newIDs[...]
    if !ids.isEmpty {
      for group in drafts.indices {
        for question in drafts[group].questions.indices
        where drafts[group].questions[question].question.id == nil {
          guard let id = ids.popFirst() else { break }
          drafts[group].questions[question].question.setID(id)
        }
      }
    }
    return form == .json ? DeckJSON.text(of: drafts) : MarkdownWriter.text(drafts)
  }

  private func newIDsByPlace(_ newIDs: [String]) -> [Int: String] {
    let places = source.groups.flatMap { group in
      group.questions.filter { $0.index != nil && $0.question.id == nil }.map(\.span.start)
    }
    return Dictionary(uniqueKeysWithValues: zip(places, newIDs))
  }

  private func markdownDrafts() -> [DraftGroup] {
    source.bytes.withUnsafeBufferPointer { buffer in
      let start = DeckLoader.start(of: buffer)
      let faults = FaultList(path: source.file.path, bytes: buffer, start: start, limit: 1)
      return DeckLoader().markdown(buffer, start: start, faults).groups
    }
  }
}

extension DeckFault {
  /// Whether writing the file anew from what was read would leave something out.
  fileprivate var costsText: Bool {
    switch kind {
    case .emptyText, .markdown(.similarKey): consequence != .valueIgnored
    default: true
    }
  }
}

extension Question {
  /// Gives the question an id.
  fileprivate mutating func setID(_ id: String) {
    self = Question(
      id: id, prompt: prompt, hint: hint, answer: answer, reading: reading, furigana: furigana,
      alternatives: alternatives, blocked: blocked, partOfSpeech: partOfSpeech, pitch: pitch,
      example: example, note: note, tags: tags, directions: directions, cloze: cloze,
      source: source)
  }
}
