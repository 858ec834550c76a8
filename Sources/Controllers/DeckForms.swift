import RabbleJudging
import RabbleQuestions
import RabbleText

/// The form of a question: its fields, and the question that its texts make.
public struct QuestionForm: Sendable {
  /// The fields in the order they are asked for.
  public let fields: [FormField]

  /// Makes the form for a group.
  ///
  /// - Parameters:
  ///   - group: the questions that are there, which tell where kana are typed.
  ///   - decks: all groups, which tell what is known: tags, parts of speech, and what would be
  ///     there twice.
  public init(addingTo group: [Question], decks: [QuestionGroup]) {
    let known = KnownQuestions(decks)
    let all = decks.flatMap(\.questions)
    fields = [
      FormField(
        "prompt", label: "Prompt", explanation: "what is asked, or a sentence with {{blanks}}",
        isRequired: { _ in true },
        asksForKana: !group.isEmpty && group.allSatisfy { Self.isKana($0.prompt) },
        problem: Self.clozeProblem, remarks: { known.remarks(prompt: $0) }),
      FormField(
        "reading", label: "Reading", explanation: "of the prompt, in kana", asksForKana: true,
        isAsked: { $0["prompt"].map(Self.hasKanji) ?? false }),
      FormField(
        "answer", label: "Answer", explanation: "several with ; between",
        isRequired: { !Self.isCloze($0["prompt"]) },
        asksForKana: !group.isEmpty && group.allSatisfy { Self.isKana($0.answer) },
        remarks: { known.remarks(answer: $0) }),
      FormField("hint", label: "Hint", explanation: "helps without giving the answer away"),
      FormField(
        "alternatives", label: "Also right", explanation: "further answers, with ; between"),
      FormField(
        "part_of_speech", label: "Part of speech",
        completions: Set(all.compactMap(\.partOfSpeech)).sorted()),
      FormField("example", label: "Example", explanation: "a sentence"),
      FormField(
        "example_reading", label: "Its reading", explanation: "in kana", asksForKana: true,
        isAsked: { $0["example"].map(Self.hasKanji) ?? false }),
      FormField("example_meaning", label: "Its meaning", isAsked: { $0["example"] != nil }),
      FormField("note", label: "Note", explanation: "worth knowing once the answer is seen"),
      FormField(
        "tags", label: "Tags", explanation: "with a comma or a space between",
        completions: Set(all.flatMap(\.tags)).sorted(), isList: true),
    ]
  }

  /// The question that the form's texts make.
  public static func question(_ values: [String: String]) -> Question {
    let prompt = values["prompt"] ?? ""
    let sentence = isCloze(prompt) ? ClozeText.sound(prompt) : nil
    let example = values["example"].map {
      Example(text: $0, reading: values["example_reading"], meaning: values["example_meaning"])
    }
    return Question(
      prompt: sentence?.opened ?? prompt, hint: values["hint"],
      answer: values["answer"] ?? sentence?.filled ?? "", reading: values["reading"],
      alternatives: list(values["alternatives"], separators: ";；"),
      partOfSpeech: values["part_of_speech"], example: example, note: values["note"],
      tags: list(values["tags"], separators: ",、，; \t\u{3000}").map { tag in
        String(tag.drop { $0 == "#" })
      }.filter { !$0.isEmpty },
      cloze: sentence == nil ? nil : prompt)
  }

  private static func list(_ text: String?, separators: String) -> [String] {
    (text ?? "").split { separators.contains($0) }
      .map { part in
        let rest = part.drop(while: \.isWhitespace)
        return String(rest.reversed().drop(while: \.isWhitespace).reversed())
      }.filter { !$0.isEmpty }
  }

  private static func isCloze(_ text: String?) -> Bool { text?.contains("{{") ?? false }

  @Sendable private static func clozeProblem(_ text: String) -> String? {
    guard isCloze(text) else { return nil }
    do throws(ClozeError) {
      _ = try ClozeText(text)
      return nil
    } catch {
      return "The blanks of this sentence can't be read; write each as {{answer}} or "
        + "{{answer::hint}}."
    }
  }

  private static func isKana(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { (0x3040...0x30FF).contains($0.value) }
  }

  private static func hasKanji(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isIdeographic }
  }
}

/// The form of a new group: its fields, and the group that its texts make.
public enum GroupForm {
  /// The fields in the order they are asked for.
  public static let fields = [
    FormField("description", label: "Description", explanation: "in a sentence"),
    FormField(
      "language", label: "Language", explanation: "that is learned, such as ja",
      completions: ["de", "en", "es", "fr", "it", "ja", "ko", "la", "nl", "pt", "ru", "zh"],
      problem: { text in
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
          ? nil : "A language is a tag of letters such as ja or pt-BR."
      }),
    FormField("author", label: "Author"),
    FormField(
      "licence", label: "Licence", explanation: "what others may do with it",
      completions: ["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "MIT"]),
    FormField("version", label: "Edition", explanation: "such as 1.0"),
    FormField(
      "directions", label: "Directions", explanation: "recognition if none",
      completions: Direction.named.compactMap(\.name), isList: true,
      problem: { text in
        let unknown = names(text).first { Direction(name: $0) == nil }
        return unknown.map {
          "“\($0)” is none; there are recognition (prompt → answer), production (answer → prompt) "
            + "and reading (prompt → reading)."
        }
      }),
  ]

  /// The group that the form's texts make, without questions.
  public static func group(title: String, _ values: [String: String]) -> QuestionGroup {
    let directions = names(values["directions"] ?? "").compactMap(Direction.init(name:))
    return QuestionGroup(
      title: title, description: values["description"], language: values["language"],
      author: values["author"], licence: values["licence"], version: values["version"],
      directions: directions.isEmpty ? nil : directions, questions: [])
  }

  private static func names(_ text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }
}

/// The questions there are, by what is asked and what answers it.
public struct KnownQuestions: Sendable {
  private struct Entry {
    let group: String
    let prompt: String
    let answer: String
  }

  private var byPrompt: [String: [Entry]] = [:]
  private var byAnswer: [String: [Entry]] = [:]

  /// Looks through all questions of these groups.
  public init(_ groups: [QuestionGroup]) {
    for group in groups {
      for question in group.questions {
        let entry = Entry(group: group.title, prompt: question.prompt, answer: question.answer)
        byPrompt[Self.folded(question.prompt), default: []].append(entry)
        byAnswer[Self.folded(question.answer), default: []].append(entry)
      }
    }
  }

  /// What is there with the same prompt.
  public func remarks(prompt: String) -> [String] {
    remarks(byPrompt[Self.folded(prompt)]) {
      "“\($0.prompt)” is there already, in \($0.group): \($0.answer)"
    }
  }

  /// What is there with the same answer.
  public func remarks(answer: String) -> [String] {
    remarks(byAnswer[Self.folded(answer)]) {
      "“\($0.answer)” is an answer already, in \($0.group): \($0.prompt)"
    }
  }

  private func remarks(_ entries: [Entry]?, _ text: (Entry) -> String) -> [String] {
    guard let entries else { return [] }
    let rest = entries.count - 3
    return entries.prefix(3).map(text) + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace && !$0.isPunctuation }
  }
}
