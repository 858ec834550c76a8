import RabbleScreens
import RabbleText

/// What a sync brought, as text.
package enum SyncText {
  /// What a sync brought, as lines of a terminal.
  ///
  /// - Parameters:
  ///   - sync: what it brought.
  ///   - width: the terminal's width in columns; `nil` for an output where nothing is broken.
  /// - Returns: the lines, each with its end.
  package static func text(_ sync: SyncScreen, width: Int?) -> String {
    text(lines(sync), width: width)
  }

  /// What is in a folder, as lines of a terminal.
  package static func text(_ status: SyncStatusScreen, width: Int?) -> String {
    text(lines(status), width: width)
  }

  /// Whether folder and log have the same, as lines of a terminal.
  package static func text(_ verification: SyncVerificationScreen, width: Int?) -> String {
    text(lines(verification), width: width)
  }

  private static func text(_ lines: [String], width: Int?) -> String {
    var page = Page(width: width, isColored: false)
    for line in lines { page.add(line, hanging: 2) }
    return page.text
  }

  /// What a sync brought, a sentence a line.
  package static func lines(_ sync: SyncScreen) -> [String] {
    var lines = sync.shares.map { "\(what($0)) from “\($0.device)”." }
    if lines.isEmpty { lines = ["Nothing new from other devices."] }
    if sync.moved > 0 {
      lines.append("\(count(sync.moved, "card")) rescheduled.")
    }
    for preset in sync.presets {
      switch (preset.device, preset.own) {
      case (nil, _): continue
      case (_, true):
        lines.append(
          "Preset “\(preset.name)” was changed on both devices; the later change, yours, was kept.")
      case (let device?, false):
        lines.append("Preset “\(preset.name)” is now as set on “\(device)”.")
      }
    }
    if sync.missing > 0 {
      lines.append(
        "\(count(sync.missing, "question")) \(are(sync.missing)) in none of your decks here; "
          + "the history waits for \(sync.missing == 1 ? "it" : "them").")
    }
    if sync.differing > 0 {
      lines.append(
        "\(count(sync.differing, "question")) \(sync.differing == 1 ? "reads" : "read") differently "
          + "here than when last answered on another device.")
    }
    if sync.renewed {
      lines.append(
        "This review log was restored from a backup, or another copy of it writes under the same "
          + "identity; it has a new identity now. Nothing is lost.")
    }
    switch (sync.changed, sync.rewritten) {
    case (true, true):
      lines.append(
        "Files that this device had written there were changed; what was missing was "
          + "written again.")
    case (true, false):
      lines.append(
        "Files that this device had written there were changed. No event is missing.")
    case (false, true):
      lines.append(
        "Files that had been there were gone or cut short; what was missing was written again. If the "
          + "folder is on another disk, make sure that the disk is mounted.")
    case (false, false): break
    }
    if sync.written > 0 {
      lines.append("\(count(sync.written, "event")) written to \(sync.folder).")
    }
    return lines + Self.lines(sync.rest)
  }

  /// What is in a folder, a line each.
  package static func lines(_ status: SyncStatusScreen) -> [String] {
    var lines = ["Folder: \(status.folder)"]
    // To the minute.
    let synced = status.synced.map { String($0.prefix(16)).replacing("T", with: " ") }
    lines.append("Last sync: \(synced ?? "never")")
    lines.append("To be written: \(count(status.owed, "event"))")
    if status.devices.isEmpty { lines.append("No device has written anything yet.") }
    for device in status.devices {
      let short = SyncStatusScreen.Device.shortened(device.id)
      let isUnique = status.devices.count { $0.name == device.name } == 1
      lines.append(
        "“\(device.name ?? short)”"
          + (device.name == nil || isUnique ? "" : " \(short)")
          + (device.own ? " (this device)" : "")
          + ": \(count(device.files, "file")), \(size(device.bytes))"
          + (device.unread > 0 ? ", \(device.unread) with something new" : ""))
    }
    return lines + Self.lines(status.rest)
  }

  /// Whether folder and log have the same, a sentence a line.
  package static func lines(_ verification: SyncVerificationScreen) -> [String] {
    var lines: [String] = []
    if verification.missingInLog > 0 {
      lines.append(
        "\(count(verification.missingInLog, "event")) of the folder \(are(verification.missingInLog)) "
          + "not in the log. `rabble sync` takes in what can be read.")
    }
    if verification.missingInFolder > 0 {
      lines.append(
        "\(count(verification.missingInFolder, "event")) of the log "
          + "\(are(verification.missingInFolder)) not in the folder. The next `rabble sync` writes "
          + "\(verification.missingInFolder == 1 ? "it" : "them").")
    }
    if verification.isSame {
      lines.append(
        verification.inLog == 0
          ? "The log and the folder contain no events."
          : "The log and the folder contain the same \(count(verification.inLog, "event"))."
      )
    }
    if verification.waiting > 0 {
      lines.append(
        "\(count(verification.waiting, "line")) of the folder "
          + "\(verification.waiting == 1 ? "waits" : "wait") and \(are(verification.waiting)) not in the "
          + "log yet. `rabble sync --status` says for what.")
    }
    if verification.damaged > 0 {
      lines.append(
        "\(verification.damaged == 1 ? "1 line or file is" : "\(verification.damaged) lines or files are") "
          + "damaged, cut off, or not permitted.")
    }
    return lines
  }

  private static func lines(_ rest: SyncRest) -> [String] {
    var lines: [String] = []
    if rest.unknown > 0 {
      lines.append(
        "\(count(rest.unknown, "line")) \(are(rest.unknown)) of a newer version of rabble, or damaged: "
          + "update rabble on this device, or look at the other one.")
    }
    if rest.references > 0 {
      lines.append(
        "\(count(rest.references, "event")) \(rest.references == 1 ? "waits" : "wait") for another "
          + "that has not come yet.")
    }
    if rest.ahead > 0 {
      lines.append(
        "\(count(rest.ahead, "event")) \(rest.ahead == 1 ? "is" : "are") dated more than a day ahead "
          + "and \(rest.ahead == 1 ? "waits" : "wait"); check the clocks of your devices.")
    }
    if rest.damaged > 0 {
      lines.append(
        "\(rest.damaged == 1 ? "1 line or file" : "\(rest.damaged) lines or files") could not be read: "
          + "damaged, cut off, or not permitted. The rest counts.")
    }
    return lines
  }

  private static func what(_ share: SyncScreen.Share) -> String {
    let others = share.events - share.reviews
    if share.reviews == 0 { return count(share.events, "event") }
    return count(share.reviews, "review")
      + (others > 0 ? " and \(count(others, "other event"))" : "")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    NumberText.count(number, noun)
  }

  private static func are(_ number: Int) -> String { number == 1 ? "is" : "are" }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: count(bytes, "byte")
    case ..<1_000_000: "\((bytes + 500) / 1000) kB"
    default: "\((bytes + 50_000) / 100_000 / 10).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}
