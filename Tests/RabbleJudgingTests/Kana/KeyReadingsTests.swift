import RabbleText
import Testing

@testable import RabbleJudging

struct KeyReadingsTests {
  @Test(arguments: [
    ("konnichiwa", "こんにちわ"), ("konnichiwa", "こんいちわ"), ("konnnichiha", "こんにちは"),
    ("konnichiha", "こんにちは"), ("xtu", "っ"), ("ltu", "っ"), ("la", "ら"), ("la", "ぁ"),
    ("dzu", "づ"), ("du", "づ"), ("du", "どぅ"), ("di", "ぢ"), ("di", "でぃ"), ("matcha", "まっちゃ"),
    ("maccha", "まっちゃ"), ("shimbun", "しんぶん"), ("kon'ya", "こんや"), ("honn", "ほん"),
    ("hon'", "ほん"), ("sann'en", "さんえん"), ("tenn inn", "てんいん"), ("honn o", "ほんお"),
    ("tōkyō", "とうきょう"), ("ōkii", "おおきい"), ("rāmen", "らーめん"), ("sammai", "さんまい"),
    ("pa-thi-", "ぱーてぃー"), ("senni", "せんい"), ("senni", "せんに"), ("TOUKYOU", "とうきょう"),
    ("zi", "じ"), ("tya", "ちゃ"), ("kwa", "くゎ"),
  ])
  func `keys are read in every sensible way`(keys: String, reading: String) throws {
    let readings = KeyReadings(try #require(RomajiKeys(keys))).all.map { String($0) }
    #expect(readings.contains(reading), "\(readings)")
    let matcher = KeyMatcher(reading: Reading(reading.unicodeScalars))
    #expect(matcher.isSpelled(by: try #require(RomajiKeys(keys))))
  }

  @Test(arguments: [
    ("kani", "かんい"), ("gako", "がっこ"), ("tokyo", "とうきょう"), ("shi", "じ"), ("kiya", "きゃ"),
    ("kyo", "きよ"), ("ka", "が"), ("tsu", "づ"), ("koukou", "ここ"), ("on", "お"), ("wa", "は"),
    ("e", "へ"), ("chi", "てぃ"), ("zu", "す"), ("ru", "う"),
  ])
  func `keys of another kana are never read as this one`(keys: String, reading: String) throws {
    let matcher = KeyMatcher(reading: Reading(reading.unicodeScalars))
    #expect(!matcher.isSpelled(by: try #require(RomajiKeys(keys))))
  }

  @Test func `an n that is parted from a vowel ends its syllable`() throws {
    let keys = try #require(RomajiKeys("honn o"))
    #expect(KeyReadings(keys).all.first.map { String($0) } == "ほんお")
  }

  @Test func `the usual reading stands first`() throws {
    let keys = try #require(RomajiKeys("konnichiwa"))
    #expect(KeyReadings(keys).all.first.map { String($0) } == "こんにちわ")
  }

  @Test(arguments: ["xyz", "123", "help", "さくら", "", "'"])
  func `what makes no kana has no reading`(line: String) {
    #expect(RomajiKeys(line).map { KeyReadings($0).all.isEmpty } != false)
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["n", "nn'", "ō", "dujiti", "mm", "nnnnnnq", "la"])
  func `keys that can be read in ever more ways are read in bounded time`(part: String) throws {
    let keys = try #require(RomajiKeys(String(repeating: part, count: 80 / part.count)))
    #expect(KeyReadings(keys).all.count <= KeyReadings.most)
  }
}
