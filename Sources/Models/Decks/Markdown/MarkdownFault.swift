import RabbleText

/// What keeps a line of Markdown from being part of a deck.
public enum MarkdownFault: Hashable, Sendable {
  /// There is no heading of a group.
  case noGroup
  /// A heading has no questions below it.
  case noQuestions
  /// A text stands before the first heading of a group.
  case textOutsideGroup
  /// A heading of three or more number signs.
  case deepHeading
  /// A line among the questions is none.
  case noSeparator
  /// A `::` has no spaces around it.
  case separatorWithoutSpaces
  /// A `:::`, with which other programs write a card that is asked both ways.
  case tripleColon
  /// A separator is written in full-width characters, or between such spaces.
  case fullWidthSeparator(String)
  /// The colon of `Q:` or `A:` is full-width.
  case fullWidthName(String, meant: String)
  /// A `:` or `=` above the first question stands where `::` is meant.
  case singleSeparator(String)
  /// A line of a description may be a question: it has this mark, or stands right above one.
  case descriptionLikeQuestion(mark: String?)
  /// A `==` begins a blank that has no end.
  case unclosedMark
  /// A blank is written as in Anki.
  case foreignBlank(String, meant: String)
  /// A row of a table.
  case tableRow
  /// A mark is read as text because it is written in full-width characters.
  case fullWidthMark(String, meant: String)
  /// A `Q:` has no `A:`.
  case questionWithoutAnswer
  /// An `A:` has no `Q:`.
  case answerWithoutQuestion
  /// A comment has no end.
  case unclosedComment
  /// More text follows on the line of a comment's end.
  case textAfterComment
  /// Braces that would be read as those of a blank.
  case bracesBesideBlank
  /// A name that looks like a known one; the line is taken for text.
  case similarKey(found: String, known: String)
  /// A name of a value that only questions have stands among those of a group.
  case keyOfQuestion(String)
  /// A line that looks like a question is indented, and so part of the note above.
  case indentedQuestion
  /// A second `::` on the line of a question.
  case secondSeparator
  /// A tag stands within a prompt or an answer.
  case tagWithinText(String)
  /// A second id at the end of a question, read as text.
  case secondID(String)
  /// A line `x-…` names a key that decks know.
  case knownKey(String)
  /// The line `score:` does not hold two counts.
  case malformedScore
}

extension MarkdownFault {
  /// The code of the fault.
  var code: DeckFault.Code {
    switch self {
    case .noGroup: .noGroups
    case .noQuestions: .noQuestions
    case .textOutsideGroup: .textOutsideGroup
    case .deepHeading: .deepHeading
    case .noSeparator, .singleSeparator, .foreignBlank, .indentedQuestion: .noSeparator
    case .separatorWithoutSpaces: .separatorWithoutSpaces
    case .tripleColon: .tripleColon
    case .fullWidthSeparator, .fullWidthName: .fullWidthSeparator
    case .descriptionLikeQuestion: .descriptionLikeQuestion
    case .unclosedMark: .unclosedMark
    case .tableRow: .tableRow
    case .fullWidthMark: .fullWidthMark
    case .questionWithoutAnswer: .questionWithoutAnswer
    case .answerWithoutQuestion: .answerWithoutQuestion
    case .unclosedComment: .unclosedComment
    case .textAfterComment: .textAfterComment
    case .bracesBesideBlank: .bracesBesideBlank
    case .similarKey, .keyOfQuestion: .similarName
    case .secondSeparator: .secondSeparator
    case .tagWithinText: .tagWithinText
    case .secondID: .duplicateKey
    case .knownKey: .knownName
    case .malformedScore: .malformedScore
    }
  }

