import RabbleMemory

/// How some groups are scheduled: the memory model with its weights, and what the learner wishes of
/// it. A preset is the learner's, kept in the log, and shared by as many groups as they like.
public struct Preset: Hashable, Sendable {
  /// The name of the preset of all groups that were given no other.
  public static let defaultName = "default"

  /// What the learner calls it.
  public var name: String
  /// The memory model with its weights.
  public var model: MemoryModel
  /// The probability with which a card shall be remembered when it comes back, 0.01…0.999.
  public var desiredRetention: Double
  /// The longest interval in days, 1…36500.
  public var maximumInterval: Int
  /// The seconds of each step of a new card; FSRS-7 does without.
  public var learningSteps: [Int]
  /// The seconds of each step of a forgotten card; FSRS-7 does without.
  public var relearningSteps: [Int]
  /// How much each day of the week may bring.
  public var week: StudyWeek
  /// Whether cards are sent to those days of their range that bring less.
  public var balancesLoad: Bool
  /// What becomes of a card that is forgotten again and again.
  public var leech: LeechRule
  /// From how many reviews the weights were learned; `nil` for weights that were not learned here.
  public var learnedFrom: Int?

  /// Makes a preset; without more, everything is as it is for who never changed anything.
  public init(
    name: String = Preset.defaultName, model: MemoryModel = MemoryModel(.fsrs6),
    desiredRetention: Double = 0.9, maximumInterval: Int = 36_500,
    learningSteps: [Int] = [60, 600], relearningSteps: [Int] = [600],
    week: StudyWeek = StudyWeek(), balancesLoad: Bool = true, leech: LeechRule = LeechRule(),
    learnedFrom: Int? = nil
  ) {
    self.name = name
    self.model = model
    self.desiredRetention = desiredRetention
    self.maximumInterval = maximumInterval
    self.learningSteps = learningSteps
    self.relearningSteps = relearningSteps
    self.week = week
    self.balancesLoad = balancesLoad
    self.leech = leech
    self.learnedFrom = learnedFrom
  }
}
