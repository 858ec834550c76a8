import RabbleQuestions

extension DeckLoader {
  /// Reads the deck file at `path` with the place of everything in it. Only an ordinary file within
  /// the size limit is opened; without one the faults tell why.
  public func loadSource(path: String) -> DeckSource {
    switch FileBytes.read(path: path, sizeLimit: sizeLimit) {
    case .success(let bytes): parseSource(bytes, path: path)
    case .failure(let error): unusableSource(path, error.kind, bytes: [])
    }
  }

  /// Reads a deck from the bytes of a file with the place of everything in it.
  ///
  /// What can be studied is what ``parse(_:path:)`` finds. After a fault of syntax it goes on with
  /// the likeliest reading, so that ``DeckSource/faults`` and ``DeckSource/groups`` also tell of what
  /// stands behind it.
  public func parseSource(_ bytes: [UInt8], path: String) -> DeckSource {
    guard bytes.count <= sizeLimit else {
      let kind = DeckFault.Kind.tooLarge(bytes: Int64(bytes.count), limit: Int64(sizeLimit))
      return unusableSource(path, kind, bytes: [])
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let start = Self.start(of: buffer)
      var faults = FaultList(path: path, bytes: buffer, start: start, limit: faultLimit)
      guard let (offset, kind) = Self.encodingFault(buffer) else {
        return source(bytes, buffer, start: start, faults: faults)
      }
      faults.add(kind, at: offset, to: offset + 1, in: nil, .fileLeftOut)
      if case .notUTF8(_, true) = kind {
        return source(path, bytes, groups: [], sources: [], faults)
      }
      let readable = Self.withoutFaults(bytes, from: offset, path: path, faults: &faults)
      return readable.withUnsafeBufferPointer { readable in
        var list = faults
        if DeckForm(path: path) == .markdown {
          return markdownSource(bytes, readable, start: start, faults)
        }
        return recoveredSource(bytes, readable, start: start, faults: &list)
      }
    }
  }

  private func source(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, start: Int, faults: FaultList
  ) -> DeckSource {
    if DeckForm(path: faults.path) == .markdown {
      return markdownSource(bytes, buffer, start: start, faults)
    }
    do throws(JSONParser.Failure) {
      let document = try JSONParser.document(buffer, start: start, depthLimit: depthLimit)
      var decoder = DeckDecoder(document, faults: faults, keepsSource: true)
      let groups = decoder.groups()
      return source(
        faults.path, bytes, groups: groups, sources: decoder.sources, decoder.faults)
    } catch {
      var list = faults
      return recoveredSource(bytes, buffer, start: start, faults: &list)
    }
  }

  /// The source of a Markdown file; nothing can be studied of one that has a fault as a whole.
  private func markdownSource(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, start: Int, _ list: FaultList
  ) -> DeckSource {
    let isReadable = list.all.isEmpty
    let reader = markdown(buffer, start: start, list)
    let sources = isReadable ? reader.sources : reader.sources.map { $0.withoutIndices }
    return source(
      list.path, bytes, groups: isReadable ? reader.groups.map(\.group) : [], sources: sources,
      reader.faults)
  }

  /// The source of a file that is not JSON, from which nothing can be studied.
  private func recoveredSource(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, start: Int, faults: inout FaultList
  ) -> DeckSource {
    let (document, damages) = JSONRecovery.document(buffer, start: start, depthLimit: depthLimit)
    for damage in damages {
      faults.add(
        damage.kind, at: damage.offset, to: damage.end, in: nil, .fileLeftOut, edits: damage.edits)
    }
    guard let document, document.type(of: 0) == .object || document.type(of: 0) == .array else {
      return source(faults.path, bytes, groups: [], sources: [], faults)
    }
    var decoder = DeckDecoder(document, faults: faults, keepsSource: true)
    _ = decoder.groups()
    let sources = decoder.sources.map { $0.withoutIndices }
    return source(faults.path, bytes, groups: [], sources: sources, decoder.faults)
  }

  private func source(
    _ path: String, _ bytes: [UInt8], groups: [QuestionGroup], sources: [GroupSource],
    _ list: FaultList
  ) -> DeckSource {
    let faults = list.sourceFaults
    let file = DeckFile(path: path, groups: groups, faults: faults.map(\.fault))
    return DeckSource(
      file: file, bytes: bytes, form: DeckForm(path: path), groups: sources, faults: faults)
  }

  private func unusableSource(_ path: String, _ kind: DeckFault.Kind, bytes: [UInt8]) -> DeckSource
  {
    let file = unusable(path, kind)
    let faults = file.faults.map { SourceFault($0, span: SourceSpan(0, 0)) }
    return DeckSource(
      file: file, bytes: bytes, form: DeckForm(path: path), groups: [], faults: faults)
  }

  /// The bytes with a question mark for each that is not UTF-8; up to 20 of them are named.
  private static func withoutFaults(
    _ bytes: [UInt8], from first: Int, path: String, faults: inout FaultList
  ) -> [UInt8] {
    var result = bytes
    var offset: Int? = first
    var named = 1
    while let fault = offset {
      result[fault] = UInt8(ascii: "?")
      offset = result.withUnsafeBufferPointer { bytes in
        UTF8Check.firstFault(in: UnsafeBufferPointer(rebasing: bytes[(fault + 1)...]))
          .map { $0 + fault + 1 }
      }
      if let offset, named < 20 {
        named += 1
        let kind = DeckFault.Kind.notUTF8(byte: bytes[offset], looksLikeUTF16: false)
        faults.add(kind, at: offset, to: offset + 1, in: nil, .fileLeftOut)
      }
    }
    return result
  }
}

extension GroupSource {
  /// The same group, of which nothing can be studied.
  fileprivate var withoutIndices: GroupSource {
    GroupSource(
      group, index: nil, span: span, fields: fields, silences: silences,
      questions: questions.map {
        QuestionSource(
          $0.question, index: nil, span: $0.span, fields: $0.fields, silences: $0.silences,
          isDamaged: $0.isDamaged)
      }, isDamaged: isDamaged)
  }
}
