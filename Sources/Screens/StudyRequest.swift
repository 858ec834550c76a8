import Foundation

/// What a program asks for as data, beside the lines that a learner types: an action on any card by its
/// identity, an edit or new questions.
///
///     {"action": "suspend", "card": "0f…", "direction": "reading"}
///     {"action": "edit", "card": "0f…", "question": {"answer": "dog", "hint": null}}
///     {"action": "add", "group": "Animals", "question": {"prompt": "犬", "answer": "dog"}}
///     {"action": "answer", "text": "{ is a brace"}
public struct StudyRequest: Hashable, Sendable {
  /// What is to be done.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Not ask the card any more.
    case suspend
    /// Ask it again.
    case unsuspend
    /// Not ask it until tomorrow.
    case bury
    /// Explain its schedule.
    case why
    /// Change fields of its question.
    case edit
    /// Add questions to a group.
    case add
  }

  /// What is to be done.
  public let kind: Kind
  /// The question's identity, 32 hexadecimal digits; `nil` for the card that is asked.
  public let card: String?
  /// The direction of the card, as screens name it, or with the blank's key: `cloze are`.
  public let direction: String?
  /// The title of the group that questions are added to; `nil` for that of the card.
  public let group: String?
  /// The fields to change, or the questions to add, in JSON as decks have them.
  public let questions: String?
  /// Whether a bundled deck is copied to the learner's own ones to be changed.
  public let copies: Bool

  /// Makes a request.
  public init(
    _ kind: Kind, card: String? = nil, direction: String? = nil, group: String? = nil,
    questions: String? = nil, copies: Bool = false
  ) {
    self.kind = kind
    self.card = card
    self.direction = direction
    self.group = group
    self.questions = questions
    self.copies = copies
  }
}

extension StudyAction {
  /// Reads a line of a program: a JSON object with an `action`, or a line as a learner types it. What was
  /// meant to be such an object and is none is no answer, either.
  public init(programLine line: String) {
    guard line.first(where: { !$0.isWhitespace }) == "{" else {
      self.init(line: line)
      return
    }
    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    guard object != nil || line.contains("\"action\"") else {
      self.init(line: line)
      return
    }
    guard let object, let action = object["action"] as? String else {
      self = .unusable(
        .request(object == nil ? "it is not a JSON object" : "“action” is missing or not a string"))
      return
    }
    if let flaw = Self.flaw(of: object, action) {
      self = .unusable(.request(flaw))
      return
    }
    func text(_ key: String) -> String? { object[key] as? String }
    switch action {
    case "answer":
      self = text("text").map { .submit($0) } ?? .unusable(.request("“text” is missing"))
    case "command":
      let name = text("command") ?? ""
      let matches = StudyCommand.matching(name)
      guard let command = matches.first, matches.count == 1, !name.isEmpty else {
        self = .unknownCommand(name)
        return
      }
      let count = object["count"].flatMap { $0 is NSNull ? nil : $0 }
      self = .command(
        command, count: count as? Int, text: count is Int ? nil : count.map { "\($0)" })
    default:
      guard let kind = StudyRequest.Kind(rawValue: action) else {
        let known = ["answer", "command"] + StudyRequest.Kind.allCases.map(\.rawValue)
        self = .unusable(.request("“action” must be one of \(known.joined(separator: ", "))"))
        return
      }
      // What can't be written again is no question, and the request says so.
      let questions = (object["questions"] ?? object["question"]).flatMap { value in
        JSONSerialization.isValidJSONObject(value)
          ? try? JSONSerialization.data(withJSONObject: value) : nil
      }
      if kind == .edit || kind == .add, questions == nil {
        self = .unusable(.request("“question” is missing or not an object"))
        return
      }
      self = .request(
        StudyRequest(
          kind, card: text("card"), direction: text("direction"), group: text("group"),
          questions: questions.map { String(decoding: $0, as: UTF8.self) },
          copies: object["copy"] as? Bool ?? false))
    }
  }

  /// What is wrong with the keys of an action; `nil` for nothing.
  private static func flaw(of object: [String: Any], _ action: String) -> String? {
    let texts = ["card", "direction", "group", "command", "text"]
    let keys: [String]
    switch (action, StudyRequest.Kind(rawValue: action)) {
    case ("answer", _): keys = ["text"]
    case ("command", _): keys = ["command", "count"]
    case (_, .edit): keys = ["card", "direction", "question", "copy"]
    case (_, .add): keys = ["group", "question", "questions", "copy"]
    case (_, .some): keys = ["card", "direction"]
    case (_, nil): return nil
    }
    if let unknown = object.keys.sorted().first(where: { $0 != "action" && !keys.contains($0) }) {
      return "“\(unknown)” is not a key of “\(action)”: \(keys.joined(separator: ", "))"
    }
    return keys.first { key in
      guard texts.contains(key), let value = object[key] else { return false }
      return !(value is String || value is NSNull)
    }.map { "“\($0)” is not a string" }
  }
}
