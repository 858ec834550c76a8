extension Language {
  static let dutch = Language("nl") { dutch in
    dutch.names = ["dutch"]
    dutch.articles = words("de het een")
  }
}
