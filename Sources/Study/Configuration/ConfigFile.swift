import Foundation
import RabbleDecks
import RabbleText
import SystemPackage

/// The config file: `config.toml`, or the old `config` with lines such as `study.new = 15`. Where both
/// exist, `config.toml` counts.
struct ConfigFile {
  /// What a file says.
  struct Reading {
    /// A setting with its value, and where it stands.
    struct Entry {
      let setting: Setting
      let text: String
      let path: [String]
    }

    var entries: [Entry] = []
    /// What can't be used, a line each.
    var faults: [String] = []
    /// Why nothing of the file can be read; `nil` where it can.
    var failure: String?
  }

  /// Its path.
  let path: String
  /// Whether it is TOML.
  let isTOML: Bool
  /// Whether there is an old file, too, that does not count.
  let hidesOldFile: Bool
  /// The bytes; `nil` where they can't be read.
  let bytes: [UInt8]?
  /// Why they can't be read, as a clause, where the system says so and the file is not at fault.
  private let reason: String?

  /// Reads the file that counts; `nil` where there is none.
  init?(at locations: Locations) {
    guard let path = locations.settings?.string, let old = locations.oldSettings?.string else {
      return nil
    }
    let hasOld = Self.isThere(old)
    isTOML = Self.isThere(path)
    guard isTOML || hasOld else { return nil }
    self.path = isTOML ? path : old
    hidesOldFile = isTOML && hasOld
    // A file that can't be read is a fault of the reading, which says so.
    do throws(DeckFault) {
      (bytes, reason) = (try AtomicFile.read(self.path, sizeLimit: 1 << 20), nil)
    } catch {
      bytes = nil
      if case .file(.unreadable(let clause)) = error.kind { reason = clause } else { reason = nil }
    }
  }

  /// Whether there is anything at a path, and be it a symbolic link that leads nowhere.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// A file with this content, for what it would say.
  init(path: String, isTOML: Bool, _ text: String) {
    (self.path, self.isTOML, hidesOldFile) = (path, isTOML, false)
    (bytes, reason) = (Array(text.utf8), nil)
  }

  /// The text; `nil` where it can't be read, or is not UTF-8.
  var text: String? {
    bytes.flatMap { $0.contains(0) ? nil : String(validating: $0, as: UTF8.self) }
  }

  /// What it says.
  var reading: Reading {
    guard let text else {
      var reading = Reading()
      let failure =
        "The config file can't be read"
        + (reason.map { ": \($0)." } ?? "; it must be readable UTF-8.")
      reading.failure = failure
      reading.faults = ["\(path): error: \(failure)"]
      return reading
    }
    return isTOML ? tomlReading(of: text) : oldReading(of: text)
  }

  /// The line on which a path is written.
  func line(of path: [String]) -> Int {
    guard let text else { return 1 }
    // Where the file is broken, the fault names its line itself.
    if isTOML { return (try? TOMLText(text))?.line(of: path) ?? 1 }
    return
      (Self.lines(of: text).last { $0.name.flatMap(Setting.named(old:))?.path == path }?.number)
      ?? 1
  }

  // MARK: - TOML

  private func tomlReading(of text: String) -> Reading {
    var reading = Reading()
    if hidesOldFile {
      reading.faults.append(
        "\(path): note: This file is used; “config” beside it is ignored, because both exist.")
    }
    do throws(TOMLFault) {
      let document = try TOMLText(text)
      let lists = document.headers.filter(\.isList)
      for list in lists {
        let name = list.path.map(TOMLText.key).joined(separator: ".").printable
        reading.faults.append(
          "\(path):\(document.line(of: list.end)):1: error: [[\(name)]] begins a list of tables, so its settings "
            + "are ignored. Write [\(name)].")
      }
      for entry in document.entries
      where !lists.contains(where: { entry.path.starts(with: $0.path) }) {
        take(entry, of: document, into: &reading)
      }
    } catch {
      let before = Array(text.utf8.prefix(error.position))
      let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let column = 1 + String(decoding: before[start...], as: UTF8.self).unicodeScalars.count
      let reason = error.reason.printable
      reading.failure = "Line \(line) is not valid TOML: \(reason)."
      reading.faults.insert(
        "\(path):\(line):\(column): error: This is not valid TOML, so all settings have their defaults: "
          + "\(reason)." + Self.advice(on: text, line: line), at: 0)
    }
    return reading
  }

