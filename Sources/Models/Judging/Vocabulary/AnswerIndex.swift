import Foundation
import RabbleLanguages
import RabbleQuestions
import RabbleText

/// Finds the cards of a group that ask for one kind of thing by what answers them, by what they show
/// and by the words of their answers, without keeping any of these: by hashes, as eight bytes a key.
///
/// It can be kept with the group (``bytes``), so that a judge need not read all questions before the
/// first answer. Another text may have the same hash, so a lookup compares what it
/// finds.
public struct AnswerIndex: Sendable {
  /// What a key is of a card.
  enum Role: UInt64 {
    /// A text that answers it.
    case answer
    /// What it shows.
    case prompt
    /// What it shows and its answer together, as they are.
    case card
    /// A word of an answer that has several; of a word the first card that has it.
    case word
  }

  /// How many cards have answers of which nothing decides whether they are words or romaji.
  private let undecided: Int
  /// How many of these could be romaji.
  private let doubtful: Int
  /// The hashes of all keys with the number of their card in the lower half, sorted.
  let entries: [UInt64]
  /// The place in the group of the question of each card; empty where every question is one card.
  private let positions: [UInt32]
  /// How many cards there are.
  let count: Int

  /// Whether answers that could be romaji as well stand among words, so that they are words.
  var isOfWords: Bool { Self.areWords(doubtful: doubtful, of: undecided) }

  /// Makes the index of a group.
  ///
  /// - Parameters:
  ///   - group: the group.
  ///   - kind: what its cards ask for.
  public init(of group: QuestionGroup, kind: DirectionKind) {
    self.init(of: KnownGroup(group), kind: kind)
  }

  /// Makes the indexes of some groups, on all cores.
  ///
  /// - Parameters:
  ///   - groups: the groups.
  ///   - kinds: what the cards ask for.
  /// - Returns: for each group an index for each kind, in their order.
  public static func all(of groups: [QuestionGroup], kinds: [DirectionKind]) -> [[AnswerIndex]] {
    // Groups have many words in common, whose keys are made once a run.
    let size = max(1, groups.count / 8)
    let starts = Array(stride(from: 0, to: groups.count, by: size))
    return Parallel.map(starts.count) { number in
      var meanings = MeaningKeys(Languages.shipped.usual)
      return groups[starts[number]...].prefix(size).map { group in
        Keys.all(of: KnownGroup(group), kinds, &meanings).map(AnswerIndex.init)
      }
    }.flatMap { $0 }
  }

  init(of known: KnownGroup, kind: DirectionKind) {
    var meanings = MeaningKeys(known.languages.usual)
    self.init(Keys.all(of: known, [kind], &meanings)[0])
  }

  private init(_ keys: Keys) {
    entries = keys.entries.sorted()
    let positions = keys.positions
    self.positions = positions.indices.allSatisfy { positions[$0] == UInt32($0) } ? [] : positions
    count = positions.count
    undecided = keys.undecided
    doubtful = keys.doubtful
  }

  /// Joins the indexes of the parts of a group.
  ///
  /// - Parameter parts: the index of each part, in their order, and how many questions it is of.
  public init(joining parts: [(index: AnswerIndex, questions: Int)]) {
    if parts.count == 1 {
      self = parts[0].index
      return
    }
    var (entries, positions) = ([UInt64](), [UInt32]())
    entries.reserveCapacity(parts.reduce(0) { $0 + $1.index.entries.count })
    var first = UInt32(0)
    for (part, questions) in parts {
      let card = UInt64(positions.count)
      entries += part.entries.lazy.map { $0 + card }
      positions += (0..<part.count).lazy.map { first + UInt32(part.place(of: $0).position) }
      first += UInt32(questions)
    }
    entries.sort()
    self.entries = entries
    self.positions = positions.indices.allSatisfy { positions[$0] == UInt32($0) } ? [] : positions
    count = positions.count
    undecided = parts.reduce(0) { $0 + $1.index.undecided }
    doubtful = parts.reduce(0) { $0 + $1.index.doubtful }
  }

  /// Whether answers that could be romaji are words: unless four in five of those could that nothing
  /// decides.
  static func areWords(doubtful: Int, of undecided: Int) -> Bool { doubtful * 5 < undecided * 4 }

  /// The keys of the questions of a group.
  private struct Keys {
    private(set) var entries: [UInt64] = []
    private(set) var positions: [UInt32] = []
    private(set) var undecided = 0
    private(set) var doubtful = 0
    /// The long hashes of words, of which the first card that has one keeps it.
    private var words: Set<UInt64> = []

    /// The keys of the questions of a group, for each kind of card.
    static func all(
      of known: KnownGroup, _ kinds: [DirectionKind], _ meanings: inout MeaningKeys
    ) -> [Keys] {
      var keys = kinds.map { _ in Keys() }
      let context = known.askingContext
      for (position, question) in known.group.questions.enumerated() {
        // Whether the hint gives the answer away takes time, and makes no key.
        var question = question
        question.hint = nil
        for (kind, asked) in known.cards(of: question, kinds: kinds, in: context) {
          keys[kind].add(asked, at: position, &meanings, decidesWords: known.decidesWords)
        }
      }
      return keys
    }

