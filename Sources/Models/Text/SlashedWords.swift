/// A slash within a word or a phrase, which stands for several texts with the rest in common:
/// `his/her house`, `bonito/a`, `el/la profesor(a)`.
package enum SlashedWords {
  /// The answers in a text between separators: what its slashes stand for within a phrase, else what
  /// stands between them.
  static func alternatives(of text: String) -> [String] {
    guard text.unicodeScalars.contains(where: isSlash) else { return [text] }
    if let expansions = expansions(of: text) { return expansions }
    let words = words(of: text)
    let parts = parts(of: text)
    if words.count == 1, isUnit(parts) { return [text] }
    if words.count == 1 || areWhole(parts) { return parts }
    // Whether `speak/talk to` or `thanks/thank you` is meant, nothing tells.
    return parts + combined(words, inStep: false)
  }

  /// Whether the parts of a word are those of a unit: km/h, m/s.
  private static func isUnit(_ parts: [String]) -> Bool {
    parts.count == 2 && parts[0].count <= 3 && ["h", "s", "l", "g", "m"].contains(parts[1])
  }

  /// Whether phrases begin or end with the same word, so that each of them is whole: to go out/to leave.
  private static func areWhole(_ parts: [String]) -> Bool {
    let phrases = parts.map { $0.lowercased().split(separator: " ") }
    guard phrases.allSatisfy({ $0.count > 1 }) else { return false }
    return Set(phrases.map(\.first)).count == 1 || Set(phrases.map(\.last)).count == 1
  }

  /// The texts that a text with slashes within its phrases or words stands for: with both endings of
  /// `bonito/a`, and with each of the pronouns, articles and the like in `his/her house`. Articles
  /// and endings change together.
  ///
  /// - Parameter text: One answer.
  /// - Returns: The texts; `nil` where slashes separate whole answers, or there are none.
  package static func expansions(of text: String) -> [String]? {
    guard text.unicodeScalars.contains(where: isSlash) else { return nil }
    let words = words(of: text)
    let slashed = words.filter { $0.isSlashed }
    guard slashed.contains(where: { $0.kind != .open }),
      words.count > 1 || slashed.contains(where: { $0.kind == .inflected })
    else { return nil }
    return combined(words, inStep: true)
  }

  /// The phrases with each form of their words; those that agree change in step, if they are as many.
  private static func combined(_ words: [Word], inStep: Bool) -> [String] {
    let hasArticle = words.contains { $0.kind == .article }
    func agrees(_ word: Word) -> Bool {
      guard inStep, word.forms.count > 1 else { return false }
      return word.kind == .article || word.kind == .inflected || (word.kind == .open && hasArticle)
    }
    let counts = Set(words.filter(agrees).map(\.forms.count))
    let steps = counts.count == 1 ? Array(0..<(counts.first ?? 0)) : []
    func phrases(_ step: Int?) -> [String] {
      var phrases = [""]
      for word in words {
        var forms = word.forms
        if let step, agrees(word) { forms = [forms[step]] }
        if phrases.count * forms.count > mostPhrases { forms = [forms[0]] }
        phrases = phrases.flatMap { phrase in
          forms.map { phrase.isEmpty ? $0 : "\(phrase) \($0)" }
        }
      }
      return phrases
    }
    return steps.isEmpty ? phrases(nil) : steps.flatMap { phrases($0) }
  }

  private static let mostPhrases = 16

  private static func words(of text: String) -> [Word] {
    AnswerList.parts(of: text) { $1[$0].properties.isWhitespace }.map(Word.init)
  }

  /// What stands between the slashes outside of brackets and fractions.
  fileprivate static func parts(of text: String) -> [String] {
    AnswerList.parts(of: text) { index, letters in
      isSlash(letters[index]) && !AnswerList.isBetweenDigits(index, of: letters)
    }
  }

  /// Whether a letter is a slash, of either width.
  static func isSlash(_ letter: Unicode.Scalar) -> Bool { letter == "/" || letter == "／" }
}

/// A word of a phrase with the forms that its slashes or brackets stand for.
private struct Word {
  enum Kind {
    /// One form.
    case plain
    /// A word with its endings: `bonito/a`, `profesor(a)`.
    case inflected
    /// Articles, or pronouns of a gender: what changes with the word beside it.
    case article
    /// Function words of one kind: `his/her`.
    case function
    /// Any other words.
    case open
  }

  let forms: [String]
  let kind: Kind
  let isSlashed: Bool

  init(_ text: String) {
    let parts = SlashedWords.parts(of: text)
    isSlashed = parts.count > 1
    guard isSlashed else {
      let forms = Self.bracketed(text).flatMap { stem, ending in
        WordEnding(ending, isMarked: true)?.form(of: stem).map { [stem, $0] }
      }
      self.forms = forms ?? [text]
      kind = forms == nil ? .plain : .inflected
      return
    }
    let endings = parts.dropFirst().compactMap { WordEnding($0)?.form(of: parts[0]) }
    if endings.count == parts.count - 1 {
      forms = [parts[0]] + endings
      kind = .inflected
    } else {
      forms = parts
      kind = FunctionWords.kind(of: parts)
    }
  }

  /// The stem and the ending of `profesor(a)`.
  private static func bracketed(_ text: String) -> (stem: String, ending: String)? {
    guard text.last == ")", let place = text.firstIndex(of: "("), place != text.startIndex else {
      return nil
    }
    return (String(text[..<place]), String(text[text.index(after: place)...].dropLast()))
  }

  /// Words of which several in one place of a phrase are alternatives to one another.
  private enum FunctionWords {
    private static let articles: [Set<String>] = sets(
      "el la los las lo un una unos unas", "le la les l' un une des du",
      "il lo la i gli le un uno una", "der die das den dem ein eine einen", "o a os as um uma",
      "de het een", "él ella ellos ellas", "ele ela eles elas", "lui lei")
    private static let others: [Set<String>] = sets(
      "my your his her its our their one's someone's somebody's sb's",
      "i you he she it we they one",
      """
      me you him her it us them one someone somebody something sb sth myself yourself himself \
      herself itself ourselves themselves oneself
      """,
      "a an the", "this that these those", "mr mrs ms miss mx dr",
      "in on at by to from of for with into onto about", "am is are was were be",
      "do does did", "has have had", "can could may might must should will would shall", "and or",
      "mi tu su mis tus sus nuestro nuestra vuestro vuestra",
      "yo tú usted ustedes nosotros vosotros",
      "mon ma mes ton ta tes son sa ses notre votre leur", "je tu il elle on nous vous ils elles",
      "mein dein sein ihr unser euer", "ich du er sie es wir ihr", "meu minha seu sua", "y o")

    static func kind(of parts: [String]) -> Kind {
      let words = Set(
        parts.map { $0.lowercased().replacing(".", with: "").replacing("’", with: "'") })
      guard words.count == parts.count else { return .open }
      if articles.contains(where: { words.isSubset(of: $0) }) { return .article }
      return others.contains(where: { words.isSubset(of: $0) }) ? .function : .open
    }

    private static func sets(_ lines: String...) -> [Set<String>] {
      lines.map { Set($0.split(separator: " ").map(String.init)) }
    }
  }
}
