extension Language {
  static let korean = Language("ko") { korean in
    korean.names = ["kr", "korean"]
    korean.isLatin = false
    korean.optionalEnding = KoreanParticles.ending
    korean.contrasts.words = "월요일 화요일 수요일 목요일 금요일 토요일 일요일 오전 오후"
    korean.isOftenLearned = true
    korean.speechLocale = "ko_KR"
  }
}

/// The particles of the topic, the subject and the object, which speakers leave out, and of which those of the
/// topic and the subject often may take the place of one another: 비가 와요, 비는 와요, 비 와요.
private enum KoreanParticles {
  /// Whether a particle follows a consonant, and what it is for.
  private static let particles: [Character: (afterConsonant: Bool, kind: Int)] = [
    "은": (true, subject), "는": (false, subject), "이": (true, subject), "가": (false, subject),
    "을": (true, object), "를": (false, object),
  ]
  private static let subject = 1
  private static let object = 2

  /// A word without its particle; `nil` for one without, and one whose end only looks like it.
  static func ending(of word: Substring) -> OptionalEnding? {
    if let contracted = contracted[word] { return contracted }
    let stem = word.dropLast()
    guard let last = word.last, let particle = particles[last], let before = stem.last,
      let hasConsonant = endsInConsonant(before), hasConsonant == particle.afterConsonant,
      !nouns.contains(word), !isVerb(stem, before: last)
    else { return nil }
    return OptionalEnding(stem: stem, kind: particle.kind)
  }

  /// Whether a syllable ends in a consonant; `nil` for what is no syllable.
  private static func endsInConsonant(_ syllable: Character) -> Bool? {
    let scalars = String(syllable).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, (0xAC00...0xD7A3).contains(scalar.value)
    else { return nil }
    return (scalar.value - 0xAC00) % 28 != 0
  }

  /// Whether 은, 는 or 을 after a stem is the ending of a verb or an adjective before a noun: 가는 사람.
  private static func isVerb(_ stem: Substring, before ending: Character) -> Bool {
    guard "은는을".contains(ending) else { return false }
    return verbs.contains(stem) || verbEnds.contains { stem.hasSuffix($0) }
  }

  /// Pronouns that are written together with their particle.
  private static let contracted: [Substring: OptionalEnding] = {
    var contracted: [Substring: OptionalEnding] = [:]
    for (stem, words) in [
      ("나", "내가 난"), ("저", "제가"), ("너", "네가 넌"), ("누구", "누가"), ("이것", "이게 이건"),
      ("그것", "그게 그건"), ("저것", "저게 저건"),
    ] as [(Substring, Substring)] {
      for word in words.split(separator: " ") {
        contracted[word] = OptionalEnding(stem: stem, kind: subject)
      }
    }
    for (stem, word) in [
      ("뭐", "뭘"), ("너", "널"), ("이것", "이걸"), ("그것", "그걸"), ("저것", "저걸"),
    ] as [(Substring, Substring)] {
      contracted[word] = OptionalEnding(stem: stem, kind: object)
    }
    return contracted
  }()

  /// Nouns and adverbs that end like a particle.
  private static let nouns = Language.words(
    """
    고양이 호랑이 거북이 원숭이 달팽이 올챙이 종이 어린이 젊은이 늙은이 떡볶이 목걸이 귀걸이 옷걸이 놀이 높이 길이 넓이 \
    깊이 손잡이 먹이 곰팡이 지팡이 쌍둥이 해돋이 책꽂이 많이 같이 굳이 일일이 깨끗이 따뜻이 틈틈이 휴가 화가 요가 추가 \
    허가 대가 주가 시가 초가 고가 저가
    """)
  /// Stems of verbs and adjectives that are no common noun.
  private static let verbs = Language.words(
    """
    가 오 보 자 사 주 타 쓰 서 내 지 치 켜 끄 두 피 아 만드 노 파 여 우 거 부 뜨 마시 배우 다니 만나 가르치 기다리 \
    빌리 보내 나가 나오 들어가 들어오 돌아가 돌아오 올라가 내려가 걸리 일어나 태어나 끝나 떠나 지나 부르 모르 자르 고르 \
    흐르 그리 느끼 버리 던지 만지 가지 빠지 떨어지 늘어나 먹 읽 앉 입 받 찾 닫 잡 씻 벗 찍 믿 남 넘 웃 묶 섞 닦 뽑 \
    작 높 낮 젊 늙 짧 얇 넓 좁 깊 얕 밝 맑 붉 굵 옳 싫 괜찮 굳 곧 죽 녹 썩 적 늦 검 익 얻 맞 잃 잊 걸
    """)
  /// Ends of the stems of many verbs and adjectives.
  private static let verbEnds: [Substring] = [
    "하", "되", "시키", "있", "없", "좋", "많", "같", "싶", "않",
  ]
}
