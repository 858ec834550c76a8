import Foundation
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStudy

/// The config file: both kinds of it read, and one line of it changed.
struct ConfigFileTests {
  private func reading(_ text: String, isTOML: Bool = true) -> ConfigFile.Reading {
    ConfigFile(path: "config", isTOML: isTOML, text).reading
  }

  private func settings(_ text: String) throws -> Settings {
    let folder = FilePath(NSTemporaryDirectory() + "config-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    try Data(text.utf8).write(to: URL(filePath: folder.appending("config.toml").string))
    return Settings(at: .folder(folder))
  }

  private func changed(_ text: String, _ key: String, _ value: String?) throws -> String {
    try ConfigFile(path: "config", isTOML: true, text).changed(.named(key), to: value)
  }

  @Test(arguments: ["config.toml", "nowhere.toml"])
  func `a config file that links to nothing is a fault, and nothing is written`(target: String)
    throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/config.toml", withDestinationPath: target)
    let locations = Locations.folder(FilePath(folder.path))
    #expect(Settings(at: locations).faults.count == 1)
    #expect(throws: SettingError.self) {
      try Configuration(at: locations).set("study.new", to: "7")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["config.toml"])
  }

  @Test func `every setting takes its own default, and the template sets nothing`() throws {
    for setting in Setting.all {
      guard let value = setting.defaultValue else { continue }
      let parts = setting.key.split(separator: ".")
      let reading = reading("[\(parts[0])]\n\(parts[1]) = \(value)\n")
      #expect(reading.faults.isEmpty && reading.entries.count == 1, "\(setting.key)")
      var settings = Settings()
      #expect(setting.take(try #require(reading.entries.first).text, into: &settings))
      #expect(setting.value(in: settings) == value)
    }
    let template = reading(Configuration.template)
    #expect(template.faults.isEmpty && template.entries.isEmpty)
    let uncommented = Configuration.template.split(separator: "\n").map { line in
      line.hasPrefix("# ") && line.contains(" = ") ? line.dropFirst(2) : line
    }
    let all = reading(uncommented.joined(separator: "\n"))
    #expect(all.failure == nil)
    let keys = Set(all.entries.map(\.setting.key))
    for setting in Setting.all where setting.defaultValue != nil {
      #expect(keys.contains(setting.key), "\(setting.key)")
    }
  }

  @Test func `numbers, words, lists, tables and dotted keys are read as TOML has them`() throws {
    let settings = try settings(
      """
      study.new = 7
      "study".'order' = 'random' # a comment
      backup.keep = [1, 2, 3]
      speech = { command = ["say", "a b"], when = "always" }

      [judging]
      timing = true
      typos = \"""
      off\"""

      [limit."N5 Verbs"]
      new = 0x0a
      """)
    #expect(settings.faults == [])
    #expect(settings.newPerDay == 7)
    #expect(settings.order == "random")
    #expect(settings.backups.months == 3)
    #expect(settings.speechCommand?.arguments == ["a b"])
    #expect(settings.speech == .always)
    #expect(settings.suggestsByTime)
    #expect(settings.typos == .off)
    #expect(settings.deckLimits["N5 Verbs"]?.new == 10)
  }

  @Test func `an unknown key or a bad value is named with its line and the nearest key`() throws {
    let settings = try settings(
      """
      # a file with mistakes
      [study]
      nwe = 3
      order = "rnadom"
      new = 4
      limit = 2026-11-22

      [judging]
      """ + "\ntiming = 1\n[colours]\ncorrect = \"red\"\n"
        + "[display]\nambiguous-width = 3\n")
    #expect(settings.newPerDay == 4)
    let faults = settings.faults.map {
      $0.split(separator: "config.toml:", maxSplits: 1).last ?? ""
    }
    #expect(
      faults == [
        "3:1: error: Unknown setting “study.nwe”. Did you mean study.new?",
        "4:1: error: study.order must be due, retrievability, added, sequential or random, not "
          + "“rnadom”. Did you mean random?",
        "6:1: error: study.limit must be a whole number from 0 to 1000000, not a date or time.",
        "9:1: error: judging.timing must be true or false, not “1”.",
        "11:1: error: Unknown setting “colours.correct”. Did you mean theme.correct?",
        "13:1: error: display.ambiguous-width must be 1 or 2, not “3”.",
      ])
  }

  @Test func `what is TOML and what is not, Python says alike`() throws {
    struct Fixture: Decodable {
      struct Document: Decodable { let text: String, valid: Bool }
      let documents: [Document]
    }
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/toml.json")
    let fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: path))
    #expect(fixture.documents.count == 500)
    for document in fixture.documents {
      let isValid = (try? TOMLText(document.text)) != nil
      #expect(isValid == document.valid, "\(document.text.debugDescription)")
    }
  }

  @Test(arguments: [
    "x = " + String(repeating: "{a = ", count: 20_000) + "1",
    "x = " + String(repeating: "[", count: 20_000),
    "x = " + String(repeating: "[{a = ", count: 20_000),
    "[" + String(repeating: "a.", count: 200_000) + "a]",
    String(repeating: "a.", count: 200_000) + "a = 1",
  ])
  func `a config file that nests too deep is a fault, and ends nothing`(text: String) {
    let fault = #expect(throws: TOMLFault.self) { try TOMLText(text) }
    #expect(fault?.reason.contains("too") == true)
  }

  @Test func `no limit is so large that it counts over`() throws {
    for key in ["study.new", "study.limit", "study.minutes", "study.reviews", "limit.Words.new"] {
      for number in ["1000001", "9223372036854775807", "-1"] {
        let faults = try settings("\(key) = \(number)\n").faults
        #expect(faults.count == 1, "\(key) = \(number)")
      }
    }
  }

  @Test(arguments: ["5000000000000000000000", "-9_223_372_036_854_775_809"])
  func `a number out of range is called too large, not a text`(number: String) throws {
    let settings = try settings("[study]\nnew = \(number)\n")
    #expect(settings.newPerDay == Settings().newPerDay)
    #expect(settings.faults.count == 1)
    #expect(try #require(settings.faults.first).contains("the number \(number) is too large"))
  }

  @Test func `bare words of the old file in TOML get advice, and all defaults`() throws {
    let settings = try settings("study.new = 5\noptimize.automatic = off\n")
    #expect(settings.newPerDay == Settings().newPerDay)
    let fault = try #require(settings.faults.first)
    #expect(settings.faults.count == 1)
    #expect(fault.contains("config.toml:2:"))
    #expect(fault.hasSuffix("Did you mean `optimize.automatic = false`?"))
  }

  @Test func `what is defined twice is named with its first line, and no advice repeats the line`()
    throws
  {
    for (text, line) in [
      ("study.new = 5\n# again\nstudy.new = 6\n", 1), ("\n[study]\nnew = 5\nnew = 6\n", 3),
      ("[speech]\nwhen = \"answer\"\n[speech]\nwhen = \"always\"\n", 1),
    ] {
      let fault = try #require(try settings(text).faults.first)
      #expect(fault.hasSuffix("is defined twice, first on line \(line)."), "\(fault)")
    }
  }

  @Test func `a misspelled limit of a group is told with the group's name`() throws {
    let settings = try settings("[limit.\"N5: Food\"]\nreveiws = 3\n")
    let fault = try #require(settings.faults.first)
    #expect(fault.hasSuffix("Did you mean limit.\"N5: Food\".reviews?"), "\(fault)")
  }

  @Test func `set changes only its line, and unset removes only its line`() throws {
    let text = """
      # my settings

      [study]   # every day
        new  =  5   # less is more
        "order"="due"

      [theme]
      correct = 'green'\t# calm
      """
    #expect(
      try changed(text, "study.new", "30")
        == text.replacing("new  =  5   #", with: "new  =  30   #"))
    #expect(
      try changed(text, "study.order", "random")
        == text.replacing("\"order\"=\"due\"", with: "\"order\"=\"random\""))
    #expect(
      try changed(text, "study.minutes", "9")
        == text.replacing("\"order\"=\"due\"\n", with: "\"order\"=\"due\"\n  minutes = 9\n"))
    #expect(try changed(text, "theme.wrong", "bold 208") == text + "\nwrong = \"bold 208\"")
    #expect(try changed(text, "display.plain", "on") == text + "\n\n[display]\nplain = true\n")
    #expect(
      try changed(text, "limit.N5 Verbs.new", "3") == text + "\n\n[limit.\"N5 Verbs\"]\nnew = 3\n")
    #expect(
      try changed(text, "study.new", nil)
        == text.replacing("  new  =  5   # less is more\n", with: ""))
    #expect(try changed("", "study.new", "1") == "[study]\nnew = 1\n")
    for text in ["", "\u{feff}# mine\n", "[theme]\nwrong = \"red\"\n", "display.plain = true\r\n"] {
      #expect(try changed(changed(text, "study.new", "1"), "study.new", nil) == text)
    }
    #expect(
      try changed("study.order = \"due\"\r\n[theme]\r\n", "study.new", "1")
        == "study.order = \"due\"\r\nstudy.new = 1\r\n[theme]\r\n")
    #expect(
      try changed("study = { new = 5, order = \"due\" }", "study.new", "1")
        == "study = { new = 1, order = \"due\" }")
    #expect(throws: SettingError.self) { try changed("study = 3 = 4", "study.new", "1") }
    #expect(throws: SettingError.self) { try changed("study = { }", "study.new", "1") }
  }

  @Test(arguments: [
    ("[study]\n  new = 5 # few\n\n[theme]\nwrong = \"red\"\n", "[theme]\nwrong = \"red\"\n"),
    ("# mine\n\n[study]\r\n\r\nnew = 5\r\n\r\n", "# mine\n"),
    ("order = 1\n[study]\nnew = 5", "order = 1\n"),
    ("[study] # every day\nnew = 5\n", "[study] # every day\n"),
    ("# every day\n[study]\nnew = 5\n", "# every day\n[study]\n"),
    ("[study]\n# order = \"random\"\nnew = 5\n", "[study]\n# order = \"random\"\n"),
    ("[study]\nnew = 5\n# order = \"random\"\n", "[study]\n# order = \"random\"\n"),
    ("[study]\nnew = 5\nmore = [\n]\n", "[study]\nmore = [\n]\n"),
    ("[study]\n[display]\n[study.x]\n", "[study]\n[display]\n[study.x]\n"),
  ])
  func `unset removes a table that it leaves empty, and no comment`(text: String, result: String)
    throws
  {
    #expect(try changed(text, "study.new", nil) == result)
  }

  @Test func `a list of tables is told with its line and what to write`() throws {
    let settings = try settings(
      "[[study]]\nnew = 7\n\n[display]\nplain = true\n[[study]]\nnew = 8\n[[limit.\"N5: Food\"]]\nnew = 1\n"
    )
    #expect(settings.newPerDay == Settings().newPerDay && settings.display.isPlain)
    #expect(settings.deckLimits.isEmpty)
    let faults = settings.faults.map {
      $0.split(separator: "config.toml:", maxSplits: 1).last ?? ""
    }
    func fault(_ line: Int, _ name: String) -> String {
      "\(line):1: error: [[\(name)]] begins a list of tables, so its settings are ignored. Write [\(name)]."
    }
    #expect(
      faults.map(String.init) == [
        fault(1, "study"), fault(6, "study"), fault(8, "limit.\"N5: Food\""),
      ])
    #expect(throws: SettingError.self) { try changed("[[study]]\nnew = 7\n", "study.new", "5") }
  }

  @Test func `set in random files changes one value and no other byte outside its line`() throws {
    var random = SeededGenerator(seed: 15)
    let values: [(String, [String])] = [
      ("new", ["0", "5", "1_000"]), ("order", ["\"due\"", "'random'", "\"\"\"added\"\"\""]),
      ("minutes", ["3", "0x10"]), ("lessons", ["true", "false"]),
    ]
    let noise = ["", "# [study] new = 3", "   ", "\t# x = \"y\" '"]
    for _ in 0..<500 {
      var lines: [String] = []
      let usesHeader = Bool.random(using: &random)
      lines.append(noise.randomElement(using: &random) ?? "")
      if usesHeader { lines.append("[ study ] # = ") }
      for (key, texts) in values.shuffled(using: &random).prefix(3) {
        lines.append(noise.randomElement(using: &random) ?? "")
        let margin = ["", "  ", "\t"].randomElement(using: &random) ?? ""
        let comment = ["", " # \"a\" = ]", "\t#"].randomElement(using: &random) ?? ""
        let value = texts.randomElement(using: &random) ?? ""
        lines.append(margin + (usesHeader ? "" : "study.") + "\(key) = \(value)\(comment)")
      }
      if Bool.random(using: &random) {
        lines += [
          "[backup]", "keep = [7, # days", "  4, 12 ]", "[speech]", "command = \"\"\"say",
          "[x]\"\"\"",
        ]
      }
      let text = lines.joined(separator: "\n")
      let after = try changed(text, "study.new", "42")
      #expect(reading(after).entries.first { $0.setting.key == "study.new" }?.text == "42")
      let (old, new) = (text.split(separator: "\n"), after.split(separator: "\n"))
      let isNew = !lines.contains { $0.contains("new = ") && !$0.contains("# [study]") }
      #expect(
        new.count == old.count + (isNew && !text.contains("study") ? 2 : isNew ? 1 : 0), "\(after)")
      let kept = old.filter { line in !new.contains(line) }
      #expect(kept.count <= 1, "\(kept)")
      if kept.count == 1 { #expect(kept[0].contains("new = ")) }
      let removed = try changed(after, "study.new", nil)
      #expect(!reading(removed).entries.contains { $0.setting.key == "study.new" })
    }
  }

  @Test func `the old file is read and changed by its own rules`() throws {
    let text = "# mine\nstudy.new = 5 # few\nstudy.new.Hiragana = 2\noptimize.automatic = off\n"
    let file = ConfigFile(path: "config", isTOML: false, text)
    #expect(file.reading.faults == [])
    #expect(
      file.reading.entries.map(\.setting.key)
        == ["study.new", "limit.Hiragana.new", "optimize.automatic"])
    #expect(
      try file.changed(.named("study.new"), to: "9")
        == text.replacing("study.new = 5 #", with: "study.new = 9 #"))
    #expect(
      try file.changed(.named("study.lessons"), to: "false") == text + "study.lessons = off\n")
    #expect(
      try file.changed(.named("limit.Hiragana.new"), to: nil)
        == text.replacing("study.new.Hiragana = 2\n", with: ""))
  }

  @Test func `10,000 broken files never stop anything, and each fault names the file`() {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "[", "]", "study", ".", "new", "=", "5", "\"", "'", "\n", "#", "{", "}", ",", " ", "\\u00",
      "\"\"\"", "犬", "\u{1b}", "limit", "order", "true", "1979-05-27", "[[", "inf", "\r\n",
    ]
    for _ in 0..<10_000 {
      let text = (0..<Int.random(in: 0..<25, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for isTOML in [true, false] {
        let file = ConfigFile(path: "config", isTOML: isTOML, text)
        #expect(file.reading.faults.allSatisfy { $0.hasPrefix("config:") })
        _ = try? file.changed(Setting.named("study.new"), to: "3")
      }
      _ = try? TOMLText(text)
    }
  }
}
