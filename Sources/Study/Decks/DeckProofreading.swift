import Foundation
import RabbleChecking
import RabbleControllers
import RabbleDecks
import RabbleExchange
import RabbleJudging
import RabbleQuestions
import RabbleScreens
import RabbleStorage
import RabbleText

/// What is wrong with deck files, and how they are fixed and formatted.
package struct DeckProofreading {
  /// What a check found.
  package struct Result {
    /// The findings that are shown one by one.
    package let findings: [FindingScreen]
    /// What was fixed, which files are fine, and how many findings there are, a line each.
    package let summary: [String]
    /// Whether all files can be used.
    package let isUsable: Bool
    /// Whether anything is worse than a note.
    package let hasProblems: Bool
    /// The folders that were named and hold no deck, a sentence each.
    package fileprivate(set) var emptyFolders: [String] = []
  }

  /// How many findings are shown one by one.
  private static let shown = 1000

  private let loader = DeckLoader(faultLimit: .max)
  private let checker = DeckChecker()
  private let safety: FixSafety
  private let conversion: TextConversion?

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - safety: which edits fixing makes: safe ones, or unsafe ones as well.
  ///   - conversion: what fixing makes of a whole file before anything else.
  package init(fixing safety: FixSafety = .safe, conversion: TextConversion? = nil) {
    self.safety = safety
    self.conversion = conversion
  }

  /// A rule with its example, by its code or name.
  ///
  /// - Parameter name: the code or the name.
  /// - Returns: the rule.
  /// - Throws: ``UnknownRule`` for another text.
  package static func explanation(of name: String) throws(UnknownRule) -> RuleScreen {
    let rule = RuleBook.all.first {
      $0.code == name.uppercased() || $0.name == name.lowercased()
    }
    guard let rule else {
      throw UnknownRule(
        name: name,
        nearest: Nearest.to(name, among: RuleBook.all.flatMap { [$0.code, $0.name] }))
    }
    return RuleScreen(explaining: rule)
  }

  /// A text is neither the code nor the name of a rule.
  package struct UnknownRule: Error, CustomStringConvertible {
    let name: String
    let nearest: String?

    package var description: String {
      "There is no rule \(Quoting.quoted(name))."
        + (nearest.map { " Did you mean \($0)?" } ?? " Findings name theirs, such as RW301.")
    }
  }

  /// Checks all decks that a learner has. What two decks share is a finding of the later one, which
  /// is the one that can be changed: the bundled decks come first. With `editing`, what can be fixed
  /// is.
  package func check(_ locations: Locations, fixing editing: DeckEditing?) throws -> Result {
    let listing = DeckCatalog(locations).listing()
    func ordered(_ files: [DeckCatalog.File]) -> [String] {
      (files.filter(\.isBundled) + files.filter { !$0.isBundled }).map(\.path)
    }
    return try check(
      ordered(listing.decks), courses: ordered(listing.courses), faults: listing.faults,
      fixing: editing)
  }

  /// Checks files, and folders of them. With `editing`, what can be fixed is.
  package func check(_ files: [String], fixing editing: DeckEditing?) throws -> Result {
    var paths: [String] = []
    var courses: [String] = []
    var faults: [DeckFault] = []
    var emptyFolders: [String] = []
    for path in files {
      let listing = DeckFolder.files(in: path)
      let isFile = listing.faults.contains { $0.path == path }
      if listing.files.isEmpty, listing.courses.isEmpty, listing.faults.isEmpty {
        emptyFolders.append("\(Quoting.visible(path)): There is no deck in this folder.")
      }
      if !isFile { faults += listing.faults }
      paths += isFile ? [path] : listing.files
      courses += listing.courses
    }
    var seen: Set<String> = []
    var result = try check(
      paths.filter { seen.insert($0).inserted },
      courses: courses.filter { seen.insert($0).inserted },
      faults: faults, fixing: editing)
    result.emptyFolders = emptyFolders
    return result
  }

  private func check(
    _ paths: [String], courses: [String], faults: [DeckFault], fixing editing: DeckEditing?
  ) throws -> Result {
    var decks = paths.map { loader.loadSource(path: $0) }
    let courses = courses.map { path in
      CourseLoader(titles: Self.titles(beside: path, in: decks)).loadSource(path: path)
    }
    var findings: [Finding]
    var summary: [String] = []
    if let editing {
      let converted = decks.map(converted)
      let waiting = converted.indices.filter { isWaiting(converted[$0]) }
      let result = DeckFixer(safety, checker: checker, loader: loader).fix(
        converted, leaving: Set(waiting))
      summary =
        zip(decks, converted).compactMap(unconverted)
        + (try write(result, over: decks, converted, editing))
      decks = result.decks
      findings = result.findings
    } else {
      findings = checker.check(decks)
    }
    summary += decks.compactMap(offer)
    findings = faults.map { Finding(fault: $0) } + findings + checker.check(courses)
    let more = findings.count - Self.shown
    return Result(
      findings: Self.screens(findings.prefix(Self.shown), decks + courses),
      summary: summary + (more > 0 ? ["and \(NumberText.count(more, "more finding"))"] : [])
        + self.summary(findings, decks, isFixed: editing != nil),
      isUsable: (decks + courses).allSatisfy(\.file.isUsable),
      hasProblems: findings.contains { $0.rule.severity != .note })
  }

  /// The titles of the groups in the decks beside a course.
  private static func titles(beside path: String, in decks: [DeckSource]) -> [String] {
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    return decks.map(\.file).filter { $0.path.hasPrefix(folder) }
      .flatMap { $0.groups.map(\.title) }
  }

  /// The file as its conversion has it, if one was asked for and it can be used then.
  private func converted(_ deck: DeckSource) -> DeckSource {
    guard let conversion, let bytes = conversion.converted(deck.bytes) else { return deck }
    let result = loader.parseSource(bytes, path: deck.file.path)
    return result.file.isUsable ? result : deck
  }

  /// Says that a file is not converted as it was to be.
  private func unconverted(_ deck: DeckSource, _ converted: DeckSource) -> String? {
    guard let conversion, converted.bytes == deck.bytes else { return nil }
    let path = Quoting.visible(deck.file.path)
    return conversion.converted(deck.bytes) == nil
      ? "\(path): not converted: the file is not in \(conversion.name)"
      : "\(path): not converted: read as \(conversion.name), the file is no deck without errors"
  }

  /// How a file that isn't sound UTF-8 can be converted as a whole; it is not fixed otherwise.
  private func offered(_ deck: DeckSource) -> TextConversion? {
    TextConversion.likeliest(of: deck.bytes) { bytes in
      loader.parse(bytes, path: deck.file.path).isUsable
    }
  }

  /// Whether a file is not fixed before it is converted: edits of single places would leave one of another
  /// encoding damaged for good.
  private func isWaiting(_ deck: DeckSource) -> Bool {
    offered(deck) != nil || TextConversion.isDamagedByEdits(deck.bytes)
  }

  private func offer(_ deck: DeckSource) -> String? {
    offered(deck).map { conversion in
      "\(Quoting.visible(deck.file.path)): the file reads as \(conversion.name). Convert all of it with "
        + "`rabble deck check --fix --encoding \(conversion.name) FILE`"
    }
  }

  /// Writes the fixed files over those that were read, unless another program changed one since.
  private func write(
    _ result: DeckFixer.Result, over decks: [DeckSource], _ converted: [DeckSource],
    _ editing: DeckEditing
  ) throws -> [String] {
    let changed = decks.indices.filter { result.decks[$0].bytes != decks[$0].bytes }
    let paths = decks.map { editing.catalog.absolute($0.file.path) }
    func files(_ indices: [Int]) -> String {
      indices.count == 1 ? decks[indices[0]].file.path : "\(indices.count) files"
    }
    let read = changed.filter { converted[$0].bytes != decks[$0].bytes }
    let fixed = changed.filter { result.fixed[$0] > 0 }
    let findings = NumberText.count(fixed.reduce(0) { $0 + result.fixed[$1] }, "finding")
    let parts =
      (read.isEmpty ? [] : ["converted \(files(read)) from \(conversion?.name ?? "")"])
      + (fixed.isEmpty
        ? [] : ["fixed \(findings)" + (fixed == read ? " in it" : " in \(files(fixed))")])
    try editing.commit(
      changed.map { index in
        DeckFileChange(
          path: paths[index], before: decks[index].bytes, after: result.decks[index].bytes)
      }, parts.joined(separator: " and "))
    return changed.map { index in
      let fixed = result.fixed[index]
      let done =
        (read.contains(index) ? ["converted from \(conversion?.name ?? "")"] : [])
        + (fixed > 0 ? ["fixed \(NumberText.count(fixed, "finding"))"] : [])
      // One event has changed all of them.
      return "\(decks[index].file.path): \(done.joined(separator: ", ")); "
        + editing.catalog.undoing(changed.map { paths[$0] })
    }
  }

  private static func screens(_ findings: some Sequence<Finding>, _ decks: [DeckSource])
    -> [FindingScreen]
  {
    var sources: [String: (deck: DeckSource, lines: SourceLines)] = [:]
    for deck in decks { sources[deck.file.path] = (deck, SourceLines(deck.bytes)) }
    let none = DeckSource(
      file: DeckFile(path: "", groups: [], faults: []), bytes: [], form: .json, groups: [],
      faults: [])
    return findings.map { finding in
      let source = sources[finding.path] ?? (none, SourceLines([]))
      return FindingScreen(finding, in: source.deck, lines: source.lines)
    }
  }

  private func summary(_ findings: [Finding], _ decks: [DeckSource], isFixed: Bool) -> [String] {
    let faulty = Set(findings.filter { $0.rule.severity != .note }.map(\.path))
    var lines = decks.filter { !faulty.contains($0.file.path) }.map { deck in
      let questions = deck.file.groups.reduce(0) { $0 + $1.questions.count }
      return "\(deck.file.path): OK (\(NumberText.count(deck.file.groups.count, "group")), "
        + "\(NumberText.count(questions, "question")))"
    }
    let errors = findings.count { $0.rule.severity == .error }
    let warnings = findings.count { $0.rule.severity == .warning }
    guard errors + warnings > 0 else { return lines }
    lines.append(
      "\(NumberText.count(errors, "error")), \(NumberText.count(warnings, "warning"))"
        + fixable(findings, decks, isFixed: isFixed))
    return lines
  }

  /// How many findings each option would fix, or has left. Not every edit that a finding offers is made: some
  /// would make something else worse.
  private func fixable(_ findings: [Finding], _ decks: [DeckSource], isFixed: Bool) -> String {
    let waiting = decks.indices.filter { isWaiting(decks[$0]) }
    let paths = Set(waiting.map { decks[$0].file.path })
    func count(_ safety: FixSafety) -> Int {
      findings.count { $0.fix == safety && !paths.contains($0.path) }
    }
    let (safe, unsafe) = (count(.safe), count(.unsafe))
    if isFixed {
      let left = safe + (safety == .unsafe ? unsafe : 0)
      let more = safety == .safe && unsafe > 0 ? "; --unsafe-fixes fixes \(unsafe)" : ""
      return more
        + (left == 0
          ? ""
          : "; \(left) left to fix by hand, because a fix would lose something or add a finding")
    }
    // To try it takes as long as to do it.
    func fixes(_ safety: FixSafety, of count: Int) -> Int {
      guard (1...Self.shown).contains(count) else { return count }
      return DeckFixer(safety, checker: checker, loader: loader)
        .fix(decks, leaving: Set(waiting)).fixed.reduce(0, +)
    }
    let made = fixes(.safe, of: safe)
    let all = unsafe == 0 ? made : fixes(.unsafe, of: safe + unsafe)
    return (made > 0 ? "; --fix fixes \(made)" : "")
      + (all > made ? "; --unsafe-fixes fixes \(all)" : "")
  }
}

