/// A word of the list, and which of its forms are asked for.
package struct Word: Hashable, Sendable {
  /// What the identities of its cards are made of: its romaji, with an addition for homophones.
  package let id: String
  /// The word as dictionaries have it.
  package let dictionary: String
  /// The word in kana.
  package let reading: String
  /// How it conjugates.
  package let wordClass: WordClass
  /// What it means.
  package let english: String
  /// When its forms are asked for.
  package let place: Place
  /// The forms it has, in the order of its class.
  package let forms: [WordForm]
  /// Those of its forms that are seldom said, which stand beside the path.
  package let seldom: [WordForm]
  /// Something worth knowing.
  package let note: String?
  /// The forms for which the note is.
  package let noteForms: [WordForm]

  /// Where the forms of a word stand in the course.
  package enum Place: String, Hashable, Sendable, CaseIterable {
    /// With the first verbs: the polite form in a group of its own.
    case first
    /// On the path.
    case path
    /// Beside the path, for those who want more.
    case more
  }

  /// The columns of a list of words.
  package static let columns = [
    "id", "dictionary", "reading", "class", "english", "place", "omit", "seldom", "note_forms",
    "note",
  ]

  /// Reads a list: a line of ``columns``, then a line a word, with tabs between the fields.
  ///
  /// - Throws: ``WordListError``, for the first line that can't be read.
  package static func list(_ text: String) throws(WordListError) -> [Word] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map({ fields($0) }) == columns else { throw .wrongHeader }
    var words: [Word] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let fields = fields(line)
      guard fields.count == columns.count else {
        throw .wrongFieldCount(line: index + 1, found: fields.count)
      }
      guard let wordClass = WordClass(rawValue: fields[3]) else {
        throw .unknownClass(line: index + 1, fields[3])
      }
      guard let place = Place(rawValue: fields[5]) else {
        throw .unknownPlace(line: index + 1, fields[5])
      }
      let omitted = try forms(fields[6], line: index + 1)
      let seldom = try forms(fields[7], line: index + 1)
      let noted = try forms(fields[8], line: index + 1)
      words.append(
        Word(
          id: fields[0], dictionary: fields[1], reading: fields[2], wordClass: wordClass,
          english: fields[4], place: place,
          forms: wordClass.forms.filter { !omitted.contains($0) },
          seldom: seldom, note: fields[9].isEmpty ? nil : fields[9],
          noteForms: noted.isEmpty ? wordClass.forms : noted))
    }
    return words
  }

  private static func fields(_ line: Substring) -> [String] {
    line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  private static func forms(_ names: String, line: Int) throws(WordListError) -> [WordForm] {
    var forms: [WordForm] = []
    for name in names.split(separator: ",") {
      guard let form = WordForm(rawValue: String(name)) else {
        throw .unknownForm(line: line, String(name))
      }
      forms.append(form)
    }
    return forms
  }
}

/// Why a list of words can't be read.
package enum WordListError: Error, Hashable, Sendable {
  /// The first line does not name the columns.
  case wrongHeader
  /// A line has too few fields, or too many.
  case wrongFieldCount(line: Int, found: Int)
  /// A word is of no class there is.
  case unknownClass(line: Int, String)
  /// A place is none of those there are.
  case unknownPlace(line: Int, String)
  /// A form is none of those there are.
  case unknownForm(line: Int, String)
  /// A word does not end as words of its class do.
  case wrongEnding(String)
}

extension WordListError: CustomStringConvertible {
  /// What is wrong and what to do about it.
  package var description: String {
    switch self {
    case .wrongHeader:
      "line 1 must name the columns: \(Word.columns.joined(separator: ", ")), with tabs between"
    case .wrongFieldCount(let line, let found):
      "line \(line) has \(found) fields; write \(Word.columns.count), with tabs between"
    case .unknownClass(let line, let name):
      "line \(line): there is no class \(name); there are "
        + WordClass.allCases.map(\.rawValue).joined(separator: ", ")
    case .unknownPlace(let line, let name):
      "line \(line): there is no place \(name); there are "
        + Word.Place.allCases.map(\.rawValue).joined(separator: ", ")
    case .unknownForm(let line, let name):
      "line \(line): there is no form \(name); there are "
        + WordForm.allCases.map(\.rawValue).joined(separator: ", ")
    case .wrongEnding(let word): "\(word) does not end as a word of its class; correct one of them"
    }
  }
}
