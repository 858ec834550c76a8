/// Why a package or collection of Anki can't be read. Nothing was changed then.
package enum PackageFault: Error, Hashable, Sendable {
  /// The file can't be read, or the copy not written; the system says why.
  case unreadable(reason: String)
  /// A package or a temporary file can't be written; the system says why.
  case unwritable(reason: String)
  /// It is no zip archive and no collection.
  case notAPackage
  /// The archive ends before its contents do, or they don't fit together or can't be read.
  case broken(String)
  /// A file in the archive is encrypted.
  case encrypted(name: String)
  /// A file in the archive is packed in a way that Anki never uses.
  case unsupported(name: String)
  /// The check value of a file in the archive is another one.
  case damaged(name: String)
  /// A file in the archive has a name that leads out of it, stands twice, or is a link.
  case suspicious(name: String)
  /// Something is larger than any collection.
  case tooLarge(String)
  /// It is a package of some decks, where a collection is needed.
  case someDecks
  /// There is no collection in the archive.
  case noCollection
  /// The package is of a version that was not known when this program was made.
  case newerVersion(Int)
  /// The collection only holds the card that asks for an update of Anki.
  case stub
  /// The collection is open in Anki, or Anki was not closed properly.
  case inUse
  /// The database of the collection can't be read.
  case database(String)
}

extension PackageFault: CustomStringConvertible {
  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .unreadable(let reason): "\(reason)"
    case .unwritable(let reason): "\(reason)"
    case .notAPackage: "it is no package or collection of Anki. Export a .apkg or .colpkg in Anki"
    case .broken(let what): "\(what). The file is damaged; export it in Anki again"
    case .encrypted(let name): "“\(name)” in it is encrypted, which Anki never does"
    case .unsupported(let name): "“\(name)” in it is packed in a way that Anki never uses"
    case .damaged(let name):
      "the check value of “\(name)” in it is wrong. The file is damaged; export it in Anki again"
    case .suspicious(let name): "it holds a file “\(name)”, which no package of Anki does"
    case .tooLarge(let what): "\(what), which is more than any collection has"
    case .someDecks:
      "it is a package of some decks, not a collection. Export “Anki Collection Package (.colpkg)” in "
        + "Anki; importing what would come of this would replace your whole collection"
    case .noCollection: "there is no collection in it. Export a .apkg or .colpkg in Anki"
    case .newerVersion(let version):
      "it is a package of version \(version), which this program does not know. In Anki, export "
        + "with “Support older Anki versions”"
    case .stub:
      "it only holds the card that asks for an update of Anki. In Anki, export with “Support "
        + "older Anki versions”"
    case .inUse:
      "Anki has it open, or was not closed properly. Close Anki, or export a .colpkg"
    case .database(let reason): "its database can't be read (\(reason)). Export it in Anki again"
    }
  }
}

/// What there was memory for.
///
/// - Throws: ``PackageFault/unreadable(reason:)`` if there was not enough, and `value` is `nil`.
func allocated<Value>(_ value: Value?) throws(PackageFault) -> Value {
  guard let value else { throw .unreadable(reason: "out of memory") }
  return value
}
