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
      if let fault = DeckLoader().encodingFault(of: buffer, path: path) {
        return CourseFile(path: path, course: nil, faults: [fault])
      }
      let start = DeckLoader.start(of: buffer)
      var faults = FaultList(path: path, bytes: buffer, start: start, limit: 100)
      do throws(JSONParser.Failure) {
        let document = try JSONParser.document(buffer, start: start, depthLimit: Self.depthLimit)
        var decoder = CourseDecoder(document, titles: titles, faults: faults)
        let course = decoder.course()
        return CourseFile(path: path, course: course, faults: decoder.faults.all)
      } catch {
        faults.add(error.kind, at: error.offset, in: nil, .fileLeftOut)
        return CourseFile(path: path, course: nil, faults: faults.all)
      }
    }
  }
}
