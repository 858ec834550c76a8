import RabbleQuestions

/// Rewrites a deck file: in canonical form, in the other form, with ids for its questions.
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
    // Of a file that can't be read, the loader says why.
    if source.bytes.isEmpty { throw Failure(faults: source.file.faults) }
    let conflicts = source.file.faults.filter { $0.code == .mergeConflict }
    guard conflicts.isEmpty else { throw Failure(faults: conflicts) }
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
    var groups = source.groups.filter { $0.index != nil }.map(\.content)
    var ids = newIDs[...]
    for group in groups.indices {
      for entry in groups[group].entries.indices
      where groups[group].entries[entry].question.id == nil {
        guard let id = ids.popFirst() else { break }
        groups[group].entries[entry].question.id = id
      }
    }
    return form == .json ? DeckJSON.text(of: groups) : DeckMarkdown.text(of: groups)
  }

  private func newIDsByPlace(_ newIDs: [String]) -> [Int: String] {
    let places = source.groups.flatMap { group in
      group.questions.filter { $0.index != nil && $0.question.id == nil }.map(\.span.start)
    }
    return Dictionary(uniqueKeysWithValues: zip(places, newIDs))
  }
}

extension DeckFault {
  /// Whether rewriting the file from what was read would leave something out.
  var costsText: Bool {
    switch kind {
    case .emptyText, .markdown(.similarKey), .markdown(.fullWidthMark),
      .markdown(.separatorWithoutSpaces), .markdown(.fullWidthSeparator), .markdown(.tableRow),
      .markdown(.descriptionLikeQuestion), .markdown(.secondSeparator), .markdown(.tagWithinText):
      consequence != .valueIgnored
    default: true
    }
  }
}

/// Makes ids for questions of their own words: `numbers-ichi` for 一 [いち] of the group Numbers.
public struct QuestionSlug {
  private let latin: (String) -> String
  private var taken: Set<String>

  /// Makes a maker of ids.
  ///
  /// - Parameters:
  ///   - taken: the ids that others have.
  ///   - latin: writes what it can of a text in Latin letters.
  public init(taken: Set<String>, latin: @escaping (String) -> String) {
    self.taken = taken
    self.latin = latin
  }

  /// An id that no question has, made of the group's title and of the first of prompt, reading and
  /// answer that can be written in ASCII letters and digits; the same for the same questions.
  public mutating func id(for question: Question, in group: String) -> String {
    let texts = [question.prompt, question.reading, question.answer].compactMap(\.self)
    let words = texts.compactMap { slug(Self.first(of: $0), limit: 40) }
    let parts = [slug(group, limit: 24), words.first ?? "question"].compactMap(\.self)
    let base = parts.joined(separator: "-")
    var id = base
    var number = 1
    while !taken.insert(id).inserted {
      number += 1
      id = "\(base)-\(number)"
    }
    return id
  }

  /// The first of several answers or readings.
  private static func first(of text: String) -> String {
    String(text.prefix { $0 != ";" && $0 != "；" && !$0.isNewline })
  }

  /// A text in lower-case letters and digits with hyphens between its words; `nil` if a letter has no
  /// place in ASCII, or none is there.
  private func slug(_ text: String, limit: Int) -> String? {
    var result = ""
    for scalar in latin(text).lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
      case "'", "’": continue
      case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
        return nil
      default: if !result.isEmpty, result.last != "-" { result += "-" }
      }
    }
    while result.count > limit, let hyphen = result.lastIndex(of: "-") {
      result = String(result[..<hyphen])
    }
    while result.last == "-" { result.removeLast() }
    return result.isEmpty ? nil : String(result.prefix(limit))
  }
}
