import Foundation
import RabbleCompression
import RabbleTestSupport

@testable import RabbleAnki

/// The packages beside the tests.
enum Packages {
  /// The path of a package that Anki made, or of what it counts in it.
  static func path(_ name: String) throws -> String {
    guard
      let url = Bundle.module.url(
        forResource: name, withExtension: nil, subdirectory: "Fixtures/Anki")
    else { throw CocoaError(.fileNoSuchFile) }
    return url.path
  }

  /// What Anki counts in a collection.
  struct Counts: Decodable {
    let notes, cards, reviews, others, suspended, buried, flagged, filtered, new, tagged: Int

    init(_ name: String) throws {
      let data = try Data(contentsOf: URL(fileURLWithPath: try path(name)))
      self = try JSONDecoder().decode(Counts.self, from: data)
    }
  }

  /// Writes the packages of ill will into a folder; gives their names.
  static func unpackHostile(into folder: TemporaryFolder) throws -> [String] {
    let packed = try Data(contentsOf: URL(fileURLWithPath: try path("hostile.tar.zst")))
    var bytes: [UInt8] = []
    let isSound = packed.withUnsafeBytes { piece in
      ZstandardDecompressor()?.decompress(piece) { bytes += $0 }
    }
    guard isSound == true else { throw CocoaError(.fileReadCorruptFile) }
    var names: [String] = []
    var place = 0
    // A tar archive: headers of 512 bytes, each followed by its file in blocks as long.
    while place + 512 <= bytes.count, bytes[place] != 0 {
      let name = String(decoding: bytes[place..<(place + 100)].prefix { $0 != 0 }, as: UTF8.self)
      let digits = String(decoding: bytes[(place + 124)..<(place + 135)], as: UTF8.self)
      let size = Int(digits, radix: 8) ?? 0
      try Data(bytes[(place + 512)..<(place + 512 + size)])
        .write(to: URL(fileURLWithPath: folder.path + "/" + name))
      names.append(name)
      place += 512 + (size + 511) / 512 * 512
    }
    return names
  }
}