    private mutating func add(
      _ asked: AskedQuestion, at position: Int, _ meanings: inout MeaningKeys,
      decidesWords: Bool
    ) {
      let card = UInt64(positions.count)
      positions.append(UInt32(position))
      add(.prompt, TextFold.plain(asked.prompt), card)
      add(.card, asked.indexKey, card)
      for key in AnswerKeys(of: asked, &meanings).all {
        add(.answer, key, card)
        AnswerIndex.forEachWord(of: key) { hash in
          if words.insert(hash).inserted { entries.append(AnswerIndex.half(hash) << 32 | card) }
        }
      }
      if decidesWords, RomajiAnswers.isUndecided(asked) {
        undecided += 1
        if RomajiAnswers.couldBeRomaji(asked) { doubtful += 1 }
      }
    }

    private mutating func add(_ role: Role, _ key: some StringProtocol, _ card: UInt64) {
      entries.append(AnswerIndex.hash(role, key) << 32 | card)
    }
  }

  // MARK: - Looking up

  /// The place of a card's question in its group, and which of the question's cards of this kind it is.
  func place(of card: Int) -> (position: Int, ordinal: Int) {
    guard card < positions.count else { return (card, 0) }
    var first = card
    while first > 0, positions[first - 1] == positions[card] { first -= 1 }
    return (Int(positions[card]), card - first)
  }

  /// A hash of 32 bits, the same for texts that Unicode takes for the same.
  static func hash(_ role: Role, _ key: some StringProtocol) -> UInt64 {
    half(longHash(role, key))
  }

  private static func half(_ hash: UInt64) -> UInt64 { (hash ^ hash >> 32) & 0xFFFF_FFFF }

  private static func longHash(_ role: Role, _ key: some StringProtocol) -> UInt64 {
    let simple = key.utf8.withContiguousStorageIfAvailable { bytes in
      // Below 0xCC no letter has a mark of its own.
      bytes.contains { $0 >= 0xCC } ? nil : longHash(role, bytes)
    }
    if let simple, let simple { return simple }
    return key.unicodeScalars.allSatisfy(isComposed)
      ? longHash(role, key.utf8)
      : longHash(role, String(key).precomposedStringWithCanonicalMapping.utf8)
  }

  /// Calls back with the long hash of each word of a key that has several.
  private static func forEachWord(of key: String, _ body: (UInt64) -> Void) {
    guard key.utf8.contains(0x20) else { return }
    guard !key.utf8.contains(where: { $0 >= 0xCC }) else {
      for word in key.split(separator: " ") { body(longHash(.word, word)) }
      return
    }
    var hash = beginning(.word)
    var isWord = false
    for byte in key.utf8 {
      if byte != 0x20 {
        hash = (hash ^ UInt64(byte)) &* FNV1a.prime
        isWord = true
      } else if isWord {
        body(hash)
        (hash, isWord) = (beginning(.word), false)
      }
    }
    if isWord { body(hash) }
  }

  private static func beginning(_ role: Role) -> UInt64 { FNV1a.basis &+ role.rawValue }

  private static func longHash(_ role: Role, _ bytes: some Sequence<UInt8>) -> UInt64 {
    FNV1a.hash(bytes, after: beginning(role))
  }

  /// Whether a scalar is, beside others of its kind, the only way to write what it is.
  private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0x400...0x482:
      true
    default: false
    }
  }
}

extension AskedQuestion {
  /// What tells a card from others of its group.
  var indexKey: String { prompt + "\n" + answer }
}

// MARK: - Bytes

extension AnswerIndex {
  /// Stands for how keys are made: an index that was made otherwise is made again.
  static let version: UInt64 = {
    let group = QuestionGroup(title: "", questions: probes)
    return all(of: [group], kinds: DirectionKind.allCases)[0]
      .flatMap { $0.entries + [UInt64($0.count)] }
      .reduce(beginning(.answer) ^ form) { ($0 ^ $1) &* FNV1a.prime }
  }()

  /// The version of the bytes.
  private static let form: UInt64 = 2

  /// Questions whose keys tell one way of making them from another.
  private static let probes: [Question] = [
    ("犬", "the dogs (animal); hound"), ("学校[がっこう]", "a school, schoolhouse"), ("シ", "shi"),
    ("to travel", "travelling; traveller"), ("色", "colour, to analyse"),
    ("20", "twenty; 20th, 1,000"),
    ("don't", "I can't; cannot / won't"), ("schön", "Schönheit, naïve"),
    ("ことし", "this year's news"),
    ("男", "men, gentlemen; women's children"), ("ば", "ｶﾀｶﾅ バ"), ("誰か", "sb, sth; somebody"),
    ("半分", "one half; 1/2; a hundred and one"), ("й", "й, Большой"), ("待つ", "to wait (for)"),
    ("λόγος", "ещё́"), ("كِتَاب", "שָׁלוֹם"), ("bonito/a", "he/she goes"),
    ("水をください", "Water, please.; water, please"), ("元日", "January 1, 2024"),
    ("乗る", "to ride (a bike, a horse)"),
  ].map { prompt, answer in
    Question(
      prompt: prompt, answer: answer, reading: "まつ", alternatives: ["one's/my ways"],
      directions: [.recognition, .production, .reading])
  }

