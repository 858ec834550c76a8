import RabbleExchange
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

/// The presets of a collection of Anki that groups with cards use.
struct ImportedPresets {
  /// Those that groups without a preset are given, which may be there already, and these groups.
  private(set) var list: [(preset: Preset, groups: [GroupName])] = []
  /// By which preset the cards of a group are scheduled from now on, where it is not that of all groups.
  private(set) var byGroup: [String: Preset] = [:]
  /// What is said of those in the list.
  private(set) var lines: [String] = []

  /// Takes the presets of the decks whose cards come along.
  ///
  /// - Parameters:
  ///   - anki: the cards.
  ///   - collection: the collection.
  ///   - group: the group all questions go to; `nil` where each deck is one.
  ///   - titles: the groups of the deck that takes the cards, afterwards.
  ///   - deck: what that deck is known by.
  ///   - book: the presets that there are.
  init(
    of anki: AnkiImport, _ collection: AnkiCollection, into group: String?, titles: Set<String>,
    deck: String, book: PresetBook
  ) {
    var counts: [String: [PresetSource: Int]] = [:]
    for card in anki.cards {
      guard let source = PresetSource(collection.decks[card.card.deck], collection) else {
        continue
      }
      counts[group ?? card.group, default: [:]][source, default: 0] += 1
    }
    var free: [PresetSource: [String]] = [:]
    for (title, counts) in counts
    where book.name(forGroup: GroupName(deck: deck, title: title)) == nil {
      // A group may hold cards of several decks: most of them decide.
      let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
      if let source = most?.key { free[source, default: []].append(title) }
    }
    for source in free.keys.sorted() {
      guard let groups = free[source], let options = collection.options[source.options] else {
        continue
      }
      let made = Preset(options, of: source, number: Self.number(of: source, in: collection))
      // An export from here calls options as the preset.
      let isOwn = made.name == "Anki: \(options.name)"
      if isOwn, options.name == Preset.defaultName { continue }
      let known =
        book.preset(named: made.name) ?? (isOwn ? book.preset(named: options.name) : nil)
      var usual = Preset()
      usual.name = made.name
      if known == nil, made == usual { continue }
      let preset = known ?? made
      for title in groups { byGroup[title] = preset }
      // Notes that were moved in Anki stay in their group here, which may be all that there is.
      let present = groups.filter { titles.contains($0) }.sorted()
      if present.isEmpty { continue }
      list.append((preset, present.map { GroupName(deck: deck, title: $0) }))
      lines.append(
        "Preset “\(preset.name)”\(known == nil ? "" : ", which you have,") for "
          + Self.text(
            of: preset, from: known == nil ? "Anki's" : "its own", groups: present.count))
    }
  }

  /// Anki has options of the same name: the presets of all but the first have a number.
  private static func number(of source: PresetSource, in collection: AnkiCollection) -> Int {
    guard let own = collection.options[source.options] else { return 1 }
    return collection.options.count { id, options in
      id <= source.options && source.name(of: options).isSame(as: source.name(of: own))
    }
  }

  /// What a preset does, behind the number of groups that use it.
  private static func text(of preset: Preset, from owner: String, groups: Int) -> String {
    "\(NumberText.count(groups, "group")): desired retention "
      + "\(NumberText.retention(preset.desiredRetention)), intervals up to \(NumberText.count(preset.maximumInterval, "day")), "
      + (preset.model == Preset().model ? "default FSRS parameters" : "\(owner) FSRS parameters")
      + text(of: preset.limits)
  }

  /// The limits of a preset, behind what else is said of it.
  private static func text(of limits: DeckLimit) -> String {
    let parts = [
      limits.new.map { NumberText.count($0, "new card") },
      limits.reviews.map { NumberText.count($0, "review") },
    ].compactMap(\.self)
    return parts.isEmpty ? "" : "; a day brings up to \(parts.joined(separator: " and "))"
  }
}

/// What a preset is made of: options of decks, with the desired retention and the daily limits of those
/// decks that have their own.
private struct PresetSource: Hashable, Comparable {
  let options: Int64
  let retention: Double?
  let new: Int?
  let reviews: Int?

  /// Makes the source for a deck; `nil` for one whose options are missing.
  init?(_ deck: AnkiCollection.Deck?, _ collection: AnkiCollection) {
    guard let deck, let values = collection.options[deck.options] else { return nil }
    options = deck.options
    let own = deck.desiredRetention.map { min(max(($0 * 1000).rounded() / 1000, 0.7), 0.99) }
    retention = own.flatMap { abs($0 - values.desiredRetention) < 0.0005 ? nil : $0 }
    new = deck.newPerDay.flatMap { $0 == values.newPerDay ? nil : $0 }
    reviews = deck.reviewsPerDay.flatMap { $0 == values.reviewsPerDay ? nil : $0 }
  }

  static func < (left: Self, right: Self) -> Bool {
    let rank = { (source: Self) in
      (source.options, source.retention ?? 0, source.new ?? -1, source.reviews ?? -1)
    }
    return rank(left) < rank(right)
  }

  /// What the decks have of their own, behind the name of the options: ` (75%, 5 new)`.
  var ending: String {
    let own = [
      retention.map(NumberText.retention), new.map { "\($0) new" },
      reviews.map { NumberText.count($0, "review") },
    ].compactMap(\.self)
    return own.isEmpty ? "" : " (\(own.joined(separator: ", ")))"
  }

  /// The name of the preset of options; that of all but the first of several with the same name has a number.
  func name(of options: AnkiCollection.DeckOptions, number: Int = 1) -> String {
    let end = (number > 1 ? " \(number)" : "") + ending
    return String("Anki: \(options.name)".printable.prefix(60 - end.count)) + end
  }
}

extension DeckLimit {
  /// Limits of Anki, where this number and more are none.
  private static let none = 9999

  fileprivate init(ankiNew new: Int, reviews: Int) {
    func limit(_ most: Int) -> Int? { most >= Self.none ? nil : max(most, 0) }
    self.init(new: limit(new), reviews: limit(reviews))
  }
}

extension Preset {
  /// The options of decks in Anki; what is out of our ranges becomes the nearest within.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - source: what decks have of their own, which the name then says.
  ///   - number: its place among those that would have the same name.
  fileprivate init(
    _ options: AnkiCollection.DeckOptions, of source: PresetSource, number: Int
  ) {
    let name = source.name(of: options, number: number)
    let weekdays = options.easyDays.count == 7 ? options.easyDays : []
    let retention = ((source.retention ?? options.desiredRetention) * 10_000).rounded() / 10_000
    // Parameters that no model takes are as if the preset had none.
    self.init(
      name: name, model: (try? MemoryModel(parameters: options.parameters)) ?? MemoryModel(),
      desiredRetention: retention.isFinite ? min(max(retention, 0.7), 0.99) : 0.9, slope: 0,
      maximumInterval: min(max(options.maximumInterval, 1), MemoryModel.longestInterval),
      learningSteps: options.learningSteps, relearningSteps: options.relearningSteps,
      week: StudyWeek(weekdays.map { $0 >= 0.75 ? .normal : $0 >= 0.25 ? .half : .least }),
      leech: LeechRule(
        // Anki takes 0 for “never”; no card has a thousand lapses.
        threshold: options.leechThreshold > 0 ? options.leechThreshold : 1000,
        action: options.suspendsLeeches ? .suspend : .tag),
      limits: DeckLimit(
        ankiNew: source.new ?? options.newPerDay, reviews: source.reviews ?? options.reviewsPerDay))
  }
}
