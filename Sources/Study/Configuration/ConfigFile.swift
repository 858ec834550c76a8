import Foundation
import RabbleDecks
import RabbleText

/// The config file, `config.toml`: what it sets, what is wrong with it, and how it reads with one setting changed.
struct ConfigFile {
  /// What a file says.
  struct Reading {
    /// A setting with its value.
    struct Entry {
      let setting: Setting
      let text: String
      /// The line it is on, from 1.
      let line: Int
    }

    var entries: [Entry] = []
    /// What can't be used, a line each.
    var faults: [String] = []
  }

  /// Its path.
  let path: String
  /// The bytes; `nil` if they can't be read.
  let bytes: [UInt8]?
  /// Why they can't be read, as a clause, if the system says so and the file is not at fault.
  private let reason: String?

  /// Reads the file of a library; `nil` if there is none.
  init?(at locations: Locations) {
    var status = stat()
    // A symbolic link that leads nowhere is a file that can't be read.
    guard let path = locations.settings?.string, lstat(path, &status) == 0 else { return nil }
    self.path = path
    // A file that can't be read is a fault of the reading, which says so.
    do throws(DeckFault) {
      (bytes, reason) = (try AtomicFile.read(path, sizeLimit: 1 << 20), nil)
    } catch {
      bytes = nil
      if case .file(.unreadable(let clause)) = error.kind { reason = clause } else { reason = nil }
    }
  }

  /// A file with this content, for what it would say.
  init(path: String, _ bytes: [UInt8]) { (self.path, self.bytes, reason) = (path, bytes, nil) }

  /// Why nothing of the file can be read; `nil` if it can.
  private var failure: String? {
    bytes == nil
      ? "The config file can't be read" + (reason.map { ": \($0)." } ?? "; it must be a text file.")
      : nil
  }

  /// The most lines whose faults are told one by one.
  private static let mostFaults = 20

  /// What it says.
  var reading: Reading {
    if let failure { return Reading(faults: ["\(path): error: \(failure)"]) }
    let text = TOMLText(bytes ?? [])
    var reading = Reading()
    var faults = text.faults.map { (line: $0.line + 1, message: $0.fault.reason) }
    for entry in text.entries {
      do throws(TOMLFault) {
        let words = String(decoding: text.lines[entry.line][entry.range], as: UTF8.self)
        reading.entries.append(try Self.setting(of: entry, writtenAs: words))
      } catch {
        faults.append((entry.line + 1, error.reason))
      }
    }
    faults.sort { $0.line < $1.line }
    if faults.count > Self.mostFaults {
      let rest = faults.count - Self.mostFaults
      faults[Self.mostFaults].message = "The file has \(rest) more lines that can't be used."
      faults.removeSubrange((Self.mostFaults + 1)...)
    }
    reading.faults = faults.map { "\(path):\($0.line): error: \($0.message)" }
    return reading
  }

  private static func setting(of entry: TOMLText.Entry, writtenAs words: String)
    throws(TOMLFault) -> Reading.Entry
  {
    let found = Setting.at(entry.path)
    var probe = Settings()
    let text: String
    switch entry.value {
    case .success(.string(let string)), .success(.number(let string)): text = string
    case .success(.boolean(let flag)): text = flag ? "true" : "false"
    case .success(.list(let texts)):
      if let found, found.kind != .program {
        throw TOMLFault("\(found.key) must be \(found.accepted), not a list.")
      }
      text = TOMLText.list(texts)
    case .failure(let fault):
      // A word without quotation marks may be what the setting accepts.
      let isBare = words.first.map { !"\"'[{".contains($0) } ?? false
      let advice =
        found.map {
          isBare && $0.take(words, into: &probe)
            ? " Write \($0.literal(words).printable)." : " \($0.key) must be \($0.accepted)."
        } ?? ""
      throw TOMLFault(fault.reason + advice)
    }
    guard let found else { throw TOMLFault(SettingError.unknown(entry.path).description) }
    guard found.take(text, into: &probe) else { throw TOMLFault(found.advice(on: text)) }
    return Reading.Entry(setting: found, text: text, line: entry.line + 1)
  }

  // MARK: - Changing

  /// The file with a setting changed, or removed without a value. Only its line differs; a table that has nothing
  /// else is removed with it.
  ///
  /// - Throws: ``SettingError``.
  func changed(_ setting: Setting, to value: String?) throws(SettingError) -> [UInt8] {
    guard let bytes else { throw .unreadable(path: path, failure ?? "") }
    let text = TOMLText(bytes)
    let result: [UInt8]
    if let value {
      result = text.setting(setting.path, to: setting.literal(value))
    } else {
      guard let entry = text.entry(setting.path) else { return bytes }
      result = text.removing(entry)
    }
    guard saysSame(as: result, but: setting, isSet: value != nil) else {
      throw .unchangeable(setting.key, path: path)
    }
    return result
  }

  /// Whether a changed file sets what this one sets, but for one setting.
  private func saysSame(as result: [UInt8], but setting: Setting, isSet: Bool) -> Bool {
    let after = ConfigFile(path: path, result).reading.entries
    func others(_ entries: [Reading.Entry]) -> [String: String] {
      Dictionary(
        entries.filter { $0.setting.key != setting.key }.map { ($0.setting.key, $0.text) }
      ) { $1 }
    }
    return others(after) == others(reading.entries)
      && after.contains { $0.setting.key == setting.key } == isSet
  }
}
