import RabbleScheduling
import RabbleTestSupport
import Testing

/// What a few answers tell of a course.
@Suite struct PlacementTests {
  private let course = (0..<60).map {
    Placement.Group(title: "Group\($0)", cards: 20)
  }

  /// Asks until enough is known, a learner who knows these groups and never errs.
  private func placement(_ course: [Placement.Group], knows: (Int) -> Bool) -> Placement {
    var placement = Placement(course)
    while let group = placement.nextGroup {
      placement.record(isCorrect: knows(group), of: group)
    }
    return placement
  }

  @Test func `a beginner is asked few questions, and nothing is taken as known`() {
    let placement = placement(course) { _ in false }
    #expect(placement.asked <= 15)
    #expect(placement.takenGroups.isEmpty)
  }

  @Test func `of a learner who knows all, all is taken as known`() {
    let placement = placement(course) { _ in true }
    #expect(placement.asked < Placement.mostQuestions)
    #expect(placement.takenGroups.count == course.count)
    #expect(placement.firstInterval(of: 0) == 30...90)
  }

  @Test(arguments: [5, 20, 33, 52])
  func `a frontier is found to a group or two`(frontier: Int) {
    let taken = placement(course) { $0 < frontier }.takenGroups
    #expect(taken.isSuperset(of: 0..<frontier - 2))
    #expect(taken.isSubset(of: 0..<frontier + 1))
  }

  @Test func `a family that is known by itself is found behind the frontier`() {
    let course =
      course.prefix(20) + (0..<6).map { Placement.Group(title: "Katakana \($0)", cards: 40) }
      + course.suffix(30)
    let taken = placement(Array(course)) { $0 < 8 || (20..<26).contains($0) }.takenGroups
    #expect(taken.isSuperset(of: 20..<26))
    #expect(taken.isDisjoint(with: 10..<20))
    #expect(taken.isDisjoint(with: 26..<56))
  }

  @Test func `no course, small courses and groups without cards do no harm`() {
    #expect(Placement([]).nextGroup == nil)
    #expect(Placement([]).takenGroups.isEmpty)
    let empty = Placement([Placement.Group(title: "Empty", cards: 0)])
    #expect(empty.nextGroup == nil)
    let one = placement([Placement.Group(title: "One", cards: 3)]) { _ in true }
    #expect(one.asked == 3 && one.takenGroups == [0])
  }

  @Test(arguments: UInt64(1)...20)
  func `whatever is answered, shares are shares, and the limits hold`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let course = (0..<Int.random(in: 1...40, using: &generator)).map { number in
      Placement.Group(
        title: generator.element(of: ["Kana", "Kanji", "Word\(number)"]) + " \(number)",
        cards: Int.random(in: 0...12, using: &generator))
    }
    var placement = Placement(course)
    var answers = Array(repeating: 0, count: course.count)
    while let group = placement.nextGroup {
      let before = placement.share(of: group)
      let isCorrect = Bool.random(using: &generator)
      placement.record(isCorrect: isCorrect, of: group)
      answers[group] += 1
      let after = placement.share(of: group)
      #expect(isCorrect ? after >= before - 1e-9 : after <= before + 1e-9)
      for group in course.indices {
        #expect((0...1).contains(placement.share(of: group)))
        let right = placement.probability(ofCardIn: group, answeredCorrectly: true)
        let wrong = placement.probability(ofCardIn: group, answeredCorrectly: false)
        #expect(wrong < right && wrong > 0 && right < 1)
      }
    }
    #expect(placement.asked <= Placement.mostQuestions)
    #expect(zip(answers, course).allSatisfy { $0 <= $1.cards })
    #expect(placement.takenGroups.allSatisfy { placement.share(of: $0) >= Placement.leastShare })
  }
}
