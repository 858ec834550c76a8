import RabbleMemory

/// Finds out with few questions which groups of a course a learner knows.
///
///     var placement = Placement(groups)
///     while let group = placement.nextGroup {
///       placement.record(isCorrect: ask(aNewCard(of: group)), of: group)
///     }
///     placement.isTaken(group)        // whether its cards are taken as known
///
/// The model. A course is learned in order, and each group comes after those it builds on, so what a
/// learner knows ends at a *frontier*: a group long before it is known (97% of its cards), one long
/// after it is unknown (1%), and around it there are groups known in part (70%, 30%). A *family*, the groups whose
/// titles begin with the same word (“Katakana …”, “Kanji: …”), may be known or unknown as a whole
/// wherever the frontier is: many learn kana first. And any single group may deviate. A card that is
/// known is answered right in 95% of cases, one that is not in 2%.
///
/// The posterior is exact: given the frontier, families are independent, and so are groups given their
/// family. Beside all that, single cards may be known here and there in all groups alike; then no group
/// is known, and only the cards that were answered right are. The next question goes to the group whose
/// answer tells most about frontier and families, and about its own cards where it has many; in the end to
/// single cards of groups that are known in part.
///
/// A group is taken as known when the expected share of its cards that are known is at least
/// ``leastShare``, and as long as that of all that is taken together is at least ``leastMean``. A card
/// that was answered is judged by its own answer besides.
package struct Placement: Sendable {
  /// A group of a course.
  package struct Group: Hashable, Sendable {
    package let title: String
    package let cards: Int

    package init(title: String, cards: Int) {
      self.title = title
      self.cards = cards
    }
  }

  /// The most questions that are asked.
  package static let mostQuestions = 40
  /// The least expected share of known cards of a group that is taken as known.
  package static let leastShare = 0.7
  /// The least expected share of known cards of all that is taken as known.
  package static let leastMean = 0.9
  /// The least probability that a card is known that was answered, to be taken as known.
  package static let leastCardProbability = 0.9
  /// How often a known card is answered wrong.
  static let slip = 0.05
  /// How often an unknown card is answered right.
  static let guess = 0.02
  /// How likely it is that single cards are known here and there, and which share of all.
  private static let scattering = 0.3
  private static let scatteredShares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]

  /// The groups in the order of the course.
  package let groups: [Group]
  /// How many questions were answered.
  package private(set) var asked = 0

  /// How many places the frontier may be beyond the last group, so that all are surely known.
  private static let beyond = 4

  private let families: [Int]
  private let familySizes: [Int]
  /// How many places there are for the frontier.
  private let frontiers: Range<Int>
  /// For each distance of a group from the frontier, the probabilities of the states of the group.
  private let following: [States]
  /// For each of these, the entropy of an answer, in nats.
  private let entropies: [Double]
  /// For each group, how likely its answers are in each of its states.
  private var likelihoods: [States]
  private var answered: [Int]
  private var correct = 0
  private var belief: Belief

  /// Makes a placement over groups in the order of their course, each after those it builds on.
  package init(_ groups: [Group]) {
    self.groups = groups
    var numbers: [Substring: Int] = [:]
    families = groups.map { group in
      let word = group.title.prefix { $0 != " " && $0 != ":" }
      let number = numbers[word] ?? numbers.count
      numbers[word] = number
      return number
    }
    var sizes = Array(repeating: 0, count: numbers.count)
    for family in families { sizes[family] += 1 }
    familySizes = sizes
    frontiers = 0..<groups.count + Self.beyond + 1
    following = (-groups.count..<frontiers.upperBound).map { States(at: Double($0) - 0.5) }
    entropies = following.map { Self.entropy($0.dot(.correct)) }
    likelihoods = groups.map { _ in .ones }
    answered = groups.map { _ in 0 }
    belief = Belief(shares: [], states: [], gains: [], isOrdered: 1, scatter: [])
    update()
  }
}

// MARK: - The model

/// A number for each state of a group: known, known for the most part, known by a smaller part, unknown.
private struct States: Hashable {
  private let numbers: SIMD4<Double>

  static let ones = States(1, 1, 1, 1)
  static let zero = States(0, 0, 0, 0)
  /// The share of its cards that are known.
  static let shares = States(0.97, 0.7, 0.3, 0.01)
  /// The probability that a card is answered right.
  static let correct = shares.map { Placement.probabilityCorrect(share: $0) }
  static let incorrect = correct.map { 1 - $0 }
  /// Groups of a family that is known, or unknown, whatever else is.
  static let ofKnownFamily = States(0.96, 0.01, 0.01, 0.02)
  static let ofUnknownFamily = States(0.01, 0.01, 0.01, 0.97)

