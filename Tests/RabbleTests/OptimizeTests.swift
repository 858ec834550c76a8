import Foundation
import RabbleTestSupport
import Testing

/// Learning how a memory forgets from the reviews of another program.
struct OptimizeTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
  }

  private struct Report: Decodable {
    struct Log: Decodable {
      let reviews: Int
      let cards: Int
      let predicted_reviews: Int
    }

    struct Candidate: Decodable {
      let parameters_from: String
      let best: Bool
      let held_out_log_loss: Double?
      let log_loss: Double?
      let parameters: [Double]
    }

    let log: [Log]
    let rows: [Candidate]
  }

  /// Cards that are remembered after a day, and mostly forgotten after a week.
  private func reviews(cards: Int) -> String {
    var generator = SeededGenerator(seed: 1)
    var lines = ["card_id,review_rating,review_time,review_duration"]
    let day = 86_400_000
    for card in 0..<cards {
      var time = 1_700_000_000_000 + card * 7_000_000
      lines.append("\(card),3,\(time),4000")
      for _ in 0..<3 {
        let wait = generator.element(of: [1, 2, 7, 12])
        time += wait * day
        let isRight = Int.random(in: 0..<10, using: &generator) >= (wait > 2 ? 7 : 1)
        lines.append("\(card),\(isRight ? 3 : 1),\(time),4000")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func optimize(_ arguments: [String], _ csv: String) throws -> Outcome {
    try program.run(["preset", "optimize", "--reviews", "-"] + arguments, input: csv)
  }

  @Test func `a learner unlike the defaults gets parameters that foretell better`() throws {
    let run = try optimize(["--format", "json"], reviews(cards: 120))
    #expect(run.ending == .exited(0))
    #expect(run.errors.contains("The optimized parameters fit the reviews (log loss 0."))
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.log.map(\.reviews) == [480] && report.log.map(\.cards) == [120])
    #expect(report.rows.map(\.parameters_from) == ["defaults", "fitted"])
    #expect(report.rows.map(\.best) == [false, true])
    let losses = report.rows.compactMap(\.held_out_log_loss)
    #expect(losses.count == 2 && losses[1] < losses[0] - 0.02)
    #expect(report.rows.allSatisfy { $0.parameters.count == 21 })
  }

  @Test func `the same log gives the same output, in each form`() throws {
    let csv = reviews(cards: 60)
    let path = try program.home.write("reviews.csv", csv)
    for format in ["text", "json", "csv"] {
      let arguments = ["--format", format]
      let first = try optimize(arguments, csv)
      #expect(first.ending == .exited(0) && !first.output.isEmpty)
      let second = try program.run(["preset", "optimize", "--reviews", path] + arguments)
      #expect(second.output == first.output)
    }
  }

  @Test func `too little to learn from is said`() throws {
    let run = try optimize([], reviews(cards: 2))
    #expect(run.ending == .exited(0))
    #expect(run.errors.contains("Not enough data: fewer than 8 reviews"))
    #expect(run.output.contains("defaults (too little evidence)"))
  }

  @Test func `rows that can't be used are told, and the others are used`() throws {
    let run = try optimize([], reviews(cards: 3) + "1,9,1700000000000,1\n")
    #expect(run.ending == .exited(0))
    #expect(run.errors.contains("-: line 14: the rating is “9”, but it must be 1 to 4\n"))
    #expect(run.errors.contains("-: 1 row cannot be used; 12 reviews used.\n"))
  }

  @Test func `a file without reviews is bad data`() throws {
    for text in ["", "one,two\n1,2\n", "card_id,review_rating,review_time\n"] {
      let run = try optimize([], text)
      #expect(run.ending == .exited(3) && run.output == "")
      #expect(run.errors.hasSuffix("No review in it can be used.\n"))
    }
    let missing = try program.run(["preset", "optimize", "--reviews", "/nowhere.csv"])
    #expect(missing.ending == .exited(3))
    #expect(missing.errors.contains("/nowhere.csv: Cannot read the file"))
  }
}
