import Foundation

/// A package of Anki in and out, beside Anki's own import and export of the same package.
struct PackageBenchmark {
  let logs: BigLogs
  /// A folder for what is written.
  let scratch: String

  /// The share of Anki's processor time that ours may take.
  private static let target = Cell.Target(ratio: 0.35, memory: 300)

  func run(_ report: inout Report) throws {
    report.section("A package of \(logs.size) (processor time without the start)")
    guard let anki = logs.anki, let package = try logs.package() else {
      return report.line("Anki", "not measured: Python or the package anki is missing")
    }
    let folder = scratch + "/package"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let peerImport = try anki.importing(package.path, into: folder + "/empty.anki2")
    let peerExport = try anki.export(package.collection, to: folder + "/anki.apkg")
    let subject = Subject(
      path: logs.rabble, dataFolder: folder + "/data", now: BigLogs.timeOfImport)
    func measure(_ name: String, _ command: [String], peer: Cost?) throws {
      let cost = try subject.measure(command, besides: logs.idle)
      report.row(
        name, [peer.map { Cell($0) }, Cell(cost, peer: peer?.seconds)],
        peer == nil ? Cell.Target() : Self.target)
    }
    report.columns(["Anki", "rabble"])
    let importing = ["deck", "import", package.path, "--yes"]
    try measure("the import into an empty log", importing, peer: peerImport)
    try measure("  its undo", ["undo", "--yes"], peer: nil)
    try measure("the import after one that was undone", importing, peer: peerImport)
    try measure(
      "the export",
      [
        "deck", "export", "--format", "apkg", "--progress", "--output", folder + "/rabble.apkg",
      ], peer: peerExport)
  }
}
