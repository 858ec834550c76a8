/// What a file is that holds no text to import, by its bytes: names and endings lie.
///
///     FileKind(of: bytes)?.advice   // "Copy the words out of it into a text or CSV file."
enum FileKind: Hashable, Sendable {
  /// A picture: its format.
  case picture(String)
  /// A sound or film: its format.
  case recording(String)
  /// A document of another program: its format.
  case document(String)
  /// A deck of Anki or Mochi with its media.
  case deckArchive(String)
  /// A database of SQLite.
  case database
  /// An archive or a compressed file: its format.
  case archive(String)
  /// Markup: its language.
  case markup(String)
  /// The subtitles of a film.
  case subtitles
  /// A program.
  case program
  /// Something else that is not text.
  case unknown

  /// What the file is; `nil` for text.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - text: the same, decoded.
  ///   - name: its name, which tells of an archive whose contents are unknown.
  init?(of bytes: [UInt8], text: String, name: String) {
    if let kind = Self.signed(bytes) ?? Self.marked(text) {
      self = kind == .archive("zip") ? Self.named(name) ?? kind : kind
    } else if Self.isBinary(text) {
      self = .unknown
    } else {
      return nil
    }
  }

  /// What it is, after “the file is”.
  var name: String {
    switch self {
    case .picture(let format): "a picture (\(format)), not text"
    case .recording(let format): "a recording (\(format)), not text"
    case .document(let format): "a document (\(format)), not text"
    case .deckArchive, .archive: "an archive, not text"
    case .database: "a database (SQLite), not text"
    case .markup(let language): "\(language), not a list of questions"
    case .subtitles: "subtitles, not a list of questions"
    case .program: "a program, not text"
    case .unknown: "not text"
    }
  }

  /// What to do instead, without the full stop.
  var advice: String {
    switch self {
    case .picture, .recording: "Write its words into a text or CSV file"
    case .document("Excel"), .document("OpenDocument spreadsheet"):
      "Save the sheet as CSV (UTF-8) instead"
    case .document("PDF"): "Copy the words out of it into a text or CSV file"
    case .document: "Save it as plain text or CSV (UTF-8) instead"
    case .deckArchive("Anki"):
      "Import it from a file that ends in .apkg or .colpkg, or export “Notes in Plain Text (.txt)” in Anki"
    case .deckArchive(let program): "In \(program), export as Markdown instead"
    case .database:
      "Export its words as CSV instead"
    case .archive: "Unpack it, and import its files"
    case .markup: "Open it in a browser or spreadsheet, and save its table as CSV (UTF-8)"
    case .subtitles: "Write its words, each with its meaning, into a text or CSV file"
    case .program, .unknown: "Import CSV, TSV, Anki, Quizlet or Mochi text, or another deck"
    }
  }
}

// MARK: - By their first bytes

extension FileKind {
  /// The first bytes of formats, as ASCII with Latin-1 for the rest, at an offset.
  private static let signatures: [(offset: Int, bytes: String, kind: FileKind)] = [
    (0, "\u{89}PNG\r\n\u{1A}\n", .picture("PNG")), (0, "\u{FF}\u{D8}\u{FF}", .picture("JPEG")),
    (0, "GIF87a", .picture("GIF")), (0, "GIF89a", .picture("GIF")),
    (8, "WEBP", .picture("WebP")), (0, "II*\0", .picture("TIFF")), (0, "MM\0*", .picture("TIFF")),
    (4, "ftypheic", .picture("HEIC")), (4, "ftypavif", .picture("AVIF")),
    (0, "ID3", .recording("MP3")), (0, "OggS", .recording("Ogg")), (0, "fLaC", .recording("FLAC")),
    (8, "WAVE", .recording("WAV")), (4, "ftyp", .recording("MP4")),
    (0, "\u{1A}E\u{DF}\u{A3}", .recording("Matroska")),
    (0, "%!PS", .document("PostScript")),
    (0, "{\\rtf", .document("RTF")),
    (0, "\u{D0}\u{CF}\u{11}\u{E0}\u{A1}\u{B1}\u{1A}\u{E1}", .document("Microsoft Office")),
    (0, "SQLite format 3\0", .database),
    (0, "\u{1F}\u{8B}", .archive("gzip")), (0, "BZh", .archive("bzip2")),
    (0, "\u{FD}7zXZ\0", .archive("xz")), (0, "7z\u{BC}\u{AF}'\u{1C}", .archive("7z")),
    (0, "Rar!\u{1A}\u{07}", .archive("RAR")), (0, "(\u{B5}/\u{FD}", .archive("Zstandard")),
    (257, "ustar", .archive("tar")),
    (0, "\u{7F}ELF", .program), (0, "\u{CF}\u{FA}\u{ED}\u{FE}", .program),
  ]

