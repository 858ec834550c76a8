import Foundation

/// Finds the decks that come with the program: beside the executable, under `../share/rabble`, or
/// among the resources of the build folder.
enum BundledDecks {
  /// The folder, or where it was looked for in vain.
  static func folder() -> Result<String, CommandError> {
    let executable = executablePath()
    let folder = String(executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)])
    let candidates = [
      folder + "/Decks",
      folder + "/../share/rabble/Decks",
      folder + "/rabble-wabble_rabble.resources/Decks",
      folder + "/rabble-wabble_rabble.bundle/Decks",
    ]
    let found = candidates.first { access($0 + "/Japanese", R_OK) == 0 }
    return found.map { .success($0) } ?? .failure(.noBundledDecks(searched: candidates))
  }

  private static func executablePath() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return Bundle.main.executablePath ?? CommandLine.arguments[0] }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
