import RabbleDecks
import RabbleScreens
import SystemPackage

/// The config file, shown and changed: what `rabble config` does.
package struct Configuration {
  private let locations: Locations

  /// The configuration of a library.
  package init(at locations: Locations) { self.locations = locations }

  /// The path of the file, which may be missing.
  package var path: FilePath? { locations.settings }

  /// What is wrong with the file, a line each.
  package var faults: [String] { Settings(at: locations).faults }

  /// All settings with their values, their defaults and where the values come from.
  package func table() -> ReportTable {
    let file = ConfigFile(at: locations)
    let settings = Settings(at: locations)
    let entries = file?.reading.entries ?? []
    let limits = entries.map(\.setting).filter { $0.key.hasPrefix("limit.") }
    let rows = (Setting.all + limits).map { setting in
      (setting: setting, line: entries.first { $0.setting.key == setting.key }?.line)
    }
    let name = file.flatMap { FilePath($0.path).lastComponent?.string } ?? ""
    return ReportTable("settings", "", of: rows) {
      ReportTable.Column("key", "Setting") { .text($0.setting.key) }
      ReportTable.Column("value", "Value") { .text(ifAny: $0.setting.value(in: settings)) }
      ReportTable.Column("default", "Default") { .text(ifAny: $0.setting.defaultValue) }
      ReportTable.Column("source", "From") { row in
        .term(
          row.line.map { "\(file?.path ?? ""):\($0)" } ?? "default",
          words: row.line.map { "\(name), line \($0)" } ?? "default")
      }
      ReportTable.Column("meaning", "Meaning") { .text($0.setting.meaning) }
      ReportTable.Column("accepts", "Accepts") { .text($0.setting.accepted) }
    }
  }

  /// The value of a setting, as it is written in TOML; `nil` where it has none.
  ///
  /// - Throws: ``SettingError/unknown(_:near:)``.
  package func value(of key: String) throws -> String? {
    try Setting.named(key).value(in: Settings(at: locations))
  }

  /// Sets a value; only its line changes. Without one, the line is removed, and with it its table if
  /// nothing else is in there; then the default counts.
  ///
  /// - Returns: the path of the file.
  /// - Throws: ``SettingError``, or an error of the file; then nothing was changed.
  @discardableResult
  package func set(_ key: String, to value: String?) throws -> FilePath {
    let setting = try Setting.named(key)
    if let value {
      var probe = Settings()
      guard setting.take(value, into: &probe) else {
        throw SettingError.unusable(setting.advice(on: value))
      }
    }
    guard let path else { throw SettingError.unusable("There is no config file to change.") }
    let file = ConfigFile(at: locations)
    if file == nil, value == nil { return path }
    let text = try (file ?? ConfigFile(path: path.string, [])).changed(setting, to: value)
    try Locations.makeFolder(path.removingLastComponent().string)
    try AtomicFile.replace(
      path.string, with: text, ifStill: file?.bytes.map { .content($0) } ?? .nothing)
    return path
  }

  /// Makes the file where there is none, with every setting as a comment.
  ///
  /// - Returns: its path.
  /// - Throws: an error of the file.
  package func prepareForEditing() throws -> FilePath? {
    guard let path, ConfigFile(at: locations) == nil else { return path }
    try Locations.makeFolder(path.removingLastComponent().string)
    try AtomicFile.replace(path.string, with: Array(Self.template.utf8), ifStill: .nothing)
    return path
  }

  /// A file that sets nothing and shows everything.
  package static var template: String {
    var text = """
      # Settings of Rabble Wabble, in TOML. Remove a # to set a value.
      # `rabble config` lists all values.

      """
    var table = ""
    for setting in Setting.all {
      let parts = setting.key.split(separator: ".")
      if parts[0] != table {
        table = String(parts[0])
        text += "\n[\(table)]\n"
      }
      let value = setting.defaultValue ?? (setting.kind == .number ? "10" : "\"…\"")
      text += "# \(parts[1]) = \(value)  # \(setting.meaning)\n"
    }
    return text + """

      # Limits of one group or course.
      # [limit."Basic phrases"]
      # new = 5
      # reviews = 50

      """
  }
}
