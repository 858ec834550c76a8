import RabbleDecks

/// The texts of a group apart from its questions.
enum GroupTexts {
  /// The texts in the order of the file; of a key that stands twice only the last.
  static func texts(of source: GroupSource) -> [TextValue] {
    var seen: Set<SourceField.Key> = []
    var texts: [TextValue] = []
    for field in source.fields.reversed() where field.element == nil {
      guard let text = text(of: field, source), seen.insert(field.key).inserted else { continue }
      texts.append(TextValue(text, field))
    }
    return texts.reversed()
  }

  private static func text(of field: SourceField, _ source: GroupSource) -> String? {
    let group = source.group
    guard case .group(let key) = field.key else { return nil }
    switch key {
    case .title: return group.title.isEmpty ? nil : group.title
    case .description: return group.description
    case .language: return group.language
    case .author: return group.author
    case .licence: return group.licence
    case .version: return group.version
    case .questions, .directions, .settings, .score, .silence: return nil
    }
  }
}
