import Foundation
import RabbleText
import Testing

@Suite struct DisplayWidthTests {
  /// What the peer named in the file says.
  struct Peer: Decodable {
    let runs: [[UInt32]]
    let strings: [Measured]
  }

  struct Measured: Decodable {
    let text: String
    let columns: Int

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      text = try values.decode(String.self)
      columns = try values.decode(Int.self)
    }
  }

  let peer: Peer

  init() throws {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/wcwidth.json")
    peer = try JSONDecoder().decode(Peer.self, from: Data(contentsOf: file))
  }

  @Test func `every scalar is as wide as the peer says`() {
    var differing: [String] = []
    for run in peer.runs {
      for value in run[0]...run[1] {
        guard let scalar = Unicode.Scalar(value) else { continue }
        if DisplayWidth.columns(of: String(Character(scalar))) != Int(run[2]) {
          differing.append(String(value, radix: 16))
        }
      }
    }
    #expect(differing == [])
  }

  @Test func `strings with clusters are as wide as the peer says`() {
    for measured in peer.strings {
      #expect(
        DisplayWidth.columns(of: measured.text) == measured.columns,
        "\(measured.text.debugDescription)"
      )
    }
  }

  @Test(arguments: [
    ("かな", 4), ("カナ", 4), ("ｶﾅ", 2), ("ｶﾞ", 2), ("か\u{3099}", 2), ("漢字", 4), ("한국", 4),
    ("\u{1112}\u{1161}\u{11ab}", 2), ("Ａ１", 4), ("e\u{301}", 1), ("👨‍👩‍👧", 2), ("❤️", 2), ("🇯🇵", 2),
    ("👍🏽", 2), ("1️⃣", 2), ("a\u{1b}\u{7f}b", 2), ("", 0),
  ])
  func `a terminal gives these columns`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test func `columns of a text are those of its characters together`() {
    let text = peer.strings.map(\.text).joined(separator: " ")
    let sum = text.reduce(0) { $0 + DisplayWidth.columns(of: String($1)) }
    #expect(DisplayWidth.columns(of: text) == sum)
  }
}
