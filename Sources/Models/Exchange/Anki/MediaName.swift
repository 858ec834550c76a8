import Foundation
import RabbleText

/// The names of sounds and pictures of a package of Anki, as those of files beside a deck.
package enum MediaName {
  /// A name that stays in its folder: composed (NFC), without what leads elsewhere, hides a file or
  /// changes a terminal; `nil` for one of which nothing is left.
  package static func safe(_ name: String) -> String? {
    let composed = name.precomposedStringWithCanonicalMapping
    let scalars = composed.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: "_"
      default: "/\\:*?\"<>|".unicodeScalars.contains(scalar) ? "_" : scalar
      }
    }
    var short = String(String.UnicodeScalarView(scalars)).trimmed
    while short.hasPrefix(".") { short.removeFirst() }
    while short.utf8.count > 200 { short.removeFirst() }
    return short.isEmpty ? nil : short
  }

  /// Whether it is the address of something on the web, which no package holds.
  static func isOnline(_ name: String) -> Bool { name.contains("://") || name.hasPrefix("//") }
}