// MARK: - Formatting

/// Rewrites deck files in the canonical layout, or in the other form.
package struct DeckFormatting {
  /// What became of a file.
  package enum Outcome {
    /// It has the canonical layout already.
    case unchanged
    /// It was written, or would be: where, and what to say.
    case changed(path: String, message: String)
    /// It has errors, a line each, and was not written.
    case unusable([String])
  }

  /// The form to write; each file's own without it.
  private let form: DeckForm?
  private let addsIDs: Bool
  /// Writes the files; without it, none is written.
  private let editing: DeckEditing?

  /// Makes a formatter.
  ///
  /// - Parameters:
  ///   - form: the form to write; each file's own without it.
  ///   - addsIDs: whether questions without an id get one, made of their words.
  ///   - editing: writes the files; without it, none is written.
  package init(form: DeckForm?, addsIDs: Bool, editing: DeckEditing?) {
    self.form = form
    self.addsIDs = addsIDs
    self.editing = editing
  }

  /// Formats files, one by one.
  ///
  /// - Throws: `AtomicFileError` when one can't be written.
  package func format(_ files: [String], report: (Outcome) throws -> Void) throws {
    let sources = files.map { DeckLoader(faultLimit: .max).loadSource(path: $0) }
    var slug = QuestionSlug(
      taken: Set(sources.flatMap { DeckRewriting($0).ids }), latin: Self.latin)
    for source in sources {
      do {
        let text = try text(of: source, slug: &slug)
        let target = path(for: source)
        if target == source.file.path, source.bytes.elementsEqual(text.utf8) {
          try report(.unchanged)
        } else if target != source.file.path, let file = Self.linked(source.file.path) {
          try report(
            .unusable([
              "\(source.file.path): Not converted, because it is a symbolic link to \(file). Convert "
                + "that file, and make the link point to the new one."
            ]))
        } else {
          let message = try editing.map { try write(text, over: source, to: target, $0) } ?? ""
          try report(.changed(path: target, message: message))
        }
      } catch let failure as DeckRewriting.Failure {
        try report(
          .unusable(
            failure.faults.map { "\($0) [\($0.code.rawValue)]" }
              + ["\(source.file.path): Not written. Fix the errors above first."]))
      }
    }
  }

  /// What a symbolic link leads to; `nil` for a file itself. After an undo, a file would stand in the
  /// place of the link.
  private static func linked(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  private func text(
    of source: DeckSource, slug: inout QuestionSlug
  ) throws(DeckRewriting.Failure) -> String {
    let rewriting = DeckRewriting(source)
    var new: [String] = []
    if addsIDs {
      for (question, group) in rewriting.questionsWithoutID {
        new.append(slug.id(for: question, in: group))
      }
    }
    return try rewriting.text(as: form ?? source.form, newIDs: new)
  }

  /// Where a file's text goes: over it, or beside it with the extension of its new form.
  private func path(for source: DeckSource) -> String {
    let path = source.file.path
    guard let form, form != source.form else { return path }
    let stem =
      (path as NSString).pathExtension.isEmpty ? path : (path as NSString).deletingPathExtension
    return stem + (form == .json ? ".json" : ".md")
  }

  private func write(
    _ text: String, over source: DeckSource, to target: String, _ editing: DeckEditing
  ) throws -> String {
    let path = editing.catalog.absolute(source.file.path)
    let goal = editing.catalog.absolute(target)
    let bytes = Array(text.utf8)
    if target == source.file.path {
      try editing.commit(
        [DeckFileChange(path: path, before: source.bytes, after: bytes)], "formatted \(path)")
      return "\(target): formatted; \(editing.catalog.undoing([path]))"
    }
    try editing.commit(
      [
        DeckFileChange(path: goal, before: nil, after: bytes),
        DeckFileChange(path: path, before: source.bytes, after: nil),
      ], "converted \(path) to \(goal)")
    return "\(target): written in place of \(source.file.path); "
      + editing.catalog.undoing([goal, path])
  }

  /// A text in Latin letters without accents, as far as it has kana and Latin letters.
  private static func latin(_ text: String) -> String {
    Romanization.hepburn.romanized(text).folding(options: .diacriticInsensitive, locale: nil)
  }
}