  /// What is wrong, and what to do about it.
  var wording: (reason: String, advice: String) {
    switch self {
    case .noGroup: ("there is no group in the file", "begin one with a line ## Title")
    case .noQuestions:
      ("there are no questions below this heading", "write one, prompt :: answer")
    case .textOutsideGroup:
      (
        "this text is outside a group and is ignored",
        "put it below a line ## Title, or between <!-- and -->"
      )
    case .deepHeading:
      ("this heading is too deep and is ignored", "begin a group with ## Title")
    case .noSeparator:
      (
        "this line is not a question",
        "write prompt :: answer, or a sentence with ==blanks==; indent what belongs to the "
          + "question above, and put a comment between <!-- and -->"
      )
    case .separatorWithoutSpaces:
      ("\"::\" has no spaces around it", "write prompt :: answer")
    case .tripleColon:
      (
        "the separator has too many colons",
        "write prompt :: answer, and below it, indented, directions: recognition, production "
          + "if the card is to be asked both ways"
      )
    case .fullWidthSeparator(let found):
      (
        found == "\u{3000}"
          ? "the space beside \"::\" is an ideographic one"
          : "\(Quoting.quoted(found)) is full-width",
        "write prompt :: answer with colons and spaces of half width"
      )
    case .fullWidthName(let found, let meant):
      ("\(Quoting.quoted(found)) is full-width", "write \(meant)")
    case .singleSeparator(let mark):
      (
        "this line looks like a question with \"\(mark)\" in place of \"::\"",
        "write prompt :: answer, or \\\(mark) if it is part of the description"
      )
    case .descriptionLikeQuestion(let mark):
      (
        "this line is read as the description, but looks like a question",
        "write prompt :: answer if it is one, otherwise "
          + (mark.map { "\\\($0) with a backslash" } ?? "leave a blank line below it")
      )
    case .unclosedMark:
      ("this == has no closing ==", "close the blank, ==like this==, or hide it: \\==")
    case .foreignBlank(let found, let meant):
      (
        "\(Quoting.quoted(found)) is a blank of Anki, so this line is not a question",
        "write \(Quoting.visible(meant))"
      )
    case .tableRow:
      (
        "a row of a table is not a question",
        "write prompt :: answer; leave out the table's heading"
      )
    case .fullWidthMark(let found, let meant):
      ("\(Quoting.quoted(found)) is full-width and read as text", "write \(Quoting.visible(meant))")
    case .questionWithoutAnswer: ("this Q: has no A:", "write A: and the answer below it")
    case .answerWithoutQuestion: ("this A: has no Q:", "write Q: and the question above it")
    case .unclosedComment:
      ("the comment that begins here has no end", "close it with -->")
    case .textAfterComment:
      ("text follows on the line of the comment's end", "begin a new line after -->")
    case .bracesBesideBlank:
      ("braces beside a blank would be read as a blank themselves", "separate them from the blank")
    case .similarKey(let found, let known):
      (
        "\(Quoting.quoted(found)) is read as text, but looks like \"\(known)\"",
        "write \(known): if you mean that, otherwise \(Quoting.visible(found))\\: with a backslash"
      )
    case .keyOfQuestion(let found):
      (
        "\(Quoting.quoted(found)) is read as text of the description: only questions have it",
        "put #tag at the end of a question, or write \(Quoting.visible(found))\\: with a backslash"
      )
    case .indentedQuestion:
      (
        "this line looks like a question, but is indented and so a note of the question above",
        "begin it at the margin, or hide its ::, \\::, if it is a note"
      )
    case .secondSeparator:
      (
        "the second \"::\" is read as part of the text",
        "separate answers with ;, put a hint on a line of its own, hint: …, or hide the mark: \\::"
      )
    case .tagWithinText(let found):
      (
        "\(Quoting.quoted(found)) is read as part of the text, because text follows it",
        "put tags at the end, with spaces between them, or hide it: \\#"
      )
    case .secondID(let found):
      (
        "\(Quoting.quoted(found)) is read as part of the text, because a question has one id",
        "write only one ^id"
      )
    case .knownKey(let key):
      ("\(Quoting.quoted(key)) is a known key", "write it without x-")
    case .malformedScore:
      ("\"score\" must hold two counts", "write 3 correct, 1 incorrect")
    }
  }
}
