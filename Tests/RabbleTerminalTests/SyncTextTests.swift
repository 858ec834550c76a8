import RabbleScreens
import RabbleTerminal
import Testing

struct SyncTextTests {
  private let sync = SyncScreen(
    folder: "/home/aiko/Sync/rabble",
    shares: [
      .init(device: "laptop", reviews: 214, events: 226),
      .init(device: "019aa3c2-7f10-7cc3", reviews: 0, events: 1),
    ],
    written: 31, moved: 187, missing: 3, differing: 1,
    presets: [
      .init(name: "Default", device: "laptop", own: false),
      .init(name: "Kanji", device: "desk", own: true),
      .init(name: "Gone", device: nil, own: false),
    ],
    rest: SyncRest(unknown: 1, references: 2, ahead: 3, damaged: 1), renewed: true)

  @Test func `all that a sync can bring, on a terminal of 80 columns`() {
    #expect(
      SyncText.text(sync, width: 80) == """
        214 reviews and 12 other events from “laptop”.
        1 event from “019aa3c2-7f10-7cc3”.
        187 cards rescheduled.
        Preset “Default” is now as set on “laptop”.
        Preset “Kanji” was changed on both devices; the later change, yours, was kept.
        3 questions are in none of your decks here; the history waits for them.
        1 question reads differently here than when last answered on another device.
        This review log was restored from a backup, or another copy of it writes under
          the same identity; it has a new identity now. Nothing is lost.
        31 events written to /home/aiko/Sync/rabble.
        1 line is of a newer version of rabble, or damaged: update rabble on this
          device, or look at the other one.
        2 events wait for another that has not come yet.
        3 events are dated more than a day ahead and wait; check the clocks of your
          devices.
        1 line or file could not be read: damaged, cut off, or not permitted. The rest
          counts.

        """)
  }

  @Test func `all that a sync can bring, on a terminal of 40 columns`() {
    #expect(
      SyncText.text(sync, width: 40) == """
        214 reviews and 12 other events from
          “laptop”.
        1 event from “019aa3c2-7f10-7cc3”.
        187 cards rescheduled.
        Preset “Default” is now as set on
          “laptop”.
        Preset “Kanji” was changed on both
          devices; the later change, yours, was
          kept.
        3 questions are in none of your decks
          here; the history waits for them.
        1 question reads differently here than
          when last answered on another device.
        This review log was restored from a
          backup, or another copy of it writes
          under the same identity; it has a new
          identity now. Nothing is lost.
        31 events written to
          /home/aiko/Sync/rabble.
        1 line is of a newer version of rabble,
          or damaged: update rabble on this
          device, or look at the other one.
        2 events wait for another that has not
          come yet.
        3 events are dated more than a day ahead
          and wait; check the clocks of your
          devices.
        1 line or file could not be read:
          damaged, cut off, or not permitted.
          The rest counts.

        """)
  }

  @Test func `a sync that brings nothing says so in a line`() {
    let nothing = SyncScreen(
      folder: "/sync", shares: [], written: 0, moved: 0, missing: 0, differing: 0, presets: [],
      rest: SyncRest(unknown: 0, references: 0, ahead: 0, damaged: 0), renewed: false)
    #expect(SyncText.text(nothing, width: nil) == "Nothing new from other devices.\n")
  }

  @Test func `files of this device that were changed or gone are told as it is`() {
    func lines(changed: Bool, rewritten: Bool) -> [String] {
      SyncText.lines(
        SyncScreen(
          folder: "/sync", shares: [], written: 0, moved: 0, missing: 0, differing: 0, presets: [],
          rest: SyncRest(unknown: 0, references: 0, ahead: 0, damaged: 0), renewed: false,
          changed: changed, rewritten: rewritten))
    }
    let nothing = "Nothing new from other devices."
    let files = "Files that this device had written there were"
    #expect(lines(changed: false, rewritten: false) == [nothing])
    #expect(
      lines(changed: true, rewritten: false) == [nothing, "\(files) changed. No event is missing."])
    #expect(
      lines(changed: true, rewritten: true)
        == [nothing, "\(files) changed; what was missing was written again."])
    #expect(
      lines(changed: false, rewritten: true) == [
        nothing,
        "Files that had been there were gone or cut short; what was missing was written again. If the "
          + "folder is on another disk, make sure that the disk is mounted.",
      ])
  }

  @Test func `names that other devices wrote reach no terminal as they are`() {
    let hostile = SyncScreen(
      folder: "/sync", shares: [.init(device: "a\u{1b}[31m\u{202e}b", reviews: 1, events: 1)],
      written: 0, moved: 1, missing: 1, differing: 0,
      presets: [.init(name: "\u{2066}p\n", device: "\u{7}d", own: false)],
      rest: SyncRest(unknown: 0, references: 0, ahead: 0, damaged: 0), renewed: false)
    #expect(
      SyncText.text(hostile, width: nil) == """
        1 review from “a[31mb”.
        1 card rescheduled.
        Preset “p ” is now as set on “d”.
        1 question is in none of your decks here; the history waits for it.

        """)
  }

  private let status = SyncStatusScreen(
    folder: "/home/aiko/Sync/rabble", synced: "2026-11-21T20:00:00+09:00", owed: 12,
    devices: [
      .init(
        id: "019aa3c2-7f10-7cc3-98c4-dc0c0c07398f", name: "desk", own: true, files: 2,
        bytes: 5_260_000, unread: 0),
      .init(
        id: "019aa3d0-11b2-7a6e-8f00-52aa6d1be111", name: "laptop", own: false, files: 1,
        bytes: 412_300, unread: 1),
      .init(
        id: "019aa3e8-0000-7000-8000-000000000001", name: nil, own: false, files: 1, bytes: 1,
        unread: 0),
    ], rest: SyncRest(unknown: 0, references: 1, ahead: 0, damaged: 2))

  @Test func `the status on terminals of 80 and of 40 columns`() {
    #expect(
      SyncText.text(status, width: 80) == """
        Folder: /home/aiko/Sync/rabble
        Last sync: 2026-11-21 20:00
        To be written: 12 events
        “desk” (this device): 2 files, 5.3 MB
        “laptop”: 1 file, 412 kB, 1 with something new
        “019aa3e8-0000-7000”: 1 file, 1 byte
        1 event waits for another that has not come yet.
        2 lines or files could not be read: damaged, cut off, or not permitted. The rest
          counts.

        """)
    #expect(
      SyncText.text(status, width: 40) == """
        Folder: /home/aiko/Sync/rabble
        Last sync: 2026-11-21 20:00
        To be written: 12 events
        “desk” (this device): 2 files, 5.3 MB
        “laptop”: 1 file, 412 kB, 1 with
          something new
        “019aa3e8-0000-7000”: 1 file, 1 byte
        1 event waits for another that has not
          come yet.
        2 lines or files could not be read:
          damaged, cut off, or not permitted.
          The rest counts.

        """)
  }

  @Test func `devices of one name are told apart by their identities`() {
    let twins = SyncStatusScreen(
      folder: "/sync", synced: nil, owed: 0,
      devices: status.devices.map {
        .init(id: $0.id, name: "debian", own: $0.own, files: 1, bytes: 1, unread: 0)
      }, rest: SyncRest(unknown: 0, references: 0, ahead: 0, damaged: 0))
    #expect(
      SyncText.text(twins, width: 80).split(separator: "\n").suffix(3) == [
        "“debian” 019aa3c2-7f10-7cc3 (this device): 1 file, 1 byte",
        "“debian” 019aa3d0-11b2-7a6e: 1 file, 1 byte",
        "“debian” 019aa3e8-0000-7000: 1 file, 1 byte",
      ])
  }

  private func verification(
    log: Int, missingInLog: Int = 0, missingInFolder: Int = 0, waiting: Int = 0, damaged: Int = 0
  ) -> SyncVerificationScreen {
    SyncVerificationScreen(
      folder: "/sync", inFolder: log, inLog: log, missingInLog: missingInLog,
      missingInFolder: missingInFolder, waiting: waiting, damaged: damaged)
  }

  @Test func `a verification says what differs, or that nothing does`() {
    func text(_ screen: SyncVerificationScreen) -> String { SyncText.text(screen, width: 80) }
    #expect(
      text(verification(log: 226))
        == "The log and the folder contain the same 226 events.\n")
    #expect(
      text(verification(log: 1)) == "The log and the folder contain the same 1 event.\n")
    #expect(text(verification(log: 0)) == "The log and the folder contain no events.\n")
    let differing = verification(
      log: 226, missingInLog: 2, missingInFolder: 1, waiting: 1, damaged: 3)
    #expect(!differing.isSame && !verification(log: 1, waiting: 1).isSame)
    #expect(
      text(differing) == """
        2 events of the folder are not in the log. `rabble sync` takes in what can be
          read.
        1 event of the log is not in the folder. The next `rabble sync` writes it.
        1 line of the folder waits and is not in the log yet. `rabble sync --status`
          says for what.
        3 lines or files are damaged, cut off, or not permitted.

        """)
  }
}
