import Foundation
import RabbleQuestions
import RabbleText

/// What the questions of an import read, as hashes by their identities: one that reads the same at the next
/// import was not changed in the other program since, so that what was edited here stays.
///
///     var texts = ImportedTexts()
///     texts.note(item)
///     texts.has(item)  // true
package struct ImportedTexts: Hashable, Sendable {
  private var hashes: [UInt64: UInt64] = [:]

  /// Knows of nothing.
  package init() {}

  /// Notes what a question reads, in place of what it read before.
  package mutating func note(_ item: ImportContent.Item) {
    guard let key = Self.key(of: item) else { return }
    hashes[key] = Self.hash(of: item.question)
  }

  /// Whether a question reads as it was noted.
  package func has(_ item: ImportContent.Item) -> Bool {
    Self.key(of: item).flatMap { hashes[$0] } == Self.hash(of: item.question)
  }

  /// `nil` for a question that has its identity of its texts.
  private static func key(of item: ImportContent.Item) -> UInt64? {
    (item.question.id ?? item.wording?.description).map { FNV1a.hash($0.utf8) }
  }

  private static func hash(of question: Question) -> UInt64 {
    let texts = Question.Field.allCases.map {
      question.texts($0).joined(separator: "\u{1E}")
    }
    return FNV1a.hash(texts.joined(separator: "\u{1F}").utf8)
  }
}

extension ImportedTexts: Codable {
  /// Reads pairs of an identity and a text, 8 bytes each.
  package init(from decoder: any Decoder) throws {
    let data = try decoder.singleValueContainer().decode(Data.self)
    let numbers = stride(from: 0, to: data.count - data.count % 16, by: 8).map { start in
      data.dropFirst(start).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    for index in stride(from: 0, to: numbers.count, by: 2) {
      hashes[numbers[index]] = numbers[index + 1]
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var data = Data(capacity: hashes.count * 16)
    for (key, hash) in hashes.sorted(by: { $0.key < $1.key }) {
      for number in [key, hash] {
        for shift in stride(from: 56, through: 0, by: -8) {
          data.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
      }
    }
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }
}
