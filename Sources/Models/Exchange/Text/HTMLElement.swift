/// What an element of HTML means for its text.
enum HTMLElement {
  /// Nothing: `<b>`, `<span>`.
  case inline
  /// It stands on lines of its own.
  case block
  case lineBreak
  /// It is parted from the next by a space.
  case cell
  case ruby
  /// The reading in a ruby element.
  case reading
  /// Something to see or hear.
  case media
  /// Its content is none of the text.
  case hidden

  /// The element of this name in lower case; `nil` if HTML has none.
  init?(name: String) {
    guard let element = Self.all[name] else { return nil }
    self = element
  }

  private static let all: [String: HTMLElement] = {
    let names: [(HTMLElement, String)] = [
      (
        .inline,
        """
        a abbr acronym b bdi bdo big center cite code data del dfn em font i ins kbd label mark \
        nobr q rb rtc s samp small span strike strong sub sup time tt u var wbr thead tbody \
        tfoot colgroup col caption html body head meta link input button anki
        """
      ),
      (
        .block,
        """
        address article aside blockquote dd details div dl dt fieldset figcaption figure footer \
        form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul
        """
      ),
      (.lineBreak, "br"), (.cell, "td th"), (.ruby, "ruby"), (.reading, "rt"),
      (.media, "img audio video embed object iframe svg canvas source picture"),
      (.hidden, "script style title template rp"),
    ]
    var result: [String: HTMLElement] = [:]
    for (element, words) in names {
      for word in words.split(separator: " ") { result[String(word)] = element }
    }
    return result
  }()
}
