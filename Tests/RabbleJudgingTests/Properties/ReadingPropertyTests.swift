import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging

struct ReadingPropertyTests {
  @Test(arguments: 0..<20)
  func `a right reading is right in every script, width, case and romanisation`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let reading = RandomReading.word(&generator)
      let question = Question(prompt: "漢字", answer: String(reading))
      let line = RandomReading.typed(reading, &generator)
      let verdict = Judge().judge(line, against: question)
      #expect(verdict.kind.isAccepted, "\(line) for \(question.answer): \(verdict.message)")
    }
  }

  @Test(arguments: 0..<20)
  func `a right reading is right where romaji is asked for`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let reading = RandomReading.word(&generator)
      let answer = Romanization.hepburn.romanized(String(reading))
      let line = RandomReading.typed(reading, &generator)
      for question in [
        Question(prompt: "漢字", answer: answer, reading: String(reading)),
        Question(prompt: "漢字", answer: answer),
      ] {
        let verdict = Judge().judge(line, against: question)
        #expect(verdict.kind.isAccepted, "\(line) for \(answer): \(verdict.message)")
      }
    }
  }

  @Test(arguments: 0..<20)
  func `one mark, small tsu, n or long vowel changed is never right`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let reading = RandomReading.word(&generator)
      guard let changed = changed(reading, &generator) else { continue }
      let romaji = Romanization.hepburn.romanized(String(reading))
      for question in [
        Question(prompt: "漢字", answer: String(reading)),
        Question(prompt: "漢字", answer: romaji, reading: String(reading)),
        Question(prompt: "漢字", answer: romaji),
      ] {
        for line in [String(changed), Romanization.wapuro.romanized(String(changed))] {
          let verdict = Judge().judge(line, against: question)
          #expect(!verdict.kind.isAccepted, "\(line) for \(String(reading)) by \(question.answer)")
        }
      }
    }
  }

  @Test(arguments: 0..<10)
  func `keys that turn into kana while they are typed answer like the keys`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let reading = RandomReading.word(&generator)
      let keys = Romanization.hepburn.romanized(String(reading))
      var line = LiveKana()
      for key in keys { line.type(key) }
      line.commit()
      let verdict = Judge().judge(
        line.text,
        keys: line.keys,
        against: Question(prompt: "漢字", answer: String(reading))
      )
      #expect(verdict.kind.isAccepted, "\(keys) → \(line.text) for \(String(reading))")
    }
  }

  /// The reading with one thing changed that learners get wrong, or `nil` if it has none there.
  private func changed(_ reading: Reading, _ generator: inout SeededGenerator) -> Reading? {
    let place = reading.indices.randomElement(using: &generator) ?? 0
    let kana = reading[place]
    var changed = reading
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let marks: [VoicingMark] = [.dakuten, .handakuten]
      let plain = VoicingMark.removed(from: kana)
      let others = ([plain] + marks.compactMap { $0.applied(to: plain) }).filter {
        $0 != kana && $0 != "ゔ"
      }
      guard let other = others.randomElement(using: &generator) else { return nil }
      changed[place] = other
    case 1:
      if kana == "っ" {
        changed.remove(at: place)
      } else if place > 0, "かきくけこさしすせそたちつてとぱぴぷぺぽ".unicodeScalars.contains(kana),
        reading[place - 1] != "っ"
      {
        changed.insert("っ", at: place)
      } else {
        return nil
      }
    case 2:
      // No word has んん, which as keys is one ん struck twice.
      if kana == "ん" {
        changed.remove(at: place)
      } else if place + 1 == reading.count || reading[place + 1] != "ん" {
        changed.insert("ん", at: place + 1)
      }
    default:
      if place > 0, let vowel = reading[place - 1].vowel,
        kana == vowel || (vowel, kana) == ("お", "う")
      {
        changed.remove(at: place)
        break
      }
      guard let vowel = kana.vowel else { return nil }
      let long: Unicode.Scalar = vowel == "お" ? "う" : vowel
      if place + 1 < reading.count, reading[place + 1].isSmallKana { return nil }
      changed.insert(long, at: place + 1)
    }
    return changed == reading ? nil : changed
  }
}
