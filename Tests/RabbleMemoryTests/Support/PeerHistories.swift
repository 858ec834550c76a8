import Foundation

/// Histories with what released peers make of them; the file names the peers' versions.
struct PeerHistories: Decodable {
  struct ParameterSet: Decodable {
    let params: [Double]
    let cases: [History]
  }

  struct History: Decodable {
    /// Each review as its grade, 1…4, and the whole days since the review before.
    let reviews: [[Int]]
    /// py-fsrs, in double precision.
    let py: States
    /// fsrs-rs, in single precision.
    let rs: States
    /// By desired retention, the intervals after each review.
    let intervals: [String: Intervals]
  }

  struct States: Decodable {
    let s: [Double]
    let d: [Double]
    let r_before: [Double?]?
  }

  struct Intervals: Decodable {
    /// The published formula on the py-fsrs states, in double precision.
    let raw64: [Double]
    /// fsrs-rs.
    let rs_raw: [Double]
  }

  let sets: [ParameterSet]

  static func load(_ name: String) throws -> PeerHistories {
    try JSONDecoder().decode(PeerHistories.self, from: fixture(name))
  }
}

/// The bytes of a file in `Fixtures`.
func fixture(_ name: String) throws -> Data {
  try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Fixtures/\(name)"))
}

/// How far two numbers are apart, as a share of the second.
func relativeDistance(_ left: Double, _ right: Double) -> Double {
  left == right ? 0 : abs(left - right) / abs(right)
}
