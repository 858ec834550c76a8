import RabbleText

/// An order in which groups are learned: each step is a group, with the earlier groups it builds on.
public struct Course: Hashable, Sendable {
  /// A step of a course.
  public struct Step: Hashable, Sendable {
    /// The title of the group.
    public let group: String
    /// The titles of the groups it builds on, each that of an earlier step.
    public let after: [String]

    /// Makes a step.
    public init(group: String, after: [String] = []) {
      self.group = group
      self.after = after
    }
  }

  /// A place where learners begin who know some of the groups.
  public struct StartingPoint: Hashable, Sendable {
    /// What the learner chooses, in the course's own words.
    public let title: String
    /// The titles of the groups that are known there, each once; at least one.
    public let known: [String]

    /// Makes a starting point.
    public init(title: String, known: [String]) {
      self.title = title
      self.known = known
    }
  }

  /// What ``newPerGroup`` can be.
  static let newPerGroupRange = 1...1000

  /// What the course is called, and chosen by.
  public let title: String
  /// What the course is about, in a sentence.
  public let description: String?
  /// The language that is learned, as a BCP 47 tag such as `ja`.
  public let language: String?
  /// The most new cards a day from one group while others have some, 1 or more, so that several groups
  /// are learned side by side; `nil` to learn one after the other.
  public let newPerGroup: Int?
  /// Where a learner can begin besides the first step, in the order in which they are offered.
  public let startingPoints: [StartingPoint]
  /// The steps, in the order in which they are learned; each group once.
  public let steps: [Step]

  /// Makes a course.
  public init(
    title: String, description: String? = nil, language: String? = nil, newPerGroup: Int? = nil,
    startingPoints: [StartingPoint] = [], steps: [Step]
  ) {
    self.title = title
    self.description = description
    self.language = language
    self.newPerGroup = newPerGroup
    self.startingPoints = startingPoints
    self.steps = steps
  }
}

/// What a course file held: the course with the steps that can be used, and what is wrong with the
/// rest.
public struct CourseFile: Hashable, Sendable {
  /// The file, as it was named to the learner.
  public let path: String
  /// The course, if there is one with a title and a step.
  public let course: Course?
  /// Everything that is wrong with the file, by place; empty for a sound one.
  public let faults: [DeckFault]
}

/// What can be wrong with a course that is sound JSON.
public enum CourseFault: Hashable, Sendable {
  /// The file holds a deck.
  case isDeck
  /// The array of steps is empty, or nothing in it can be used.
  case noSteps
  /// No deck beside the course has this group; `similar` is one that is called almost so.
  case unknownGroup(String, similar: String?)
  /// The group is a step already, on `firstLine`.
  case repeatedGroup(String, firstLine: Int)
  /// A step builds on a group of which no earlier step is.
  case noEarlierStep(String)
  /// A starting point has an empty list of known groups, or nothing in it can be used.
  case noKnownGroups
  /// The number of new cards a day from one group is none.
  case newPerGroupOutOfRange

  var wording: (reason: String, advice: String) {
    switch self {
    case .isDeck: ("this is a deck, not a course", "give the deck another name")
    case .noSteps: ("there are no steps", "write one, {\"group\": \"…\", \"after\": []}")
    case .unknownGroup(let title, let similar):
      (
        "no deck beside it has the group \(Quoting.quoted(title))",
        similar.map { "did you mean \(Quoting.quoted($0))?" } ?? "remove it, or add a deck"
      )
    case .repeatedGroup(let title, let line):
      ("the group \(Quoting.quoted(title)) is already the step on line \(line)", "keep one of them")
    case .noEarlierStep(let title):
      (
        "no earlier step has the group \(Quoting.quoted(title))",
        "name only groups of earlier steps, or move this step after them"
      )
    case .noKnownGroups:
      (
        "the starting point has no known group",
        "name the groups that are known there, or remove the starting point"
      )
    case .newPerGroupOutOfRange:
      (
        "\"new_per_group\" is not a whole number of cards",
        "write one from \(Course.newPerGroupRange.lowerBound) to "
          + "\(Course.newPerGroupRange.upperBound), or remove it"
      )
    }
  }
}
