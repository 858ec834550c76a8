import RabbleLanguages
import RabbleQuestions
import RabbleText

/// The form of a question: its fields, and the question that its texts make.
package struct QuestionForm: Sendable {
  /// The fields in the order they are asked for.
  package let fields: [FormField]

  /// Makes the form for a group.
  ///
  /// - Parameters:
  ///   - groups: the group, in all files that have it; its questions tell where kana are typed.
  ///   - decks: all groups, which tell what is known: tags, parts of speech, and what would be
  ///     there twice.
  package init(addingTo groups: [QuestionGroup], decks: [QuestionGroup]) {
    let known = KnownQuestions(decks)
    let group = groups.flatMap(\.questions)
    let language = groups.first.flatMap(KnownQuestions.language)
    let all = decks.flatMap(\.questions)
    fields = [
      Self.field(
        .prompt, "a word, or a sentence with {{blanks}}", isRequired: { _ in true },
        asksForKana: !group.isEmpty && group.allSatisfy { Self.isKana($0.prompt) },
        problem: Self.clozeProblem, remarks: { known.remarks(prompt: $0) }),
      Self.field(
        .reading, "of the prompt, in kana", asksForKana: true,
        isAsked: { $0[Self.key(.prompt)].map(Self.hasKanji) ?? false }),
      Self.field(
        .answer, "separate alternatives with ;",
        isRequired: { !Self.isCloze($0[Self.key(.prompt)]) },
        asksForKana: !group.isEmpty && group.allSatisfy { Self.isKana($0.answer) },
        remarks: { known.remarks(answer: $0, in: language) }),
      Self.field(.hint, "helps without giving the answer away"),
      Self.field(.alternatives, "more accepted answers, separated by ;"),
      Self.field(.partOfSpeech, completions: Set(all.compactMap(\.partOfSpeech)).sorted()),
      Self.field(.example, "a sentence"),
      FormField(
        Self.exampleReading, label: "Its reading", explanation: "in kana", asksForKana: true,
        isAsked: { $0[Self.key(.example)].map(Self.hasKanji) ?? false }),
      FormField(
        Self.exampleMeaning, label: "Its meaning", isAsked: { $0[Self.key(.example)] != nil }),
      Self.field(.note, "shown after the answer"),
      Self.field(
        .tags, "separated by commas or spaces", completions: Set(all.flatMap(\.tags)).sorted(),
        isList: true),
    ]
  }

  /// The question that the form's texts make.
  package static func question(_ values: [String: String]) -> Question {
    var question = Question(prompt: "", answer: "")
    for field in Question.Field.allCases {
      guard let text = values[field.key] else { continue }
      // The form asks for no numbers and no directions, which alone can be wrong.
      try? question.set(field, to: texts(text, field))
    }
    question.example = question.example.map {
      Example(text: $0.text, reading: values[exampleReading], meaning: values[exampleMeaning])
    }
    if isCloze(question.prompt), let sentence = ClozeText.sound(question.prompt) {
      question.cloze = question.prompt
      question.prompt = sentence.opened
      if question.answer.isEmpty { question.answer = sentence.filled }
    }
    return question
  }

  private static let exampleReading = "example_reading"
  private static let exampleMeaning = "example_meaning"

  private static func key(_ field: Question.Field) -> String { field.key }

  /// A field of a question as a field of the form.
  private static func field(
    _ field: Question.Field, _ explanation: String = "",
    isRequired: @escaping @Sendable ([String: String]) -> Bool = { _ in false },
    completions: [String] = [], isList: Bool = false, asksForKana: Bool = false,
    isAsked: @escaping @Sendable ([String: String]) -> Bool = { _ in true },
    problem: @escaping @Sendable (String) -> String? = { _ in nil },
    remarks: @escaping @Sendable (String) -> [String] = { _ in [] }
  ) -> FormField {
    FormField(
      field.key, label: field.label, explanation: explanation, isRequired: isRequired,
      completions: completions, isList: isList, asksForKana: asksForKana, isAsked: isAsked,
      problem: problem, remarks: remarks)
  }

  /// The texts of a field, which the form has on one line.
  private static func texts(_ text: String, _ field: Question.Field) -> [String] {
    switch field {
    case .tags:
      list(text, separators: ",、，; \t\u{3000}").map { String($0.drop { $0 == "#" }) }
        .filter { !$0.isEmpty }
    case .alternatives: list(text, separators: ";；")
    default: [text]
    }
  }

  private static func list(_ text: String, separators: String) -> [String] {
    text.split { separators.contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
  }

  private static func isCloze(_ text: String?) -> Bool { text?.contains("{{") ?? false }

  @Sendable private static func clozeProblem(_ text: String) -> String? {
    guard isCloze(text) else { return nil }
    do throws(ClozeError) {
      _ = try ClozeText(text)
      return nil
    } catch {
      return "Invalid blanks: write each as {{answer}} or {{answer::hint}}."
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
package enum GroupForm {
  /// The fields in the order they are asked for.
  package static let fields = [
    FormField("description", label: "Description", explanation: "in a sentence"),
    language("language", label: "Language", explanation: "to learn, such as ja"),
    language(answerLanguage, label: "Answer language", explanation: "of the answers, such as en"),
    FormField("author", label: "Author"),
    FormField(
      "license", label: "License", explanation: "such as CC-BY-4.0",
      completions: ["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "MIT"]),
    FormField("version", label: "Version", explanation: "such as 1.0"),
    FormField(
      "directions", label: "Directions", explanation: "recognition if none",
      completions: Direction.named.compactMap(\.name), isList: true,
      problem: { text in
        let unknown = names(text).first { Direction(name: $0) == nil }
        return unknown.map {
          "Invalid direction “\($0)”. Use recognition (prompt → answer), production (answer → prompt) "
            + "or reading (prompt → reading)."
        }
      }),
  ]

  /// The key of the language of the answers, which most often is the learner's own.
  package static let answerLanguage = "answer_language"

  /// Languages that many learn, to complete.
  package static let languages = Languages.shipped.all.filter(\.value.isOftenLearned).map(\.tag)
    .sorted()

  private static func language(_ key: String, label: String, explanation: String) -> FormField {
    FormField(
      key, label: label, explanation: explanation,
      completions: languages,
      problem: { text in
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
          ? nil : "A language must be a tag such as ja or pt-BR."
      })
  }

  /// The group that the form's texts make, without questions.
  package static func group(title: String, _ values: [String: String]) -> QuestionGroup {
    let directions = names(values["directions"] ?? "").compactMap(Direction.init(name:))
    return QuestionGroup(
      title: title, description: values["description"], language: values["language"],
      answerLanguage: values[answerLanguage], author: values["author"],
      license: values["license"], version: values["version"],
      directions: directions.isEmpty ? nil : directions, questions: [])
  }

  private static func names(_ text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }
}

/// The questions there are, by what is asked and what answers it.
package struct KnownQuestions: Sendable {
  private struct Entry {
    let group: String
    let language: String?
    let prompt: String
    let answer: String
  }

  private var byPrompt: [String: [Entry]] = [:]
  private var byAnswer: [String: [Entry]] = [:]

  /// Looks through all questions of these groups.
  package init(_ groups: [QuestionGroup]) {
    for group in groups {
      let language = Self.language(of: group)
      for question in group.questions {
        let entry = Entry(
          group: group.title, language: language, prompt: question.prompt, answer: question.answer)
        byPrompt[Self.folded(question.prompt), default: []].append(entry)
        byAnswer[Self.folded(question.answer), default: []].append(entry)
      }
    }
  }

  /// What is there with the same prompt.
  package func remarks(prompt: String) -> [String] {
    remarks(byPrompt[Self.folded(prompt)]) {
      "Note: “\($0.prompt)” already exists in \($0.group): \($0.answer)"
    }
  }

  /// The language that a group teaches, as far as it says so or its prompts tell.
  package static func language(of group: QuestionGroup) -> String? {
    group.language.map(LanguageTag.language)
      ?? group.questions.lazy.compactMap { Languages.shipped.told(by: $0.prompt)?.tag }.first
  }

  /// What is there with the same answer for a prompt in the same language: all other languages have a
  /// word for it, too.
  package func remarks(answer: String, in language: String?) -> [String] {
    remarks(byAnswer[Self.folded(answer)]?.filter { $0.language == language }) {
      "Note: “\($0.answer)” is already an answer in \($0.group): \($0.prompt)"
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
