import Foundation
import RabbleQuestions
import RabbleText

/// What the questions of an import read, as hashes by their identities: one that reads the same at the next
/// import was not changed in the other program since, so that what was edited here stays.
///
///     var texts = ImportedTexts()
///     texts.note(item)
///     texts.hasTexts(of: item)  // true
package struct ImportedTexts: Hashable, Sendable {
  private var hashes: [UInt64: UInt64] = [:]

  /// Knows of nothing.
  package init() {}

  /// Notes what a question reads, in place of what it read before.
  package mutating func note(_ item: ImportContent.Item) {
    guard let id = Self.id(of: item) else { return }
    hashes[Self.key(id)] = Self.hash(of: item.question, Self.texts)
    hashes[Self.key(id + Self.marks)] = Self.marks(of: item.question)
  }

  /// Whether the texts of a question are as they were noted; they are all its fields but tags and directions.
  package func hasTexts(of item: ImportContent.Item) -> Bool {
    guard let id = Self.id(of: item), let hash = hashes[Self.key(id)] else { return false }
    // Older versions have noted all fields as one.
    let fields = hashes[Self.key(id + Self.marks)] == nil ? Question.Field.allCases : Self.texts
    return hash == Self.hash(of: item.question, fields)
  }

  /// Whether the tags of a question are as they were noted.
  package func hasTags(of item: ImportContent.Item) -> Bool {
    marks(of: item).map { $0 >> 32 == Self.marks(of: item.question) >> 32 } ?? hasTexts(of: item)
  }

  /// Whether a question has no tag any more.
  package func hasLostTags(_ item: ImportContent.Item) -> Bool {
    item.question.tags.isEmpty && marks(of: item) != nil && !hasTags(of: item)
  }

  /// Whether the directions of a question are as they were noted.
  package func hasDirections(of item: ImportContent.Item) -> Bool {
    marks(of: item).map { UInt32(truncatingIfNeeded: $0 ^ Self.marks(of: item.question)) == 0 }
      ?? hasTexts(of: item)
  }

  private func marks(of item: ImportContent.Item) -> UInt64? {
    Self.id(of: item).flatMap { hashes[Self.key($0 + Self.marks)] }
  }

  /// The fields that Anki changes by itself, or with the note type, have a hash of their own.
  private static let texts = Question.Field.allCases.filter { $0 != .tags && $0 != .directions }
  /// What is behind the identity of a question where its tags and directions are noted.
  private static let marks = "\u{1F}marks"

  /// `nil` for a question that has its identity of its texts.
  private static func id(of item: ImportContent.Item) -> String? {
    item.question.id ?? item.wording?.description
  }

  private static func key(_ text: String) -> UInt64 { FNV1a.hash(text.utf8) }

  /// Half a hash of the tags, and half a hash of the directions.
  private static func marks(of question: Question) -> UInt64 {
    hash(of: question, [.tags]) << 32 | hash(of: question, [.directions]) & 0xffff_ffff
  }

  private static func hash(of question: Question, _ fields: [Question.Field]) -> UInt64 {
    let texts = fields.map { question.texts($0).joined(separator: "\u{1E}") }
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