  private init(_ known: Double, _ most: Double, _ fewer: Double, _ unknown: Double) {
    numbers = SIMD4(known, most, fewer, unknown)
  }

  private init(_ numbers: SIMD4<Double>) { self.numbers = numbers }

  /// The prior of a group so many places before the frontier, or after it if negative: of three thirds of the
  /// group, each is known with the same probability.
  init(at distance: Double) {
    let known = 1 / (1 + exponential(-distance))
    let not = 1 - known
    let deviation = 0.01
    var numbers =
      SIMD4(known * known * known, 3 * known * known * not, 3 * known * not * not, not * not * not)
      * (1 - deviation)
    numbers[0] += deviation / 2
    numbers[3] += deviation / 2
    self.numbers = numbers
  }

  var known: Double { numbers[0] }

  func dot(_ other: States) -> Double { (numbers * other.numbers).sum() }

  func map(_ function: (Double) -> Double) -> States {
    States(function(numbers[0]), function(numbers[1]), function(numbers[2]), function(numbers[3]))
  }

  static func * (left: States, right: States) -> States { States(left.numbers * right.numbers) }

  static func * (left: States, factor: Double) -> States { States(left.numbers * factor) }

  static func + (left: States, right: States) -> States { States(left.numbers + right.numbers) }
}

/// What follows from the answers so far.
private struct Belief {
  /// The expected share of known cards of each group.
  let shares: [Double]
  /// The probabilities of each group's states, its answers counted.
  let states: [States]
  /// How much an answer to another card of a group would tell.
  let gains: [Double]
  /// How likely it is that what is known follows the order of the course.
  let isOrdered: Double
  /// How likely it is that cards are known here and there, for each share of all.
  let scatter: [Double]
}

/// What another answer would be if single cards were known here and there.
private struct ScatteredAnswer {
  /// How likely each share of all is.
  let weights: [Double]
  /// The probability that the answer is right.
  let right: Double
  /// Its entropy, in nats.
  let entropy: Double

  init(_ shares: [Double], weights: [Double]) {
    self.weights = weights
    let answers = zip(shares, weights).map {
      (weight: $0.1, right: Placement.probabilityCorrect(share: $0.0))
    }
    right = answers.reduce(0) { $0 + $1.weight * $1.right }
    entropy = answers.reduce(0) { $0 + $1.weight * Placement.entropy($1.right) }
  }
}

/// Whether a family goes with the frontier, is known, or unknown.
private struct Kinship {
  let following: Double
  let known: Double
  let unknown: Double

  /// The prior; a group without relatives has no family.
  init(ofFamily size: Int) {
    known = size > 1 ? 0.1 : 0
    unknown = size > 1 ? 0.02 : 0
    following = 1 - known - unknown
  }

  private init(following: Double, known: Double, unknown: Double) {
    self.following = following
    self.known = known
    self.unknown = unknown
  }

  /// The posterior, and how likely the family's answers were.
  func after(following: Double, known: Double, unknown: Double) -> (
    kinship: Kinship, evidence: Double
  ) {
    let (following, known, unknown) = (
      self.following * following, self.known * known, self.unknown * unknown
    )
    let evidence = following + known + unknown
    return (
      Kinship(
        following: following / evidence, known: known / evidence, unknown: unknown / evidence),
      evidence
    )
  }
}

extension Placement {
  /// The probability that a card is answered right, where this share of all cards is known.
  fileprivate static func probabilityCorrect(share: Double) -> Double {
    share * (1 - slip) + (1 - share) * guess
  }

  /// Where ``following`` and ``entropies`` have what belongs to a frontier and a group.
  private func distance(from frontier: Int, to group: Int) -> Int {
    frontier - group + groups.count
  }

  /// Computes what follows from the answers so far.
  ///
  /// - Complexity: O(*n*²) for *n* groups.
  private mutating func update() {
    let (evidence, kinships) = frontierEvidence(asked: groups.indices.filter { answered[$0] > 0 })
    let sum = evidence.reduce(0, +)
    // Where single cards are known here and there, order tells nothing.
    let order = sum * (1 - Self.scattering) / Double(frontiers.count)
    let scatter = scatter()
    let total = order + scatter.reduce(0, +)
    let isOrdered = order / total
    let scatteredShare = zip(Self.scatteredShares, scatter).reduce(0) { $0 + $1.0 * $1.1 } / total
    let weights = evidence.map { $0 / sum }
    let scattered = ScatteredAnswer(Self.scatteredShares, weights: scatter.map { $0 / total })
    var states: [States] = []
    var gains: [Double] = []
    for group in groups.indices {
      let (state, uncertainty) = posterior(of: group, weights, kinships)
      states.append(state)
      gains.append(
        gain(of: group, state, uncertainty: uncertainty, isOrdered: isOrdered, scattered))
    }
    belief = Belief(
      shares: states.map { $0.dot(.shares) * isOrdered + scatteredShare }, states: states,
      gains: gains, isOrdered: isOrdered, scatter: scattered.weights)
  }

