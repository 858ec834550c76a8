import RabbleText
import Testing

@testable import RabbleJudging

struct WanaKanaConformanceTests {
  private let recorded: WanaKanaCases

  init() throws {
    recorded = try WanaKanaCases()
  }

  @Test func `every recorded conversion and question about scripts holds, but for the exceptions`()
  {
    #expect(recorded.cases.count > 1_700)
    var unused = Set(WanaKanaExceptions.conversions.keys)
    var compared = 0
    for recordedCase in recorded.cases {
      guard let input = recordedCase.input, let ours = Self.ours(recordedCase, input) else {
        #expect(Self.isNotOffered(recordedCase), "\(recordedCase)")
        continue
      }
      compared += 1
      if ours == recordedCase.expected { continue }
      let exception = WanaKanaExceptions.conversions[input.lowercased()]
      unused.remove(input.lowercased())
      #expect(
        ours == exception?.ours || ours == exception?.ours.katakana,
        "\(recordedCase.function)(\(input)) gives \(recordedCase.expected)"
      )
    }
    #expect(unused.isEmpty, "exceptions that none needs")
    #expect(compared > 1_700)
  }

  @Test func `every recorded key by key trace holds, but for the exceptions`() {
    #expect(recorded.live.count > 600)
    var unused = Set(WanaKanaExceptions.live.keys)
    for live in recorded.live {
      if live.options.keys.contains(where: { WanaKanaExceptions.notOffered[$0] != nil }) {
        continue
      }
      let target = Self.target(live.options["IMEMode"])
      var line = LiveKana(to: target)
      var trace: [String] = []
      for key in live.keys {
        line.type(key)
        trace.append(line.text)
      }
      let text = line.text
      line.commit()
      let committed = live.committed.map {
        WanaKanaExceptions.committed($0, inKatakana: target == .katakana)
      }
      let agrees =
        text == live.expected && (live.trace.isEmpty || trace == live.trace)
        && committed.map { $0 == line.text } != false
      if !agrees { unused.remove(live.keys) }
      #expect(
        agrees || WanaKanaExceptions.live[live.keys] != nil,
        "\(live.keys): \(trace), WanaKana \(live.trace) \(live.expected)"
      )
    }
    #expect(unused.isEmpty, "exceptions that none needs")
  }

  private static func isNotOffered(_ recorded: WanaKanaCases.Case) -> Bool {
    let names =
      [recorded.function] + recorded.options.keys + (recorded.input == nil ? ["no argument"] : [])
    return names.contains { WanaKanaExceptions.notOffered[$0] != nil }
  }

  private static func target(_ mode: String?) -> KanaConversion.Target {
    switch mode {
    case "toHiragana": .hiragana
    case "toKatakana": .katakana
    default: .byCase
    }
  }

  /// What we make of a recorded call, or `nil` where we have no counterpart.
  private static func ours(_ recorded: WanaKanaCases.Case, _ input: String) -> String? {
    if isNotOffered(recorded) { return nil }
    let options = recorded.options
    switch recorded.function {
    case "toKana" where options["IMEMode"] != nil:
      var line = LiveKana()
      for key in input { line.type(key) }
      return line.text
    case "toKana", "toHiragana", "toKatakana":
      return KanaConversion(
        to: recorded.function == "toKana" ? .byCase : target(recorded.function),
        keepingKeys: options["passRomaji"] == "true",
        keepingLongMarks: options["convertLongVowelMark"] == "false",
        usingObsoleteKana: options["useObsoleteKana"] == "true"
      ).converted(input)
    case "toRomaji": return Romanization.hepburn.romanized(input)
    case "stripOkurigana": return stripped(input, options)
    default:
      let scripts = input.unicodeScalars.map { Script(of: $0) }
      return "\(!input.isEmpty && isIt(recorded.function, scripts, input, options))"
    }
  }

  private static func stripped(_ input: String, _ options: [String: String]) -> String {
    let okurigana = Okurigana(of: options["matchKanji"] ?? input)
    return options["leading"] == "true"
      ? String(input.dropFirst(okurigana.leading.count))
      : String(input.dropLast(okurigana.trailing.count))
  }

  private static func isIt(
    _ function: String,
    _ scripts: [Script],
    _ input: String,
    _ options: [String: String]
  ) -> Bool {
    switch function {
    case "isHiragana": scripts.allSatisfy { $0 == .hiragana || $0 == .longMark }
    case "isKatakana": scripts.allSatisfy { $0 == .katakana || $0 == .longMark }
    case "isKana": scripts.allSatisfy(\.isKana)
    case "isKanji": scripts.allSatisfy { $0 == .kanji }
    case "isJapanese": scripts.allSatisfy { $0.isKana || $0 == .kanji || $0 == .wide }
    case "isRomaji": input.allSatisfy { $0.isASCII || Macron.vowel($0) != nil }
    default:
      scripts.contains(where: \.isKana) && scripts.contains(.latin)
        && (options["passKanji"] != "false" || !scripts.contains(.kanji))
    }
  }
}

extension String {
  fileprivate var katakana: String {
    KanaConversion(to: .katakana, keepingKeys: true).converted(self)
  }
}
