/// What need not be read again for every answer.
struct KnownState {
  var identities = KnownIdentities()
  var presets = KnownPresets()
  var load = KnownLoad()
}
