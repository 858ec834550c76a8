/// How screens are drawn, as the learner has chosen: a value that any view can follow.
public struct DisplayStyle: Hashable, Sendable {
  /// Where furigana stand.
  public enum Furigana: String, Hashable, Sendable, CaseIterable {
    /// Above the kanji, on a terminal of 40 columns or more.
    case above
    /// In brackets behind the kanji: `食[た]べる`.
    case brackets
    /// Nowhere.
    case off
  }

  /// The style of what is drawn now: a command sets it once for all that it draws.
  @TaskLocal public static var current = DisplayStyle()

  /// Whether text is written for a screen reader: one thing a line, in words, without color, boxes
  /// and signs.
  public var isPlain = false
  /// Where furigana stand.
  public var furigana = Furigana.above
  /// The columns of characters whose width East Asian and other terminals disagree about, 1 or 2.
  public var ambiguousWidth = 1
  /// The columns of a line; `nil` for those of the terminal.
  public var columns: Int?
  /// The colors.
  public var theme = Theme.terminal

  /// Makes the usual style.
  public init() {}
}

// MARK: - Themes

/// What a piece of text is for, as far as colors tell it apart.
public enum ThemeRole: String, Hashable, Sendable, CaseIterable {
  /// Titles, and what is asked.
  case heading
  /// Answers and hints.
  case answer
  /// A correct answer.
  case correct
  /// Something to notice.
  case remark
  /// An incorrect answer, and what did not work.
  case wrong
  /// What matters less.
  case muted
}

/// The rendition of each role.
public struct Theme: Hashable, Sendable {
  /// The names of the themes that come with the program.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// Eight basic colors, which the terminal's own theme makes readable.
    case terminal
    /// Blue and orange instead of green and red, for learners who can't tell those apart.
    case colorblind
    /// Bright and bold.
    case contrast
    /// No color, but bold, underlined and dim.
    case mono
  }

  /// The theme that is used without a choice.
  public static let terminal = Theme(.terminal)

  private var renditions: [ThemeRole: Rendition]

  /// Makes the theme of a name.
  public init(_ name: Name) {
    // In the order of the roles.
    let texts =
      switch name {
      case .terminal: ["bold", "cyan", "green", "yellow", "red", "dim"]
      case .colorblind: ["bold", "cyan", "33", "yellow", "bold 208", "dim"]
      case .contrast:
        [
          "bold bright-white", "bold bright-cyan", "bold bright-green", "bold bright-yellow",
          "bold bright-red", "white",
        ]
      case .mono: ["bold", "plain", "bold", "underline", "reverse", "dim"]
      }
    renditions = [:]
    for (role, text) in zip(ThemeRole.allCases, texts) { renditions[role] = Rendition(text) }
  }

  /// The rendition of a role.
  public subscript(role: ThemeRole) -> Rendition {
    get { renditions[role] ?? .plain }
    set { renditions[role] = newValue }
  }
}

/// How a text is shown: a color, and bold, dim, italic, underlined or reversed.
///
///     Rendition("bold bright-red")?.parameters  // "1;91"
public struct Rendition: Hashable, Sendable {
  /// Text as it is.
  public static let plain = Rendition(text: "plain", parameters: "")

  /// The words it was made of.
  public let text: String
  /// The parameters of Select Graphic Rendition (ECMA-48, 8.3.117; 256 colors and RGB by ISO 8613-6);
  /// empty for text as it is.
  public let parameters: String

  private static let styles = ["bold": 1, "dim": 2, "italic": 3, "underline": 4, "reverse": 7]
  private static let colors = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// What can be written, for people.
  public static let accepted =
    "a color (\(colors.joined(separator: ", ")), or bright- before one of them, 0 to 255, or "
    + "#rrggbb), bold, dim, italic, underline, reverse, or several of these, or plain"

  private init(text: String, parameters: String) {
    self.text = text
    self.parameters = parameters
  }

  /// Reads words with blanks between them; `nil` where one is not in ``accepted``.
  public init?(_ text: String) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard !words.isEmpty, words.count <= 8 else { return nil }
    var parameters: [String] = []
    for word in words where word != "plain" {
      guard let parameter = Self.parameter(word) else { return nil }
      parameters.append(parameter)
    }
    self.init(text: words.joined(separator: " "), parameters: parameters.joined(separator: ";"))
  }

  private static func parameter(_ word: String) -> String? {
    if let style = styles[word] { return "\(style)" }
    if let color = colors.firstIndex(of: word) { return "\(30 + color)" }
    if word.hasPrefix("bright-"), let color = colors.firstIndex(of: String(word.dropFirst(7))) {
      return "\(90 + color)"
    }
    if word.allSatisfy({ $0.isASCII && $0.isNumber }), let color = UInt8(word) {
      return "38;5;\(color)"
    }
    guard word.first == "#", word.utf8.count == 7, !word.contains("+"),
      let color = Int(word.dropFirst(), radix: 16)
    else { return nil }
    return "38;2;\(color >> 16);\(color >> 8 & 255);\(color & 255)"
  }
}