  /// Weighs the places where the frontier may be.
  ///
  /// - Parameter asked: the groups of which a card was answered.
  /// - Returns: for each place, how likely the answers so far are, and what they tell of each family.
  private func frontierEvidence(asked: [Int]) -> (evidence: [Double], kinships: [[Kinship]]) {
    // How likely the answers of each family are if it is known, or unknown, by itself.
    var known = familySizes.map { _ in 1.0 }
    var unknown = known
    for group in asked {
      known[families[group]] *= States.ofKnownFamily.dot(likelihoods[group])
      unknown[families[group]] *= States.ofUnknownFamily.dot(likelihoods[group])
    }
    let askedFamilies = Set(asked.map { families[$0] }).sorted()
    let priorKinships = familySizes.map { Kinship(ofFamily: $0) }
    var weights: [Double] = []
    var kinships: [[Kinship]] = []
    for frontier in frontiers {
      var follows = familySizes.map { _ in 1.0 }
      for group in asked {
        follows[families[group]] *= following[distance(from: frontier, to: group)].dot(
          likelihoods[group])
      }
      var weight = 1.0
      var kinship = priorKinships
      for family in askedFamilies {
        let evidence: Double
        (kinship[family], evidence) = kinship[family].after(
          following: follows[family], known: known[family], unknown: unknown[family])
        weight *= evidence
      }
      kinships.append(kinship)
      weights.append(weight)
    }
    return (weights, kinships)
  }

  /// How likely the answers so far are if single cards are known here and there, for each share of all.
  private func scatter() -> [Double] {
    Self.scatteredShares.map { share in
      let right = Self.probabilityCorrect(share: share)
      return power(right, Double(correct)) * power(1 - right, Double(asked - correct))
        * Self.scattering / Double(Self.scatteredShares.count)
    }
  }

  /// How much an answer to another card of a group would tell of order, frontier and family, and, by the
  /// size of the group, of the group.
  private func gain(
    of group: Int, _ state: States, uncertainty: Double, isOrdered: Double,
    _ scattered: ScatteredAnswer
  ) -> Double {
    let whole = Self.entropy(state.dot(.correct) * isOrdered + scattered.right)
    let structure = whole - uncertainty * isOrdered - scattered.entropy
    let size = Double(groups[group].cards) / meanSize
    let own = max(0, uncertainty - state.dot(Self.knownEntropies)) * isOrdered
    return max(0, structure) + Self.ownWeight * size * own
  }

  /// The probabilities of a group's states, and the entropy that another answer would have if frontier
  /// and families were known.
  private func posterior(of group: Int, _ weights: [Double], _ kinships: [[Kinship]]) -> (
    States, uncertainty: Double
  ) {
    let likelihood = likelihoods[group]
    let isAsked = answered[group] > 0
    let family = families[group]
    let apart = (
      Self.normalized(States.ofKnownFamily * likelihood),
      Self.normalized(States.ofUnknownFamily * likelihood)
    )
    let correct = (apart.0.dot(.correct), apart.1.dot(.correct))
    let entropies = (Self.entropy(correct.0), Self.entropy(correct.1))
    var sum = States.zero
    var uncertainty = 0.0
    for frontier in weights.indices where weights[frontier] > 1e-6 {
      let (weight, kinship) = (weights[frontier], kinships[frontier][family])
      let distance = distance(from: frontier, to: group)
      let state =
        isAsked ? Self.normalized(following[distance] * likelihood) : following[distance]
      let entropy =
        isAsked ? Self.entropy(state.dot(.correct)) : self.entropies[distance]
      sum =
        sum + state * (weight * kinship.following) + apart.0 * (weight * kinship.known)
        + apart.1 * (weight * kinship.unknown)
      uncertainty +=
        weight
        * (kinship.following * entropy + kinship.known * entropies.0
          + kinship.unknown * entropies.1)
    }
    return (sum, uncertainty)
  }

  private var meanSize: Double {
    max(1, Double(groups.reduce(0) { $0 + $1.cards }) / Double(max(groups.count, 1)))
  }

