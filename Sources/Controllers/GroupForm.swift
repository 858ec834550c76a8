import RabbleQuestions

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
