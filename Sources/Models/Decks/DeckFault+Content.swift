import RabbleQuestions

extension DeckFault.Kind {
  /// What is wrong with JSON that is sound but no sound deck, and what to do about it.
  var wordingOfContent: (reason: String, advice: String) {
    switch self {
    case .wrongType(let expected, let found, let key):
      Self.wordingOfType(expected: expected, found: found, key: key)
    case .missingKey(let key, let similar?):
      (
        "there is no \"\(key)\"",
        "perhaps \(Excerpt.quoted(similar)) is a misspelling of it"
      )
    case .missingKey(let key, nil): ("there is no \"\(key)\"", "add one")
    case .emptyText(let key): ("\"\(key)\" is empty", "write a text, or remove it")
    case .duplicateKey(let key):
      ("\(Excerpt.quoted(key)) stands here for the second time", "keep one; the last one counts")
    case .noGroups:
      ("there is no group in it", "write one, {\"title\": \"…\", \"questions\": […]}")
    case .noQuestions:
      ("there are no questions", "write one, {\"prompt\": \"…\", \"answer\": \"…\"}")
    case .questionsOutsideGroup(let count):
      (
        count == 1
          ? "this question stands outside a group"
          : "this question and \(count - 1) more stand outside a group",
        "put it into the \"questions\" of a group, {\"title\": \"…\", \"questions\": […]}"
      )
    case .duplicateID(let id, let line):
      (
        "the id \(Excerpt.quoted(id)) belongs to the question of line \(line) already",
        "give each question an id of its own"
      )
    case .duplicateQuestion(let line):
      ("the question of line \(line) has the same prompt and answer", "remove one of them")
    case .unknownValue(let value, let key, let known):
      (
        "\"\(key)\" cannot be \(Excerpt.quoted(value))",
        "write \(known.map { "\"\($0)\"" }.joined(separator: " or "))"
      )
    case .cloze(let error): Self.wording(of: error)
    case .malformedPitch:
      (
        "\"pitch\" is no whole number from 0 to 99",
        "write the mora after which the pitch falls, 0 if it does not"
      )
    case .malformedScore:
      (
        "\"score\" does not hold two whole numbers and is not read",
        "write {\"correct\": 0, \"incorrect\": 0}, or remove it"
      )
    case .course(let fault): fault.wording
    case .furtherFaults(let count): ("there are \(count) more faults", "mend the ones above first")
    default: ("it cannot be used", "correct it")
    }
  }

  private static func wording(of error: ClozeError) -> (reason: String, advice: String) {
    switch error {
    case .noBlank: ("\"cloze\" has no blank", "put what is asked into {{ }}")
    case .unclosed(let blank): ("blank \(blank) of \"cloze\" is not closed", "close it with }}")
    case .emptyBlank(let blank):
      ("blank \(blank) of \"cloze\" is empty", "write what belongs in it between {{ and }}")
    }
  }

  private static func wordingOfType(
    expected: [JSONType],
    found: JSONType,
    key: String
  ) -> (reason: String, advice: String) {
    let wanted = expected.map(\.description).joined(separator: " or ")
    let name = key.split(separator: ".").last.map { "\"\($0)\"" } ?? "the file"
    let advice =
      switch (expected.contains(.string), found) {
      case (true, .number), (true, .boolean): "put it in quotation marks"
      case (true, _): "write a text in quotation marks"
      case (false, _): key.isEmpty ? "put the groups into an array […]" : "correct it"
      }
    return ("\(name) is \(found), but must be \(wanted)", advice)
  }
}
