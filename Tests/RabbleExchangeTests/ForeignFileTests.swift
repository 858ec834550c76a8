import RabbleText
import Testing

@testable import RabbleExchange

/// What a file is by its bytes, whatever its name says.
struct ForeignFileTests {
  private func refusal(_ bytes: [UInt8], name: String = "words.csv") -> ImportError? {
    do throws(ImportError) {
      _ = try ImportFile(bytes, name: name)
      return nil
    } catch { return error }
  }

  /// The beginnings of files as the formats' documents have them, with bytes that follow.
  private static let files: [(bytes: [UInt8], says: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], "PNG"),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10] + Array("JFIF".utf8), "JPEG"),
    (Array("GIF89a".utf8) + [1, 0, 1, 0], "GIF"),
    (Array("%PDF-1.7\n1 0 obj, a\n2 0 obj, b\n".utf8), "PDF"),
    (Array("SQLite format 3\0".utf8) + [0x10, 0], "SQLite"),
    ([0x1F, 0x8B, 8, 0], "archive"),
    (Array("{\\rtf1\\ansi one, eins\n}".utf8), "RTF"),
    ([0x7F] + Array("ELF".utf8) + [2, 1, 1, 0], "program"),
    (Array("ID3".utf8) + [4, 0, 0, 0, 0], "MP3"),
    ([0xFF, 0xFB, 0x90, 0x44, 0, 0, 0, 0], "MP3"),
    (zip("[Content_Types].xml word/document.xml"), "Word"),
    (zip("xl/workbook.xml"), "CSV (UTF-8)"), (zip("collection.anki21"), "Notes in Plain Text"),
    (zip("mimetypeapplication/vnd.oasis.opendocument.text"), "OpenDocument"),
    (zip("readme.txt"), "Unpack it"),
    (Array("<?xml version=\"1.0\"?>\n<a b=\"c,d\"/>\n".utf8), "XML"),
    (Array("\n <!DOCTYPE html>\n<title>a,b</title>\n".utf8), "HTML"),
    (Array("WEBVTT\n\n00:01.000 --> 00:04.000\nWell, hello.\n".utf8), "subtitles"),
    (Array("1\r\n00:00:01,000 --> 00:00:02,500\r\nWell, hello.\r\n".utf8), "subtitles"),
    (Array("[Script Info]\nTitle: One, two\n".utf8), "subtitles"),
    ((0..<600).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) }, "not text"),
  ]

  private static func zip(_ names: String) -> [UInt8] {
    [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0] + Array(names.utf8) + [0, 1, 2, 3]
  }

  @Test func `files of other programs are refused with what to do, whatever they are called`() {
    for (bytes, says) in Self.files {
      for name in ["words.csv", "words.txt", "words.json", "words.md", "words"] {
        let error = refusal(bytes, name: name)
        #expect(error?.description.contains(says) == true, "\(says): \(error as Any)")
      }
    }
  }

  @Test func `text is text in every encoding, whatever it begins with`() {
    let words = "prompt,answer\n食べる,to eat\n犬,dog\n"
    let units = Array(words.utf16)
    let texts: [[UInt8]] = [
      Array(words.utf8), [0xEF, 0xBB, 0xBF] + Array(words.utf8),
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      Array("GIF,a picture\nPDF,a document\n".utf8), Array("BZh,a\nID3,b\nMZ,c\n".utf8),
      Array("PK,penalty kick\nRar!,rare\n".utf8), Array("a\u{1B}[31m,b\n\u{7},c\nd,e\n".utf8),
      Array("<b>bold</b>,fett\n<i>x</i>,y\n".utf8),
    ]
    for bytes in texts {
      let error = refusal(bytes)
      #expect(error == nil, "\(String(decoding: bytes, as: UTF8.self)): \(error as Any)")
    }
  }
}
