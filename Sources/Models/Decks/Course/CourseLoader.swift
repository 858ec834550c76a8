/// Reads course files. Whatever is in a file, it neither throws nor traps: faults tell.
///
///     let file = CourseLoader(titles: groups.map(\.title)).load(path: "Decks/Japanese/course.json")
public struct CourseLoader: Sendable {
  /// The file name of a course: no deck is called so.
  public static let fileName = "course.json"

  /// The number of bytes a course may have.
  private static let sizeLimit = 1 << 20
  /// A course needs 4 levels.
  private static let depthLimit = 64

  private let titles: Set<String>

  /// Makes a loader.
  ///
  /// - Parameter titles: the titles of all groups in the decks beside the course.
  public init(titles: some Sequence<String>) {
    self.titles = Set(titles)
  }

  /// Reads the course file at `path`. Only an ordinary file of at most a mebibyte is opened.
  public func load(path: String) -> CourseFile {
    switch FileBytes.read(path: path, sizeLimit: Self.sizeLimit) {
    case .success(let bytes): return parse(bytes, path: path)
    case .failure(let error):
      let fault = DeckFault(path: path, kind: error.kind, consequence: .fileLeftOut)
      return CourseFile(path: path, course: nil, faults: [fault])
    }
  }

  /// Reads a course from the bytes of a file; `path` is what its faults name.
  ///
  /// A step whose group no deck has is named and left out, as is what it shall build on but does not
  /// come before it. Text that is not JSON makes the whole file unusable.
  public func parse(_ bytes: [UInt8], path: String) -> CourseFile {
    bytes.withUnsafeBufferPointer { buffer in
      let (course, faults) = read(buffer, path: path)
      return CourseFile(path: path, course: course, faults: faults.map(\.fault))
    }
  }

  /// Reads the course file at `path` for those who check it: its faults with the bytes they are about,
  /// and no groups.
  public func loadSource(path: String) -> DeckSource {
    var bytes: [UInt8] = []
    let faults: [SourceFault]
    switch FileBytes.read(path: path, sizeLimit: Self.sizeLimit) {
    case .success(let read):
      bytes = read
      faults = bytes.withUnsafeBufferPointer { self.read($0, path: path).faults }
    case .failure(let error):
      let fault = DeckFault(path: path, kind: error.kind, consequence: .fileLeftOut)
      faults = [SourceFault(fault, span: SourceSpan(0, 0))]
    }
    let file = DeckFile(path: path, groups: [], faults: faults.map(\.fault))
    return DeckSource(file: file, bytes: bytes, form: .json, groups: [], faults: faults)
  }

  private func read(_ buffer: UnsafeBufferPointer<UInt8>, path: String) -> (
    course: Course?, faults: [SourceFault]
  ) {
    let start = DeckLoader.start(of: buffer)
    var faults = FaultList(path: path, bytes: buffer, start: start, limit: 100)
    if let (offset, kind) = DeckLoader.encodingFault(buffer) {
      faults.add(kind, at: offset, to: offset + 1, in: nil, .fileLeftOut)
      return (nil, faults.sourceFaults)
    }
    do throws(JSONParser.Failure) {
      let document = try JSONParser.document(buffer, start: start, depthLimit: Self.depthLimit)
      var decoder = CourseDecoder(document, titles: titles, faults: faults)
      let course = decoder.course()
      return (course, decoder.faults.sourceFaults)
    } catch {
      faults.add(error.kind, at: error.offset, in: nil, .fileLeftOut)
      return (nil, faults.sourceFaults)
    }
  }
}
