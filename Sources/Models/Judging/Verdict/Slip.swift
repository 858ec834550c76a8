/// What kind of miss an answer was. The raw values are stored in the study log.
public enum Slip: String, Hashable, Sendable, CaseIterable {
  /// A small っ too few or too many.
  case smallTsu
  /// A vowel held too short or too long, or ー written as a vowel.
  case longVowel
  /// A dakuten or handakuten too few, too many, or the other one.
  case dakuten
  /// An ん too few or too many, or an n read with the letter after it.
  case syllabicN
  /// A small kana for a large one, or the reverse.
  case smallKana
  /// A kana that looks like the right one.
  case lookAlike
  /// A kana that sounds like the right one: じ and ぢ, ず and づ.
  case soundAlike
  /// Another reading of the same prompt.
  case otherReading
  /// Right under the kanji, wrong in the kana after them.
  case okurigana
  /// A particle written as it sounds: わ for は, え for へ, お for を.
  case particle
  /// Some letters differ from the right ones.
  case typo
  /// An accent is missing, or is another one, where accents must be right.
  case accent
  /// Close to the right words without being them.
  case synonym
  /// The answer of another card.
  case otherAnswer
  /// An answer that the deck refuses.
  case blocked
  /// Nothing was typed.
  case blank
  /// The reading where the meaning is asked for.
  case readingForMeaning
  /// The meaning where the reading is asked for.
  case meaningForReading
  /// The prompt itself.
  case promptTypedBack
  /// Kana that cannot follow each other, or keys that make none.
  case impossibleKana
  /// Another script than the answer's.
  case wrongScript
  /// Several answers at once, not all of them right.
  case severalAnswers
  /// Nothing of the above.
  case other
}
