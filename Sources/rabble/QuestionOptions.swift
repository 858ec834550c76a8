import ArgumentParser
import RabbleQuestions
import RabbleScreens
import RabbleText

/// A question, or what changes of one, by options.
struct QuestionOptions: ParsableArguments {
  @Option(help: "What is asked.")
  var prompt: String?

  @Option(help: "The answer; ; separates several that are right.")
  var answer: String?

  @Option(help: ArgumentHelp("A sentence with {{blanks}}.", valueName: "text"))
  var cloze: String?

  @Option(help: "What helps without giving the answer away.")
  var hint: String?

  @Option(help: "How the prompt is read, in kana.")
  var reading: String?

  @Option(help: ArgumentHelp("The prompt with its readings, such as 食[た]べる.", valueName: "text"))
  var furigana: String?

  @Option(help: ArgumentHelp("A further right answer; repeatable.", valueName: "text"))
  var alternative: [String] = []

  @Option(help: ArgumentHelp("An answer that is never right; repeatable.", valueName: "text"))
  var blocked: [String] = []

  @Option(help: ArgumentHelp("The part of speech.", valueName: "text"))
  var partOfSpeech: String?

  @Option(help: ArgumentHelp("The mora after which the pitch falls; 0 for none.", valueName: "n"))
  var pitch: Int?

  @Option(help: ArgumentHelp("A sentence that shows it in use.", valueName: "text"))
  var example: String?

  @Option(help: ArgumentHelp("How that sentence is read.", valueName: "text"))
  var exampleReading: String?

  @Option(help: ArgumentHelp("What that sentence means.", valueName: "text"))
  var exampleMeaning: String?

  @Option(help: ArgumentHelp("What is worth knowing once the answer is seen.", valueName: "text"))
  var note: String?

  @Option(help: ArgumentHelp("A label; repeatable.", valueName: "text"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Ask it in this direction: recognition, production or reading; repeatable.",
      valueName: "direction"))
  var direction: [String] = []

  @Option(help: ArgumentHelp("Where it is from.", valueName: "text"))
  var source: String?

  @Option(help: ArgumentHelp("A name of its own, which keeps its history.", valueName: "text"))
  var id: String?

  /// Whether anything is given.
  var isGiven: Bool {
    let texts = [
      prompt, answer, cloze, hint, reading, furigana, partOfSpeech, example, exampleReading,
      exampleMeaning, note, source, id,
    ]
    let lists = [alternative, blocked, tag, direction]
    return texts.contains { $0 != nil } || lists.contains { !$0.isEmpty } || pitch != nil
  }

  func validate() throws {
    for name in direction where Direction(name: name) == nil && !name.isEmpty {
      throw ValidationError(
        "--direction is recognition, production or reading, not “\(name.printable)”.")
    }
  }

  /// The question that these options make.
  ///
  /// - Throws: `ValidationError` when something is missing, or a sentence has no sound blanks.
  func question() throws -> Question {
    if cloze == nil, prompt == nil || answer == nil {
      throw ValidationError("A question needs --prompt and --answer, or --cloze.")
    }
    return try changed(Question(prompt: "", answer: ""))
  }

  /// A question with what these options say in place of what it says; an empty text takes away what
  /// was there.
  ///
  /// - Throws: `ValidationError` when a sentence has no sound blanks.
  func changed(_ old: Question) throws -> Question {
    func text(_ new: String?, _ old: String?) -> String? {
      new.map { $0.isEmpty ? nil : $0 } ?? old
    }
    func list(_ new: [String], _ old: [String]) -> [String] {
      new.isEmpty ? old : new.filter { !$0.isEmpty }
    }
    let was = try sentence(old.cloze)
    let cloze = text(cloze, old.cloze)
    let now = try sentence(cloze)
    // What the old sentence said by itself, the new one says anew.
    let prompt = prompt ?? (old.prompt.isEmpty || old.prompt == was?.opened ? now?.opened : nil)
    let answer = answer ?? (old.answer.isEmpty || old.answer == was?.filled ? now?.filled : nil)
    let directions = list(direction, old.directions?.compactMap(\.name) ?? [])
    return Question(
      id: text(id, old.id), prompt: prompt ?? old.prompt, hint: text(hint, old.hint),
      answer: answer ?? old.answer, reading: text(reading, old.reading),
      furigana: text(furigana, old.furigana), alternatives: list(alternative, old.alternatives),
      blocked: list(blocked, old.blocked), partOfSpeech: text(partOfSpeech, old.partOfSpeech),
      pitch: pitch ?? old.pitch,
      example: text(example, old.example?.text).map {
        Example(
          text: $0, reading: text(exampleReading, old.example?.reading),
          meaning: text(exampleMeaning, old.example?.meaning))
      }, note: text(note, old.note), tags: list(tag, old.tags),
      directions: directions.isEmpty ? nil : directions.compactMap(Direction.init(name:)),
      cloze: cloze, source: text(source, old.source))
  }

  private func sentence(_ cloze: String?) throws -> ClozeText? {
    do {
      return try cloze.map { try ClozeText($0) }
    } catch {
      throw ValidationError(
        "--cloze takes a sentence with blanks, each {{answer}} or {{answer::hint}}.")
    }
  }
}
