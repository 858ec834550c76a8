import Foundation
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStudy

/// The config file: read, and one line of it changed.
struct ConfigFileTests {
  private func reading(_ text: String) -> ConfigFile.Reading {
    ConfigFile(path: "config.toml", Array(text.utf8)).reading
  }

  /// The faults of a text without the name of the file.
  private func faults(_ text: String) -> [String] {
    reading(text).faults.map { String($0.trimmingPrefix("config.toml:")) }
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
    let file = ConfigFile(path: "config.toml", Array(text.utf8))
    return String(decoding: try file.changed(.named(key), to: value), as: UTF8.self)
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
    let keys = Set(all.entries.map(\.setting.key))
    for setting in Setting.all where setting.defaultValue != nil {
      #expect(keys.contains(setting.key), "\(setting.key)")
    }
  }

  @Test func `numbers, flags, strings, lists, tables and keys with dots are read`() throws {
    let settings = try settings(
      """
      \u{feff}study.new = 7
      "study".'order' = 'random' # a comment
      study . minutes=+30\r
      backup.keep = "1 2 \\u0033" # "#"

      [ sound ]
      speech = [ "say", 'a b', ] # a program
      when = "request"
      [judging]
      timing = true
      typos = "o\\U00000066f"

      [limit."N5 Verbs"]
      new = 10
      [limit."a \\"quoted\\" name.with dots"]
      reviews = "5"
      """)
    #expect(settings.faults == [])
    #expect(settings.newPerDay == 7)
    #expect(settings.minutes == 30)
    #expect(settings.order == "random")
    #expect(settings.backups.months == 3)
    #expect(settings.speechCommand?.arguments == ["a b"])
    #expect(settings.speech == .request)
    #expect(settings.suggestsByTime)
    #expect(settings.typos == .off)
    #expect(settings.deckLimits["N5 Verbs"]?.new == 10)
    #expect(settings.deckLimits["a \"quoted\" name.with dots"]?.reviews == 5)
  }

