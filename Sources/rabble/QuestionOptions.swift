import ArgumentParser
import RabbleControllers
import RabbleQuestions
import RabbleScreens

/// A question, all by options.
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

  /// Whether a question is given.
  var isGiven: Bool { prompt != nil || answer != nil || cloze != nil }

  func validate() throws {
    for name in direction where Direction(name: name) == nil {
      throw ValidationError(
        "--direction is recognition, production or reading, not “\(name.printable)”.")
    }
    if isGiven, cloze == nil, prompt == nil || answer == nil {
      throw ValidationError(
        prompt == nil ? "--answer needs a --prompt." : "--prompt needs an --answer.")
    }
    if !isGiven, hint != nil || note != nil || !tag.isEmpty || reading != nil || example != nil {
      throw ValidationError("A question by options needs --prompt and --answer, or --cloze.")
    }
  }

  /// The question.
  ///
  /// - Throws: `ValidationError` when its sentence has no sound blanks.
  func question() throws -> Question {
    let sentence: ClozeText?
    do {
      sentence = try cloze.map { try ClozeText($0) }
    } catch {
      throw ValidationError("--cloze takes a sentence with blanks, each {{answer}} or {{answer::hint}}.")
    }
    return Question(
      id: id, prompt: prompt ?? sentence?.opened ?? "", hint: hint,
      answer: answer ?? sentence?.filled ?? "", reading: reading, furigana: furigana,
      alternatives: alternative, blocked: blocked, partOfSpeech: partOfSpeech, pitch: pitch,
      example: example.map {
        Example(text: $0, reading: exampleReading, meaning: exampleMeaning)
      }, note: note, tags: tag,
      directions: direction.isEmpty ? nil : direction.compactMap(Direction.init(name:)),
      cloze: cloze, source: source)
  }
}