  /// The index as it is kept.
  public var bytes: Data {
    let header = [
      Self.version, UInt64(undecided), UInt64(doubtful), UInt64(count), UInt64(positions.count),
    ]
    var data = Data(capacity: (header.count + entries.count) * 8 + positions.count * 4)
    header.withUnsafeBytes { data.append(contentsOf: $0) }
    entries.withUnsafeBytes { data.append(contentsOf: $0) }
    positions.withUnsafeBytes { data.append(contentsOf: $0) }
    return data
  }

  /// Reads an index that was kept.
  ///
  /// - Returns: `nil` for bytes that are no index, or one that was made in another way.
  public init?(bytes: Data) {
    let read: (AnswerIndex)? = bytes.withUnsafeBytes { bytes in
      let header = 40
      guard bytes.count >= header else { return nil }
      func word(_ number: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: number * 8, as: UInt64.self)
      }
      guard word(0) == Self.version, word(1) <= word(3), word(2) <= word(1),
        word(3) < UInt32.max, word(4) == 0 || word(4) == word(3), word(4) <= UInt64(bytes.count) / 4
      else { return nil }
      let positions = Int(word(4)) * 4
      let entries = bytes.count - header - positions
      guard entries >= 0, entries % 8 == 0 else { return nil }
      return AnswerIndex(
        undecided: Int(word(1)), doubtful: Int(word(2)),
        entries: Self.array(bytes[header..<header + entries]),
        positions: Self.array(bytes[(header + entries)...]), count: Int(word(3)))
    }
    guard let read else { return nil }
    self = read
  }

  /// Whether it names no card and no question that a group of so many questions does not have.
  public func isSound(for questions: Int) -> Bool {
    (positions.isEmpty ? count <= questions : positions.allSatisfy { $0 < questions })
      && entries.allSatisfy { $0 & 0xFFFF_FFFF < count }
  }

  private init(
    undecided: Int, doubtful: Int, entries: [UInt64], positions: [UInt32], count: Int
  ) {
    self.undecided = undecided
    self.doubtful = doubtful
    self.entries = entries
    self.positions = positions
    self.count = count
  }

  private static func array<Value>(_ bytes: Slice<UnsafeRawBufferPointer>) -> [Value] {
    let count = bytes.count / MemoryLayout<Value>.size
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes)
      initialized = count
    }
  }
}

// MARK: - Several groups

/// The indexes of several groups as one.
struct JoinedIndex: Sendable {
  /// A card, by the number of its group and its own in that.
  struct Card: Hashable, Comparable, Sendable {
    let group: Int32
    let card: UInt32

    static func < (one: Card, other: Card) -> Bool {
      (one.group, one.card) < (other.group, other.card)
    }
  }

  /// The entries of one group with one hash.
  private struct Run {
    let group: Int32
    let start: UInt32
    /// The next run with this hash; -1 at the end.
    let next: Int32
  }

  let groups: [AnswerIndex]
  private var runs: [Run] = []
  /// The first run of a hash, or -1, where its lower bits or the next free place say.
  private var slots: [Int32] = [-1]

  init(_ groups: [AnswerIndex]) {
    self.groups = groups
    let count = groups.reduce(0) { $0 + $1.entries.count }
    guard count > 0 else { return }
    runs.reserveCapacity(count)
    slots = Array(repeating: -1, count: 1 << (Int.bitWidth - (count * 2).leadingZeroBitCount))
    // The last group first, so that the first comes first.
    for (number, group) in groups.enumerated().reversed() {
      group.entries.withUnsafeBufferPointer { entries in
        var last: UInt64?
        for (start, entry) in entries.enumerated() where entry >> 32 != last {
          last = entry >> 32
          let slot = slot(of: entry >> 32)
          runs.append(
            Run(group: Int32(number), start: UInt32(start), next: slots[slot]))
          slots[slot] = Int32(runs.count - 1)
        }
      }
    }
  }

  var isEmpty: Bool { runs.isEmpty }

  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0, self.hash(of: runs[Int(slots[slot])]) != hash {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func hash(of run: Run) -> UInt64 {
    groups[Int(run.group)].entries[Int(run.start)] >> 32
  }

  /// The cards that a key may be of, in their order.
  func cards(_ role: AnswerIndex.Role, _ key: some StringProtocol) -> some Sequence<Card> {
    let hash = AnswerIndex.hash(role, key)
    let first = slots[slot(of: hash)]
    return sequence(state: (run: first, offset: 0)) { state -> Card? in
      while state.run >= 0 {
        let run = runs[Int(state.run)]
        let entries = groups[Int(run.group)].entries
        let index = Int(run.start) + state.offset
        if index < entries.count, entries[index] >> 32 == hash {
          state.offset += 1
          return Card(group: run.group, card: UInt32(truncatingIfNeeded: entries[index]))
        }
        state = (run.next, 0)
      }
      return nil
    }
  }
}
