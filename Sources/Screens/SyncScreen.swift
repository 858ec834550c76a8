/// What a sync brought, and what it left.
public struct SyncScreen: Hashable, Sendable, Encodable {
  /// What came from one device.
  public struct Share: Hashable, Sendable, Encodable {
    /// What the device is called: its name, or the beginning of its identity.
    public let device: String
    /// How many answers came.
    public let reviews: Int
    /// How many events came in all.
    public let events: Int

    /// Makes a share; numbers are 0 or more.
    public init(device: String, reviews: Int, events: Int) {
      self.device = device
      self.reviews = reviews
      self.events = events
    }
  }

  /// A preset that was changed on another device.
  public struct Preset: Hashable, Sendable, Encodable {
    /// Its name.
    public let name: String
    /// The device whose change holds, as in ``Share/device``; `nil` where none counts any more.
    public let device: String?
    /// Whether that is this device.
    public let own: Bool

    /// Makes a preset.
    public init(name: String, device: String?, own: Bool) {
      self.name = name
      self.device = device
      self.own = own
    }
  }

  private enum CodingKeys: String, CodingKey {
    case folder
    case shares = "rows"
    case written, unwritten, moved, missing, differing, presets, rest, renewed, changed, rewritten
  }

  /// The folder's path.
  public let folder: String
  /// What came from each device, the most first.
  public let shares: [Share]
  /// How many events were written for other devices.
  public let written: Int
  /// Why what other devices don't have could not be written; `nil` where it could. What came counts.
  public let unwritten: String?
  /// How many cards have another due date than before.
  public let moved: Int
  /// How many questions that were studied elsewhere no deck here has.
  public let missing: Int
  /// How many questions were asked elsewhere with another text than here.
  public let differing: Int
  /// The presets that were changed elsewhere.
  public let presets: [Preset]
  /// What waits, and what could not be read.
  public let rest: SyncRest
  /// Whether this device got another identity, because two used the one it had.
  public let renewed: Bool
  /// Whether files that this device had written there were changed by another program.
  public let changed: Bool
  /// Whether events were written again, because files that had been there were changed or gone.
  public let rewritten: Bool

  /// Makes the screen; numbers are 0 or more.
  public init(
    folder: String, shares: [Share], written: Int, unwritten: String? = nil, moved: Int,
    missing: Int, differing: Int, presets: [Preset], rest: SyncRest, renewed: Bool,
    changed: Bool = false, rewritten: Bool = false
  ) {
    self.folder = folder
    self.shares = shares
    self.written = written
    self.unwritten = unwritten
    self.moved = moved
    self.missing = missing
    self.differing = differing
    self.presets = presets
    self.rest = rest
    self.renewed = renewed
    self.changed = changed
    self.rewritten = rewritten
  }
}

/// Lines of other devices that were not taken in.
public struct SyncRest: Hashable, Sendable, Encodable {
  /// Lines that wait for a version of this program that knows them.
  public let unknown: Int
  /// Lines that wait for the events they refer to.
  public let references: Int
  /// Lines that wait for their time, which a clock far ahead of this one gave them.
  public let ahead: Int
  /// Lines and files that are damaged or cut off.
  public let damaged: Int

  /// Makes the numbers, each 0 or more.
  public init(unknown: Int, references: Int, ahead: Int, damaged: Int) {
    self.unknown = unknown
    self.references = references
    self.ahead = ahead
    self.damaged = damaged
  }
}

/// What there is in a folder by which devices exchange events, and what this log knows of it.
public struct SyncStatusScreen: Hashable, Sendable, Encodable {
  /// What a device has written.
  public struct Device: Hashable, Sendable, Encodable {
    /// Its identity, a UUID.
    public let id: String
    /// What it is called; `nil` where that is not known.
    public let name: String?
    /// Whether it is this device.
    public let own: Bool
    /// How many files it has.
    public let files: Int
    /// Their bytes on disk.
    public let bytes: Int
    /// How many of its files are not read as far as they go.
    public let unread: Int

    /// Makes a device.
    public init(id: String, name: String?, own: Bool, files: Int, bytes: Int, unread: Int) {
      self.id = id
      self.name = name
      self.own = own
      self.files = files
      self.bytes = bytes
      self.unread = unread
    }

    /// The part of an identity by which people tell devices without names from each other: when it was
    /// made, and 12 of its random bits.
    public static func shortened(_ id: String) -> String { String(id.prefix(18)) }
  }

  private enum CodingKeys: String, CodingKey {
    case folder, synced, owed
    case devices = "rows"
    case rest
  }

  /// The folder's path.
  public let folder: String
  /// When events came or were written last, in ISO 8601; `nil` for never.
  public let synced: String?
  /// How many events have yet to be written.
  public let owed: Int
  /// The devices that have files there.
  public let devices: [Device]
  /// What waits, and what could not be read.
  public let rest: SyncRest

  /// Makes the screen.
  public init(
    folder: String, synced: String?, owed: Int, devices: [Device], rest: SyncRest
  ) {
    self.folder = folder
    self.synced = synced
    self.owed = owed
    self.devices = devices
    self.rest = rest
  }
}

/// Whether a folder and the log have the same events.
public struct SyncVerificationScreen: Hashable, Sendable, Encodable {
  /// The folder's path.
  public let folder: String
  /// How many different events the folder has.
  public let inFolder: Int
  /// How many events the log has.
  public let inLog: Int
  /// How many events of the folder the log does not have.
  public let missingInLog: Int
  /// How many events of the log the folder does not have.
  public let missingInFolder: Int
  /// How many lines wait.
  public let waiting: Int
  /// How many lines and files are damaged or cut off.
  public let damaged: Int

  /// Makes the screen; numbers are 0 or more.
  public init(
    folder: String, inFolder: Int, inLog: Int, missingInLog: Int, missingInFolder: Int,
    waiting: Int, damaged: Int
  ) {
    self.folder = folder
    self.inFolder = inFolder
    self.inLog = inLog
    self.missingInLog = missingInLog
    self.missingInFolder = missingInFolder
    self.waiting = waiting
    self.damaged = damaged
  }

  /// Whether each has all events of the other. What waits is not in the log.
  public var isSame: Bool { missingInLog == 0 && missingInFolder == 0 && waiting == 0 }

  private enum CodingKeys: String, CodingKey {
    case folder
    case inFolder = "in_folder"
    case inLog = "in_log"
    case missingInLog = "missing_in_log"
    case missingInFolder = "missing_in_folder"
    case waiting, damaged
  }
}
