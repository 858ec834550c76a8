extension DeckFault: CustomStringConvertible {
  /// The fault in one line: `PATH:LINE:COLUMN: error: reason; what to do`.
  ///
  /// Text from the file is at most 40 scalars long and holds no control character.
  public var description: String {
    var result = Excerpt.visible(path)
    if let line { result += ":\(line)" }
    if let column { result += ":\(column)" }
    result += ": \(severity.rawValue): "
    if let place { result += "in \(place): " }
    let wording = kind.wording
    return result + wording.reason + "; " + wording.advice
  }
}

extension DeckFault {
  /// What is wrong.
  public var reason: String { kind.wording.reason }
  /// What to do about it.
  public var advice: String { kind.wording.advice }
}

extension DeckFault.Kind {
  /// What is wrong, and what to do about it.
  var wording: (reason: String, advice: String) {
    switch self {
    case .notFound, .permissionDenied, .isDirectory, .notDirectory, .notRegularFile,
      .symbolicLinkLoop, .tooLarge, .unreadable:
      wordingOfFile
    case .notUTF8, .empty, .tooDeep: wordingOfText
    case .syntax(let fault): fault.wording
    case .markdown(let fault): fault.wording
    default: wordingOfContent
    }
  }

  private var wordingOfFile: (reason: String, advice: String) {
    switch self {
    case .notFound: ("it does not exist", "check the name")
    case .permissionDenied: ("you may not read it", "give yourself the right to (chmod u+r)")
    case .isDirectory: ("it is a folder, not a deck file", "name a .json file in it")
    case .notDirectory: ("it is not a folder", "name the folder that holds the decks")
    case .notRegularFile:
      ("it is a device, pipe or socket, not a file", "save the deck as a file")
    case .symbolicLinkLoop:
      ("its symbolic links lead round in a circle", "make the link point to the file")
    case .tooLarge(let bytes, let limit):
      ("it has \(bytes) bytes, more than the \(limit) that are read", "split it into several files")
    case .unreadable(let reason):
      ("it cannot be read (\(Excerpt.visible(reason)))", "check the disk, or restore a copy")
    default: ("it cannot be used", "correct it")
    }
  }

  private var wordingOfText: (reason: String, advice: String) {
    switch self {
    case .notUTF8(_, looksLikeUTF16: true):
      ("the text is UTF-16, not UTF-8", "save the file in the encoding UTF-8")
    case .notUTF8(let byte, _):
      (
        "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) is not UTF-8",
        "save the file in the encoding UTF-8"
      )
    case .empty:
      (
        "there is nothing in it",
        "write a group, {\"title\": \"…\", \"questions\": […]}, or remove the file"
      )
    case .tooDeep(let limit):
      ("arrays and objects stand more than \(limit) deep in each other", "a deck needs 5 levels")
    default: ("it cannot be used", "correct it")
    }
  }
}
