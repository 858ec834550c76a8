import ArgumentParser
import RabbleQuestions
import RabbleStudy
import RabbleText

/// A question, or what changes of one: by options for the fields that most have, or all of them as JSON.
struct QuestionOptions: ParsableArguments {
  @Option(help: .field(.prompt)) var prompt: String?
  @Option(help: .field(.answer)) var answer: String?
  @Option(help: .field(.reading)) var reading: String?
  @Option(help: .field(.hint)) var hint: String?
  @Option(help: .field(.note)) var note: String?
  @Option(
    help: ArgumentHelp("Any fields, as a JSON object as decks have it.", valueName: "object"))
  var json: String?

  /// Whether anything is given.
  var isGiven: Bool { json != nil || !given.isEmpty }

  /// The texts that are given for fields; an empty text removes the field's value.
  private var given: [(field: Question.Field, text: String)] {
    [
      (.prompt, prompt), (.hint, hint), (.answer, answer), (.reading, reading), (.note, note),
    ].compactMap { field, text in text.map { (field, $0) } }
  }

  func validate() throws {
    if json != nil, !given.isEmpty {
      throw ValidationError("--json has all fields; leave out the other options.")
    }
  }

  /// The questions that these options make.
  ///
  /// - Throws: `ValidationError` when something is missing or can't be read.
  func questions() throws -> [Question] {
    if let json { return try QuestionText.questions(json: json) }
    guard prompt != nil, answer != nil else {
      throw ValidationError("A question needs --prompt and --answer, or --json.")
    }
    return [try changed(Question(prompt: "", answer: ""))]
  }

  /// A question with the values that are given here; the others stay.
  ///
  /// - Throws: `ValidationError` when a value can't be read.
  func changed(_ old: Question) throws -> Question {
    if let json { return try QuestionText.changed(old, by: json) }
    var new = old
    for (field, text) in given {
      // These fields are texts, which take any.
      try new.set(field, to: text.isEmpty ? [] : [text])
    }
    return new
  }
}

extension Direction {
  /// - Throws: `ValidationError` for what `--direction` names if that is no direction.
  static func require(_ name: String) throws {
    guard Direction(name: name) == nil else { return }
    throw ValidationError("--direction must be one of \(names), not “\(name.printable)”.")
  }
}

extension ArgumentHelp {
  /// The help of an option for a field of a question.
  fileprivate static func field(
    _ field: Question.Field, isRepeated: Bool = false, valueName: String = "text"
  ) -> ArgumentHelp {
    let more = isRepeated ? " (may be repeated)." : "."
    return ArgumentHelp("\(field.help.dropLast())\(more)", valueName: valueName)
  }
}
