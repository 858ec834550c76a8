import RabbleJudging
import RabbleScreens

/// Keys that turn into kana while they are typed.
struct KanaInput: LiveInput {
  private var line = LiveKana()

  var text: String { line.text }

  var keys: String { line.keys }

  mutating func type(_ key: Character) -> LiveEdit { LiveEdit(line.type(key)) }

  mutating func eraseLast() -> LiveEdit { LiveEdit(line.eraseLast()) }

  mutating func commit() -> LiveEdit { LiveEdit(line.commit()) }
}

extension LiveEdit {
  fileprivate init(_ edit: LiveKana.Edit) {
    self.init(erased: edit.erased, inserted: edit.inserted)
  }
}
