extension Language {
  static let korean = Language("ko") { korean in
    korean.names = ["kr", "korean"]
    korean.isLatin = false
  }
}