  private static func signed(_ bytes: [UInt8]) -> FileKind? {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) {
      return archived(bytes)
    }
    if isMP3Frame(bytes) { return .recording("MP3") }
    let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    // Readers of PDF skip what stands before its mark.
    let start = bytes.dropFirst(mark.count).drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    if start.starts(with: "%PDF-".utf8) { return .document("PDF") }
    for (offset, signature, kind) in signatures where has(signature, at: offset, in: bytes) {
      // A text can begin with these letters; the others have bytes that no text has.
      let isDoubtful = ["BZh", "ID3", "OggS"].contains(signature) || offset > 0
      if isDoubtful, !bytes.prefix(512).contains(where: { $0 == 0 }) { continue }
      return kind
    }
    return nil
  }

  private static func has(_ signature: String, at offset: Int, in bytes: [UInt8]) -> Bool {
    let wanted = signature.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return bytes.count >= offset + wanted.count && bytes[offset...].starts(with: wanted)
  }

  /// Whether a frame of MPEG layer III begins the file, and not a byte order mark.
  private static func isMP3Frame(_ bytes: [UInt8]) -> Bool {
    bytes.count > 3 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2 && bytes[2] & 0xF0 != 0xF0
      && bytes[2] & 0x0C != 0x0C && bytes.prefix(4096).contains { $0 == 0 }
  }

  /// What a zip file holds, by the names in it.
  private static func archived(_ bytes: [UInt8]) -> FileKind {
    let contents: [(name: String, kind: FileKind)] = [
      ("collection.anki", .deckArchive("Anki")), ("data.json", .deckArchive("Mochi")),
      ("data.edn", .deckArchive("Mochi")), ("word/", .document("Word")),
      ("xl/", .document("Excel")), ("ppt/", .document("PowerPoint")),
      ("opendocument.text", .document("OpenDocument text")),
      ("opendocument.spreadsheet", .document("OpenDocument spreadsheet")),
      ("opendocument", .document("OpenDocument")), ("application/epub", .document("EPUB")),
    ]
    // The names stand before each file, and again at the end.
    let names = String(
      decoding: bytes.prefix(1 << 16) + bytes.suffix(1 << 16), as: Unicode.ASCII.self)
    return contents.first { names.contains($0.name) }?.kind ?? .archive("zip")
  }
}

// MARK: - By their name

extension FileKind {
  private static func named(_ name: String) -> FileKind? {
    switch name.lowercased().split(separator: ".").last {
    case "apkg", "colpkg": .deckArchive("Anki")
    case "mochi": .deckArchive("Mochi")
    case "xlsx": .document("Excel")
    case "ods": .document("OpenDocument spreadsheet")
    case "docx": .document("Word")
    case "odt": .document("OpenDocument text")
    default: nil
    }
  }
}

// MARK: - By their text

extension FileKind {
  private static func marked(_ text: String) -> FileKind? {
    let beginning = String(text.unicodeScalars.prefix(400).map(Character.init)).trimmedStart
      .lowercased()
    if beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html") {
      return .markup("a web page (HTML)")
    }
    if beginning.hasPrefix("<svg") { return .picture("SVG") }
    if isSubtitles(beginning) { return .subtitles }
    return beginning.hasPrefix("<?xml") || beginning.hasPrefix("<!doctype") ? .markup("XML") : nil
  }

  /// Whether a text begins like a file of WebVTT, SubStation Alpha or SubRip: a number, then from when until
  /// when.
  private static func isSubtitles(_ beginning: String) -> Bool {
    if ["webvtt", "[script info]"].contains(where: beginning.hasPrefix) { return true }
    let lines = beginning.split(whereSeparator: \.isNewline).prefix(2)
    return lines.count == 2 && lines[0].allSatisfy(\.isNumber) && lines[1].contains(" --> ")
  }

  /// Whether a zero is in the text, or many of its characters are controls.
  private static func isBinary(_ text: String) -> Bool {
    var controls = 0
    var count = 0
    for scalar in text.unicodeScalars.prefix(1 << 16) {
      count += 1
      switch scalar.value {
      case 0: return true
      case 0x01...0x08, 0x0E...0x1A, 0x1C...0x1F, 0x7F...0x84, 0x86...0x9F: controls += 1
      default: break
      }
    }
    return controls > 4 && controls * 30 > count
  }
}

extension String {
  fileprivate var trimmedStart: String { String(drop(while: \.isWhitespace)) }
}