  /// What a line that has been taken from the old file needs.
  private static func advice(on text: String, line number: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1),
      let line = Line(lines[number - 1], number: number), let name = line.name,
      let value = line.value, let setting = Setting.at(Setting.path(name))
    else { return "" }
    var probe = Settings()
    // What the line has already is no advice.
    guard setting.take(value, into: &probe), setting.literal(value) != value else { return "" }
    return " Did you mean `\(name) = \(setting.literal(value))`?"
  }

  private func take(
    _ entry: TOMLText.Entry, of document: TOMLText, into reading: inout Reading
  ) {
    func fault(_ message: String) {
      let line = document.line(of: entry.statement.lowerBound)
      reading.faults.append("\(path):\(line):1: error: \(message)")
    }
    if let setting = Setting.at(entry.path) {
      var probe = Settings()
      guard let text = Self.text(of: entry.value) else {
        return fault("\(setting.key) must be \(setting.accepted), not \(entry.value.name).")
      }
      guard setting.take(text, into: &probe) else { return fault(setting.advice(on: text)) }
      reading.entries.append(.init(setting: setting, text: text, path: entry.path))
    } else if entry.value != .table {
      fault(SettingError.unknown(entry.path).description)
    }
  }

  /// A value as one text; a list of numbers has blanks between them, one of texts is JSON.
  private static func text(of value: TOMLValue) -> String? {
    switch value {
    case .string(let text): return text
    case .integer(let number): return "\(number)"
    case .float(let number): return "\(number)"
    case .boolean(let flag): return flag ? "true" : "false"
    case .array(let elements):
      let numbers = elements.compactMap {
        if case .integer(let number) = $0 { number } else { nil as Int? }
      }
      if numbers.count == elements.count {
        return numbers.map(String.init).joined(separator: " ")
      }
      let texts = elements.compactMap {
        if case .string(let text) = $0 { text } else { nil as String? }
      }
      // Texts can always be written as JSON.
      guard texts.count == elements.count, let data = try? JSONEncoder().encode(texts) else {
        return nil
      }
      return String(decoding: data, as: UTF8.self)
    case .date, .table: return nil
    }
  }

  // MARK: - The old file

  /// A line of the old file; everything behind a `#` is a comment.
  private struct Line {
    let number: Int
    let name: String?
    let value: String?
    /// The columns of the value in the line, in characters.
    let before: Substring, behind: Substring

    /// `nil` for a line that says nothing.
    init?(_ line: Substring, number: Int) {
      let words = line.prefix { $0 != "#" }
      guard words.contains(where: { !$0.isWhitespace }) else { return nil }
      self.number = number
      let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        (name, value, before, behind) = (nil, nil, words, "")
        return
      }
      name = parts[0].trimmingCharacters(in: .whitespaces)
      let start = parts[1].firstIndex { !$0.isWhitespace } ?? parts[1].endIndex
      let end = parts[1].lastIndex { !$0.isWhitespace }.map { line.index(after: $0) } ?? start
      value = String(line[start..<end])
      before = line[..<start]
      behind = line[end...]
    }
  }

  private static func lines(of text: String) -> [Line] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { Line($1, number: $0 + 1) }
  }

  private func oldReading(of text: String) -> Reading {
    var reading = Reading()
    for line in Self.lines(of: text) {
      guard let name = line.name, let value = line.value, !name.isEmpty, !value.isEmpty else {
        reading.faults.append(
          "\(path):\(line.number):1: error: Invalid line: expected “name = value”.")
        continue
      }
      guard let setting = Setting.named(old: name) else {
        let unknown = SettingError.unknown(name, near: Setting.nearest(to: name))
        reading.faults.append("\(path):\(line.number):1: error: \(unknown.description)")
        continue
      }
      var probe = Settings()
      guard setting.take(value, into: &probe) else {
        reading.faults.append("\(path):\(line.number):1: error: \(setting.advice(on: value))")
        continue
      }
      reading.entries.append(.init(setting: setting, text: value, path: setting.path))
    }
    return reading
  }

  // MARK: - Changing

  /// The text with a setting changed, or removed without a value. Only its line differs; a table that has nothing
  /// else is removed with it.
  ///
  /// - Throws: ``SettingError``.
  func changed(_ setting: Setting, to value: String?) throws(SettingError) -> String {
    let reading = reading
    if let failure = reading.failure { throw .unparsable(path: path, failure) }
    let text = text ?? ""
    let result =
      isTOML
      ? try changedTOML(text, setting, to: value) : changedOld(text, setting, to: value)
    // What was written must say what was meant, and nothing else may have changed.
    let after = ConfigFile(path: path, isTOML: isTOML, result).reading
    func others(_ reading: Reading) -> [String: String] {
      Dictionary(
        reading.entries.filter { $0.path != setting.path }.map { ($0.setting.key, $0.text) }
      ) { $1 }
    }
    let written = after.entries.last { $0.path == setting.path }?.text
    guard after.failure == nil, others(after) == others(reading), (written == nil) == (value == nil)
    else { throw .unchangeable(setting.key, path: path) }
    return result
  }

  private func changedTOML(_ text: String, _ setting: Setting, to value: String?)
    throws(SettingError) -> String
  {
    // The reading of the file has told what is wrong with it.
    guard let document = try? TOMLText(text) else {
      throw .unparsable(path: path, "It is not valid TOML.")
    }
    if let value { return document.setting(setting.path, to: setting.literal(value)) }
    guard let entry = document.entry(setting.path) else { return text }
    if entry.isInline { throw .unchangeable(setting.key, path: path) }
    return document.removing(entry)
  }

  private func changedOld(_ text: String, _ setting: Setting, to value: String?) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let numbers = Self.lines(of: text).filter {
      $0.name.flatMap(Setting.named(old:))?.path == setting.path
    }
    guard let value else {
      for line in numbers.reversed() { lines.remove(at: line.number - 1) }
      return lines.joined(separator: "\n")
    }
    let words = setting.bareWords(value)
    if let line = numbers.last {
      lines[line.number - 1] = line.before + words + line.behind
      return lines.joined(separator: "\n")
    }
    let gap = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    return text + gap + "\(setting.oldKey) = \(words)\n"
  }
}

extension Setting {
  /// Its path in TOML.
  var path: [String] { Setting.path(key) }

  /// Its key in the old file.
  fileprivate var oldKey: String {
    let path = path
    return path[0] == "limit" ? "study.\(path[2]).\(path[1])" : key
  }
}
