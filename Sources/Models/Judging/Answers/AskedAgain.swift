import RabbleText

extension Judgment {
  /// "Try again" for a line that is no answer, and nothing else than what was read on the screen, or the
  /// right word without its article.
  func askedAgain() -> Verdict? {
    guard !line.hasJapanese, vocabulary.owners(of: line, besides: question).isEmpty else {
      return nil
    }
    if isPromptWithoutArticle { return retry(.promptTypedBack) }
    return isUmlautWithoutArticle ? retry(.article, Message.articleIsAsked) : nil
  }

  /// Whether the line is the prompt, articles and accents aside: `perro` for el perro.
  private var isPromptWithoutArticle: Bool {
    guard !question.prompt.hasJapanese else { return false }
    let typed = Self.withoutArticles(line.text)
    let prompts = [question.prompt] + AnswerList.semicolonSeparated(question.prompt)
    return !typed.isEmpty && prompts.contains { Self.withoutArticles($0) == typed }
  }

  private static func withoutArticles(_ text: String) -> [Substring] {
    let words = TextFold.strict(Articles.apart(text)).split(separator: " ")
    return MeaningFold.withoutToAndArticles(words).filter { !Articles.all.contains($0) }
  }

  /// Whether the line is a word without its article, oe in the place of ö: `Aepfel` for die Äpfel.
  private var isUmlautWithoutArticle: Bool {
    guard !language.isKnown else { return false }
    let articles = Articles.of(language.code)
    let typed = TextFold.accented(line.text)
    return sheet.answers.filter { $0.form == .meaning }.flatMap(\.variants).contains { variant in
      let words = TextFold.accented(variant).split(separator: " ")
      guard words.count > 1, articles.contains(words[0]) else { return false }
      let word = words.dropFirst().joined(separator: " ")
      let plain = [("ä", "ae"), ("ö", "oe"), ("ü", "ue")]
        .reduce(word) { $0.replacing($1.0, with: $1.1) }
      return word != plain && [plain, plain.replacing("ß", with: "ss")].contains(typed)
    }
  }
}