  @Test func `an unknown key or a bad value is named with its line and the nearest key`() {
    let text = """
      # a file with mistakes
      [study]
      nwe = 3
      order = "rnadom"
      new = 4
      limit = 1.5

      [judging]
      timing = 1
      [colours]
      correct = "red"
      [display]
      ambiguous-width = 3
      theme = ["mono"]
      """
    #expect(reading(text).entries.map(\.text) == ["4"])
    #expect(
      faults(text) == [
        "3: error: Unknown setting “study.nwe”. Did you mean study.new?",
        "4: error: study.order must be due, retrievability, added, sequential or random, not "
          + "“rnadom”. Did you mean random?",
        "6: error: study.limit must be a whole number from 0 to 1000000, not “1.5”.",
        "9: error: judging.timing must be true or false, not “1”.",
        "11: error: Unknown setting “colours.correct”. Did you mean theme.correct?",
        "13: error: display.ambiguous-width must be 1 or 2, not “3”.",
        "14: error: display.theme must be terminal, colorblind, contrast or mono, not a list.",
      ])
  }

  // MARK: - What is refused

  /// What is TOML but not in the subset, or is no TOML, and what its message says to write.
  @Test(arguments: [
    ("new = 0x0a", "“0x0a” is no number such as 15"),
    ("new = 1_000", "“1_000” is no number such as"),
    ("new = 1e3", "study.new must be a whole number from 0 to 1000000."),
    ("new = inf", "nor true or false"), ("new = 007", "“007” is no number such as 15"),
    ("new = 1979-05-27T07:32:00Z", "is no number such as 15"),
    ("new = 5000000000000000000000", "The number 5000000000000000000000 is too large."),
    ("new = -9223372036854775809", "is too large."),
    ("new =", "The value is missing."), ("new = 3 4", "Write `key = value`."),
    ("lessons = off", "Strings need quotation marks. Write false."),
    ("order = dew", "Strings need quotation marks. study.order must be due, retrievability"),
    ("order = due", "Strings need quotation marks. Write \"due\"."),
    ("order = \"\"\"due\"\"\"", "Write the string on one line"),
    ("order = '''", "Write the string on one"),
    ("order = \"due", "The string has no \" at its end."), ("order = 'due", "has no ' at its end."),
    ("order = \"d\\ue\"", "For a backslash write \\\\"), ("order = \"\\ud800\"", "For a backslash"),
    ("order = {a = 1}", "Write [table], and each setting on a line below it"),
    ("order = [7, 4]", "A list can have only strings: write [\"a\", \"b\"]."),
    ("order = [\"a\"", "with commas between its strings and ] at its end."),
    ("order = [", "Write the whole list on one line"), ("order = [[\"a\"]]", "only strings"),
    ("new", "Write `key = value`, such as `study.new = 15`."), ("= 5", "Write `key = value`"),
    ("my key = 5", "Write `key = value`"), ("a.b.c.d.e.f.g.h.i = 5", "too many parts"),
    ("new = \"\u{1}\"", "The line has a control character."), ("# \u{7f}", "control character"),
  ])
  func `what is not in the subset is refused with its line and what to write`(
    line: String, message: String
  ) {
    let text = "[study]\n\(line)\nminutes = 9\n"
    #expect(reading(text).entries.map(\.text) == ["9"])
    let faults = faults(text)
    #expect(faults.count == 1 && faults[0].hasPrefix("2: error: "), "\(faults)")
    #expect(faults[0].contains(message), "\(faults)")
  }

  @Test(arguments: [
    (
      "[[limit.\"N5: Food\"]]",
      "[[limit.\"N5: Food\"]] begins a list of tables. Write [limit.\"N5: Food\"]."
    ),
    ("[study", "Write [study] and nothing else."),
    ("[study] new = 3", "Write [study] and nothing else."),
    ("[judging]", "judging is on line 1 already. Write all its settings there."),
    ("[]", "Write `key = value`, with quotation marks around a key with spaces."),
  ])
  func `a bad header is refused with its line, and no setting below it counts`(
    header: String, message: String
  ) {
    let text = "judging.timing = true\n\(header)\nnew = 3\n[study]\nminutes = 9\n"
    #expect(reading(text).entries.map(\.text) == ["true", "9"])
    #expect(faults(text) == ["2: error: \(message) The settings below it are ignored."])
  }

  @Test func `what is defined twice is named with its first line, which counts`() {
    for (text, fault) in [
      ("study.new = 5\n# again\nstudy.new = 6\n", "3: error: study.new is on line 1 already."),
      ("\n[study]\nnew = 5\nnew = 6\n", "4: error: study.new is on line 3 already."),
      ("study.new = 5\n[study]\nlimit = 7\n", "2: error: study is on line 1 already."),
      ("[study]\nnew = 5\n[study]\nlimit = 7", "3: error: study is on line 1 already."),
      ("study.new = 5\nstudy = 7", "2: error: study is on line 1 already."),
    ] {
      #expect(reading(text).entries.map(\.text) == ["5"])
      #expect(faults(text).first?.hasPrefix(fault) == true, "\(faults(text))")
    }
  }

  @Test func `a line that is not UTF-8 is refused, and a file of such lines in few words`() {
    let file = ConfigFile(path: "c", Array("study.new = 5\n".utf8) + [0xff, 0xa])
    #expect(file.reading.faults == ["c:2: error: The line is not UTF-8."])
    #expect(file.reading.entries.map(\.text) == ["5"])
    let noise = faults(String(repeating: "?\n", count: 1000))
    #expect(noise.count == 21)
    #expect(noise.last == "21: error: The file has 980 more lines that can't be used.")
  }

  @Test func `no limit is so large that it counts over`() throws {
    for key in ["study.new", "study.limit", "study.minutes", "study.reviews", "limit.Words.new"] {
      for number in ["1000001", "9223372036854775807", "-1"] {
        let faults = try settings("\(key) = \(number)\n").faults
        #expect(faults.count == 1, "\(key) = \(number)")
      }
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
      try changed("sound.speech = 'say' # it", "sound.speech", #"["say", "a b"]"#)
        == #"sound.speech = ["say", "a b"] # it"#)
    let name = #"limit."a \"b\" c.d".new"#
    #expect(try changed("", name, "1") == "[limit.\"a \\\"b\\\" c.d\"]\nnew = 1\n")
    // A table that is defined with more dots can't be written in another way.
    #expect(throws: SettingError.self) { try changed("study.x.y = 1", "study.new", "1") }
  }

  @Test(arguments: [
    ("[study]\n  new = 5 # few\n\n[theme]\nwrong = \"red\"\n", "[theme]\nwrong = \"red\"\n"),
    ("# mine\n\n[study]\r\n\r\nnew = 5\r\n\r\n", "# mine\n"),
    ("order = 1\n[study]\nnew = 5", "order = 1\n"),
    ("[study]\nnew = 5\nno setting\n", "[study]\nno setting\n"),
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

  @Test func `a bad value is replaced, and faults of other lines stand in no way`() throws {
    for bad in ["today", "\"due", "[7, 4]", "\"\"\"due", "1 2"] {
      #expect(
        try changed("?\nstudy.order = \(bad)\t# it\n[[x]]\n", "study.order", "random")
          == "?\nstudy.order = \"random\"\t# it\n[[x]]\n")
    }
    #expect(try changed("[study", "study.new", "3") == "[study\n\n[study]\nnew = 3\n")
    // The second line would count in place of the first.
    #expect(throws: SettingError.self) {
      try changed("study.new = 1\nstudy.new = 2\n", "study.new", nil)
    }
  }

  // MARK: - Random files

  /// A file of the subset, and what it sets.
  private func document(_ random: inout SeededGenerator) -> (text: String, values: [String: String])
  {
    func blank() -> String { random.element(of: ["", "", " ", "\t", "  "]) }
    func end() -> String {
      let comment = ["", "", "# note", "#\t\"a\" = ] '", "# 犬 [x]"]
      return blank() + random.element(of: comment) + random.element(of: ["\n", "\n", "\r\n"])
    }
    func string(_ text: String) -> String {
      guard Bool.random(using: &random) else { return "'\(text)'" }
      return random.element(of: [
        "\"\(text)\"",
        "\"" + text.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }.joined() + "\"",
      ])
    }
    func key(_ key: String) -> String { random.element(of: [key, key, "'\(key)'", "\"\(key)\""]) }
    let settings: [(String, [(key: String, value: String, isString: Bool)])] = [
      (
        "study",
        [
          ("new", "7", false), ("order", "random", true), ("lessons", "false", false),
          ("limit", "30", true),
        ]
      ),
      ("display", [("plain", "true", false), ("theme", "mono", true)]),
      ("sound", [("speech", "say it", true), ("when", "off", true)]),
      ("theme", [("wrong", "bold red", true)]),
      ("limit.\"N5: Food\"", [("new", "5", false), ("reviews", "50", false)]),
    ]
    var values: [String: String] = [:]
    var root = ""
    var tables: [String] = []
    for (table, entries) in settings where Int.random(in: 0..<4, using: &random) > 0 {
      let isRoot = Bool.random(using: &random)
      var lines = isRoot ? "" : "\(blank())[\(blank())\(table)\(blank())]\(end())"
      for entry in entries.shuffled(using: &random) where Bool.random(using: &random) {
        if Int.random(in: 0..<3, using: &random) == 0 { lines += end() }
        let path = (isRoot ? table + "." : "") + key(entry.key)
        let value = entry.isString ? string(entry.value) : entry.value
        lines += "\(blank())\(path)\(blank())=\(blank())\(value)\(end())"
        values["\(table).\(entry.key)"] = entry.value
      }
      if isRoot { root += lines } else { tables.append(lines) }
    }
    var text = root + tables.shuffled(using: &random).joined()
    if Bool.random(using: &random), text.hasSuffix("\n"), !text.hasSuffix("\r\n") {
      text.removeLast()
    }
    return (text, values)
  }

  @Test func `in random files a set value is read, and every other byte and value stays`() throws {
    var random = SeededGenerator(seed: 15)
    let choices = [
      ("study.new", "42", "42"), ("study.order", "added", "\"added\""),
      ("study.lessons", "true", "true"),
      ("display.theme", "contrast", "\"contrast\""), ("sound.when", "request", "\"request\""),
      ("sound.speech", "[\"a\", \"b c\"]", "[\"a\", \"b c\"]"),
      ("limit.\"N5: Food\".new", "9", "9"),
      ("theme.wrong", "dim", "\"dim\""), ("sync.name", "a \"b\"", "\"a \\\"b\\\"\""),
    ]
    for _ in 0..<2_000 {
      let (text, values) = document(&random)
      let before = reading(text)
      #expect(before.faults == [], "\(text)")
      func all(_ text: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: reading(text).entries.map { ($0.setting.key, $0.text) })
      }
      #expect(all(text) == values, "\(text)")
      let (key, value, literal) = random.element(of: choices)
      let after = try changed(text, key, value)
      var expected = values
      expected[key] = value
      #expect(reading(after).faults == [] && all(after) == expected, "\(text)\n→\n\(after)")
      // What both begin and end with is all but the value, or all but the new lines.
      let (old, new) = (Array(text.utf8), Array(after.utf8))
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = min(old.count, new.count) - start
      let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
      let written = String(decoding: new[start..<(new.count - end)], as: UTF8.self)
      if values[key] == nil {
        #expect(start + end == old.count, "\(written)")
        #expect(written.utf8.count <= key.utf8.count + literal.utf8.count + 12, "\(written)")
      } else {
        let removed = String(decoding: old[start..<(old.count - end)], as: UTF8.self)
        #expect(literal.contains(written) && !removed.contains("\n"), "\(removed) → \(written)")
      }
      let without = try changed(after, key, nil)
      expected[key] = nil
      #expect(all(without) == expected && reading(without).faults == [], "\(after)\n→\n\(without)")
    }
  }

  @Test func `random bytes never stop anything, and each fault has a line of the file`() {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "[", "]", "study", ".", "new", "=", "5", "\"", "'", "\n", "#", "{", "}", ",", " ", "\\u00",
      "\"\"\"", "犬", "\u{1b}", "limit", "order", "true", "1979-05-27", "[[", "inf", "\r\n",
      "\u{feff}",
    ].map { Array($0.utf8) }
    for round in 0..<20_000 {
      let bytes: [UInt8] = (0..<Int.random(in: 0..<30, using: &random)).flatMap { _ in
        round % 2 == 0 ? random.element(of: pieces) : [UInt8.random(in: 0...255, using: &random)]
      }
      let file = ConfigFile(path: "c", bytes)
      let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
      for fault in file.reading.faults {
        let parts = fault.split(separator: ":", maxSplits: 2)
        #expect(parts[0] == "c" && (1...lines).contains(Int(parts[1]) ?? 0), "\(fault)")
        #expect(!fault.contains("\n"))
      }
      for value in ["3", nil] { _ = try? file.changed(Setting.named("study.new"), to: value) }
    }
  }
}