  /// What certainty about a group of usual size is worth, where that about all others is worth 1.
  private static let ownWeight = 0.3

  private static func normalized(_ states: States) -> States {
    states * (1 / states.dot(.ones))
  }

  /// The entropy of a yes or no, in nats.
  fileprivate static func entropy(_ probability: Double) -> Double {
    guard probability > 0, probability < 1 else { return 0 }
    return -probability * logarithm(probability) - (1 - probability) * logarithm(1 - probability)
  }

  private static let knownEntropies = States.correct.map { entropy($0) }
}

// MARK: - Asking

extension Placement {
  /// The group to ask a card of next, one that has not been asked yet; `nil` when enough is known.
  ///
  /// As soon as it is clear of nearly all cards which groups they stand in, what is left of the questions
  /// goes to single cards: a card of a group known by half is not taken with its group, but if it is
  /// answered right.
  package var nextGroup: Int? {
    guard asked < Self.mostQuestions else { return nil }
    let open = groups.indices.filter { answered[$0] < groups[$0].cards }
    if unclearCards > few(30) || cardsAtStake > few(3) {
      return open.max { belief.gains[$0] < belief.gains[$1] }
    }
    let taken = takenGroups
    return open.filter { !taken.contains($0) && belief.shares[$0] >= Self.leastSingleShare }
      .max { belief.shares[$0] < belief.shares[$1] }
  }

  /// So few cards, less in a small course, that they need no question about groups.
  private func few(_ cards: Double) -> Double {
    min(cards, cards / 150 * Double(groups.reduce(0) { $0 + $1.cards }))
  }

  /// The least expected share of known cards of a group whose cards are asked one by one.
  private static let leastSingleShare = 0.12

  /// How many cards stand in groups of which it is unclear whether they are known, beyond what may
  /// always be.
  private var unclearCards: Double {
    groups.indices.reduce(0) { sum, group in
      let known = belief.states[group].known
      return sum + Double(groups[group].cards) * max(0, known * (1 - known) - 0.01)
    }
  }

  /// How many cards would be taken though there may be no order.
  private var cardsAtStake: Double {
    groups.indices.reduce(0) { sum, group in
      let isNearlyTaken = belief.states[group].dot(.shares) >= Self.leastShare
      return isNearlyTaken ? sum + Double(groups[group].cards) : sum
    } * belief.isOrdered * (1 - belief.isOrdered)
  }

  /// Counts the answer to a card of a group.
  package mutating func record(isCorrect: Bool, of group: Int) {
    asked += 1
    if isCorrect { correct += 1 }
    answered[group] += 1
    likelihoods[group] = likelihoods[group] * (isCorrect ? States.correct : .incorrect)
    update()
  }
}

// MARK: - Judging

extension Placement {
  /// The expected share of a group's cards that are known, 0…1.
  package func share(of group: Int) -> Double { belief.shares[group] }

  /// The probability that a card is known that was answered like this, 0…1.
  package func probability(ofCardIn group: Int, answeredCorrectly isCorrect: Bool) -> Double {
    func known(_ share: Double) -> Double {
      let (right, wrong) =
        isCorrect ? (1 - Self.slip, Self.guess) : (Self.slip, 1 - Self.guess)
      return share * right / (share * right + (1 - share) * wrong)
    }
    let ordered = belief.states[group].dot(States.shares.map { known($0) })
    return zip(Self.scatteredShares, belief.scatter).reduce(ordered * belief.isOrdered) {
      $0 + $1.1 * known($1.0)
    }
  }

  /// Between which days cards that are taken as known are due first, by how sure it is: one to three
  /// months for a group that is surely known, two weeks to six for one that is nearly so, three days to
  /// two weeks otherwise.
  package func firstInterval(of group: Int) -> ClosedRange<Int> {
    switch belief.shares[group] {
    case 0.93...: 30...90
    case 0.87...: 14...45
    default: 3...14
    }
  }

  /// The groups that are taken as known: those with the highest shares, as long as the mean of all
  /// their cards is high enough.
  package var takenGroups: Set<Int> {
    var taken: Set<Int> = []
    var (known, cards) = (0.0, 0.0)
    for group in groups.indices.sorted(by: { belief.shares[$0] > belief.shares[$1] }) {
      let share = belief.shares[group]
      known += share * Double(groups[group].cards)
      cards += Double(groups[group].cards)
      guard share >= Self.leastShare, known >= Self.leastMean * cards else { break }
      taken.insert(group)
    }
    return taken
  }
}
