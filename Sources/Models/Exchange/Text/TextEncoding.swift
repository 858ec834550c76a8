/// How the bytes of a text file stand for letters.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// What everybody writes today.
  case utf8 = "UTF-8"
  /// Windows calls it Unicode.
  case utf16LittleEndian = "UTF-16LE"
  /// The same with the bytes of each unit the other way round.
  case utf16BigEndian = "UTF-16BE"
  /// Japanese Windows and old Macs; read as Microsoft extends it (code page 932).
  case shiftJIS = "Shift_JIS"
  /// Japanese Unix.
  case eucJP = "EUC-JP"
  /// Western Windows (code page 1252), of which ISO 8859-1 is a part.
  case latin1 = "Latin-1"

  /// The encoding of a name as people and programs write it (`sjis`, `utf8`, `ISO-8859-1`), or `nil`
  /// for a name of another one.
  public init?(name: String) {
    let folded = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch folded {
    case "utf8", "utf8bom": self = .utf8
    case "utf16", "utf16le", "unicode": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "shiftjis", "sjis", "cp932", "windows31j", "mskanji": self = .shiftJIS
    case "eucjp", "ujis": self = .eucJP
    case "latin1", "iso88591", "windows1252", "cp1252", "ansi": self = .latin1
    default: return nil
    }
  }
}
