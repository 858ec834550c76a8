/// The keys that a course file may use; all others are passed over.
enum CourseKey {
  /// The keys of a course.
  enum Course: Int, DeckKeyword {
    case title, description, language, steps

    var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }

  /// The keys of a step.
  enum Step: Int, DeckKeyword {
    case group, after

    var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }
}
