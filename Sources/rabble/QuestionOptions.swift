import ArgumentParser
import RabbleQuestions
import RabbleText

/// A question, or what changes of one, by options: one for each field of a question.
struct QuestionOptions: ParsableArguments {
  @Option(help: .field(.prompt)) var prompt: String?
  @Option(help: .field(.answer)) var answer: String?
  @Option(help: .field(.cloze)) var cloze: String?
  @Option(help: .field(.hint)) var hint: String?
  @Option(help: .field(.reading)) var reading: String?
  @Option(help: .field(.furigana)) var furigana: String?
  @Option(help: .field(.spellings, isRepeated: true)) var spelling: [String] = []
  @Option(help: .field(.alternatives, isRepeated: true)) var alternative: [String] = []
  @Option(help: .field(.blocked, isRepeated: true)) var blocked: [String] = []
  @Option(help: .field(.partOfSpeech)) var partOfSpeech: String?
  @Option(help: .field(.pitch, valueName: "n")) var pitch: Int?
  @Option(help: .field(.example)) var example: String?
  @Option(help: ArgumentHelp("Reading of the example.", valueName: "text"))
  var exampleReading: String?
  @Option(help: ArgumentHelp("Meaning of the example.", valueName: "text"))
  var exampleMeaning: String?
  @Option(help: .field(.note)) var note: String?
  @Option(help: .field(.tags, isRepeated: true)) var tag: [String] = []
  @Option(
    help: ArgumentHelp(
      "One of \(Direction.names) (may be repeated).", valueName: "direction"))
  var direction: [String] = []
  @Option(help: .field(.typos, valueName: "rule")) var typos: String?
  @Option(help: .field(.source)) var source: String?
  @Option(help: .field(.romaji)) var romaji: String?
  @Option(help: .field(.id)) var id: String?

  /// Whether anything is given.
  var isGiven: Bool {
    !given.isEmpty || [example, exampleReading, exampleMeaning].contains { $0 != nil }
  }

  /// The texts that are given for fields; an empty text removes the field's value.
  private var given: [(field: Question.Field, texts: [String])] {
    let texts: [(Question.Field, String?)] = [
      (.id, id), (.prompt, prompt), (.cloze, cloze), (.hint, hint), (.answer, answer),
      (.reading, reading), (.furigana, furigana), (.partOfSpeech, partOfSpeech),
      (.pitch, pitch.map(String.init)), (.note, note), (.typos, typos),
      (.source, source), (.romaji, romaji),
    ]
    let lists: [(Question.Field, [String])] = [
      (.spellings, spelling), (.alternatives, alternative), (.blocked, blocked), (.tags, tag),
      (.directions, direction),
    ]
    return texts.compactMap { field, text in text.map { (field, [$0]) } }
      + lists.filter { !$1.isEmpty }
  }

  func validate() throws {
    for name in direction where !name.isEmpty { try Direction.require(name) }
  }

  /// The question that these options make.
  ///
  /// - Throws: `ValidationError` when something is missing or can't be read.
  func question() throws -> Question {
    if cloze == nil, prompt == nil || answer == nil {
      throw ValidationError("A question needs --prompt and --answer, or --cloze.")
    }
    return try changed(Question(prompt: "", answer: ""))
  }

  /// A question with the values that are given here; the others stay.
  ///
  /// - Throws: `ValidationError` when a value can't be read.
  func changed(_ old: Question) throws -> Question {
    var new = old
    for (field, texts) in given {
      do throws(Question.FieldError) {
        try new.set(field, to: texts.filter { !$0.isEmpty })
      } catch {
        switch error {
        case .number(let text, let range):
          throw ValidationError(
            "--\(field.key) must be \(range.lowerBound) to \(range.upperBound), not \(text).")
        case .choice(let text, let names):
          throw ValidationError(
            "--\(field.key) must be \(names.joined(separator: ", ")), not “\(text.printable)”.")
        case .direction(let name):
          throw ValidationError("--direction can't be “\(name.printable)”.")
        }
      }
    }
    // What the old sentence said by itself, the new one says again.
    let (was, now) = (try sentence(old.cloze), try sentence(new.cloze))
    if prompt == nil, let now, old.prompt.isEmpty || old.prompt == was?.opened {
      new.prompt = now.opened
    }
    if answer == nil, let now, old.answer.isEmpty || old.answer == was?.filled {
      new.answer = now.filled
    }
    func text(_ new: String?, _ old: String?) -> String? {
      new.map { $0.isEmpty ? nil : $0 } ?? old
    }
    new.example = text(example, old.example?.text).map {
      Example(
        text: $0, reading: text(exampleReading, old.example?.reading),
        meaning: text(exampleMeaning, old.example?.meaning))
    }
    return new
  }

  private func sentence(_ cloze: String?) throws -> ClozeText? {
    do {
      return try cloze.map { try ClozeText($0) }
    } catch {
      throw ValidationError(
        "--cloze must be a sentence with blanks, each {{answer}} or {{answer::hint}}.")
    }
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
