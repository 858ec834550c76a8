import RabbleJudging
import RabbleQuestions

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
