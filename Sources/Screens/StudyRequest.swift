import Foundation
import RabbleText

/// What a program asks for as data, beside the lines that a learner types: an action on any card by its
/// identity, an edit or new questions.
///
///     {"action": "suspend", "card": "0f…", "direction": "reading"}
///     {"action": "edit", "card": "0f…", "question": {"answer": "dog", "hint": null}}
///     {"action": "add", "group": "Animals", "question": {"prompt": "犬", "answer": "dog"}}
///     {"action": "answer", "text": "{ is a brace"}
public struct StudyRequest: Hashable, Sendable {
  /// What is to be done, one of ``StudyCommand/requests``.
  public let command: StudyCommand
  /// The question's identity, 32 hexadecimal digits; `nil` for the card that is asked.
  public let card: String?
  /// The direction of the card, as screens name it, or with the blank's key: `cloze are`.
  public let direction: String?
  /// What a learner types behind the command of this name: a tag, a note or a day.
  public let text: String?
  /// The title of the group that questions are added to; `nil` for that of the card.
  public let group: String?
  /// The fields to change, or the questions to add, in JSON as decks have them.
  public let questions: String?
  /// Whether a bundled deck is copied to the learner's own ones to be changed.
  public let copies: Bool

  /// Makes a request.
  public init(
    _ command: StudyCommand, card: String? = nil, direction: String? = nil, text: String? = nil,
    group: String? = nil, questions: String? = nil, copies: Bool = false
  ) {
    self.command = command
    self.card = card
    self.direction = direction
    self.text = text
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
    self = Self.action(object, line)
  }

  /// The action of an object; `nil` is one that can't be read.
  private static func action(_ object: [String: Any]?, _ line: String) -> StudyAction {
    guard let object else { return refused("it is not a JSON object") }
    guard let action = object["action"] as? String else {
      return refused("“action” is missing or not a string")
    }
    let copies =
      object["copy"] == nil
      ? false : try? JSONDecoder().decode(Copying.self, from: Data(line.utf8)).copy ?? false
    guard let copies else { return refused("“copy” is neither true nor false") }
    if let flaw = flaw(of: object, action) { return refused(flaw) }
    switch action {
    case "answer":
      return (object["text"] as? String).map { .submit($0) } ?? refused("“text” is missing")
    case "command": return command(object, line)
    default: return request(object, action, copies: copies)
    }
  }

  private static func refused(_ flaw: String) -> StudyAction { .unusable(.request(flaw)) }

  /// A command of a program, with or without its colon, and a count beside it.
  private static func command(_ object: [String: Any], _ line: String) -> StudyAction {
    let typed = (object["command"] as? String ?? "").trimmed
    let isMarked = typed.hasPrefix(":") || typed.hasPrefix("：")
    let action = StudyAction(line: isMarked ? typed : ":" + typed)
    guard let count = object["count"], !(count is NSNull),
      case .command(let command, let typedCount, let typedText) = action
    else { return action }
    guard typedCount == nil, typedText == nil else {
      return refused("“count” does not go with a command that has something behind it")
    }
    // Foundation takes `true` for 1.
    guard (try? JSONDecoder().decode(Counting.self, from: Data(line.utf8))) == nil else {
      return refused("“count” is not a number")
    }
    return .command(command, count: count as? Int, text: count is Int ? nil : "\(count)")
  }

  /// What is to be done to a card or a group.
  private static func request(
    _ object: [String: Any], _ action: String, copies: Bool
  ) -> StudyAction {
    guard let command = StudyCommand.request(action) else {
      let known = ["answer", "command"] + StudyCommand.requests.map(\.rawValue)
      let near = Nearest.to(action, among: known).map { "; the nearest is “\($0)”" } ?? ""
      return refused("“action” must be one of \(known.joined(separator: ", "))\(near)")
    }
    func text(_ key: String) -> String? { object[key] as? String }
    if command.needsText, text("text") == nil { return refused("“text” is missing") }
    let questions = questions(of: object)
    if command == .edit || command == .add, questions == nil {
      let isList = object["question"] == nil && object["questions"] != nil
      return refused(
        isList ? "“questions” is not a list of objects" : "“question” is missing or not an object")
    }
    return .request(
      StudyRequest(
        command, card: text("card"), direction: text("direction"), text: text("text"),
        group: text("group"), questions: questions, copies: copies))
  }

  /// The key that a number must not pass for.
  private struct Copying: Decodable {
    let copy: Bool?
  }

  /// The key that a truth value must not pass for.
  private struct Counting: Decodable {
    let count: Bool
  }

  /// The questions of an action in JSON, the single one first; `nil` where there is none, or something
  /// else.
  private static func questions(of object: [String: Any]) -> String? {
    func value(_ key: String) -> Any? { object[key].flatMap { $0 is NSNull ? nil : $0 } }
    let one = value("question") as? [String: Any]
    let list = value("questions") as? [[String: Any]]
    guard one != nil || list != nil, (value("question") == nil) == (one == nil),
      (value("questions") == nil) == (list == nil)
    else { return nil }
    let all = [one].compactMap(\.self) + (list ?? [])
    // What can't be written again is no question.
    guard JSONSerialization.isValidJSONObject(all),
      let data = try? list == nil
        ? JSONSerialization.data(withJSONObject: all[0])
        : JSONSerialization.data(withJSONObject: all)
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// What is wrong with the keys of an action; `nil` for nothing.
  private static func flaw(of object: [String: Any], _ action: String) -> String? {
    let texts = ["card", "direction", "group", "command", "text"]
    let keys: [String]
    switch (action, StudyCommand.request(action)) {
    case ("answer", _): keys = ["text"]
    case ("command", _): keys = ["command", "count"]
    case (_, .edit): keys = ["card", "direction", "question", "copy"]
    case (_, .add): keys = ["group", "question", "questions", "copy"]
    case (_, let command?): keys = ["card", "direction"] + (command.needsText ? ["text"] : [])
    case (_, nil): return nil
    }
    if let unknown = object.keys.sorted().first(where: { $0 != "action" && !keys.contains($0) }) {
      let near = Nearest.to(unknown, among: keys).map { "; the nearest is “\($0)”" } ?? ""
      return "“\(unknown)” is not a key of “\(action)”: \(keys.joined(separator: ", "))\(near)"
    }
    return keys.first { key in
      guard texts.contains(key), let value = object[key] else { return false }
      return !(value is String || value is NSNull)
    }.map { "“\($0)” is not a string" }
  }
}

extension StudyCommand {
  /// What a program asks for by this name.
  fileprivate static func request(_ name: String) -> StudyCommand? {
    requests.first { $0.rawValue == name }
  }

  /// Whether a program must say with a text what to do, as a learner types it behind the command.
  fileprivate var needsText: Bool { row.argument == .text || row.argument == .day }
}
