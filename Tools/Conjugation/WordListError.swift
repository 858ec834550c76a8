/// Why a list of words can't be read.
public enum WordListError: Error, Hashable, Sendable {
  /// The first line does not name the columns.
  case wrongHeader
  /// A line has too few fields, or too many.
  case wrongFieldCount(line: Int, found: Int)
  /// A word is of no class there is.
  case unknownClass(line: Int, String)
  /// A form is none of those there are.
  case unknownForm(line: Int, String)
  /// A word does not end as words of its class do.
  case wrongEnding(String)
}

extension WordListError: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .wrongHeader:
      "line 1 must name the columns: \(Word.columns.joined(separator: ", ")), with tabs between"
    case .wrongFieldCount(let line, let found):
      "line \(line) has \(found) fields; write \(Word.columns.count), with tabs between"
    case .unknownClass(let line, let name):
      "line \(line): there is no class \(name); there are "
        + WordClass.allCases.map(\.rawValue).joined(separator: ", ")
    case .unknownForm(let line, let name):
      "line \(line): there is no form \(name); there are "
        + WordForm.allCases.map(\.rawValue).joined(separator: ", ")
    case .wrongEnding(let word): "\(word) does not end as a word of its class; correct one of them"
    }
  }
}
