import RabbleQuestions

/// What an exchange of events with other devices brought.
package struct SyncNews: Hashable, Sendable {
  /// What came from one device.
  package struct Share: Hashable, Sendable {
    /// The device.
    package let device: EventID
    /// What it is called; `nil` where that is not known.
    package let name: String?
    /// How many answers came.
    package let reviews: Int
    /// How many events came in all.
    package let events: Int

    /// Makes a share; numbers are 0 or more.
    package init(device: EventID, name: String?, reviews: Int, events: Int) {
      self.device = device
      self.name = name
      self.reviews = reviews
      self.events = events
    }
  }

  /// A preset that was changed on another device.
  package struct PresetChange: Hashable, Sendable {
    /// The preset.
    package let name: String
    /// The device whose change holds, because it is the latest; `nil` where none counts any more.
    package let device: EventID?
    /// What that device is called.
    package let deviceName: String?
    /// Whether that is this device.
    package let isOwn: Bool

    /// Makes a change.
    package init(name: String, device: EventID?, deviceName: String?, isOwn: Bool) {
      self.name = name
      self.device = device
      self.deviceName = deviceName
      self.isOwn = isOwn
    }
  }

  /// What came from each device, the most first.
  package let shares: [Share]
  /// How many cards have another due date than before.
  package let moved: Int
  /// The questions whose cards events came for.
  package let questions: Set<QuestionID>
  /// The presets that were changed elsewhere.
  package let presets: [PresetChange]
  /// The identity that this device had before, where it has a new one because two used it.
  package let former: EventID?

  /// Nothing.
  package static let none = SyncNews()

  /// Makes news; numbers are 0 or more.
  package init(
    shares: [Share] = [], moved: Int = 0, questions: Set<QuestionID> = [],
    presets: [PresetChange] = [], former: EventID? = nil
  ) {
    self.shares = shares
    self.moved = moved
    self.questions = questions
    self.presets = presets
    self.former = former
  }
}

/// What a line of another device waits for.
package enum SyncWait: String, Hashable, Sendable, CaseIterable {
  /// A version of this program that knows its kind, or what it says.
  case unknown
  /// The event that it refers to.
  case reference
  /// The time at which it was made, by a clock that is far ahead of this one.
  case time
}
