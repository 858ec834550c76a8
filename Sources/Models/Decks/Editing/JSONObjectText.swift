/// An object as an author wrote it, taken apart so that a member can be changed and all others keep
/// every byte.
struct JSONObjectText {
  /// One member with the white space around it.
  struct Member {
    /// The key as it is read.
    let key: String
    /// The white space between what stands before it and its key.
    var leading: String
    /// The key as it is written.
    let keyText: String
    /// What stands between the key and its value.
    let colon: String
    /// The value as it is written.
    var value: String
    /// The white space between its value and what follows.
    var trailing: String
  }

  private(set) var members: [Member]

  /// Takes apart the object at `range` of a text that is known to be sound JSON.
  init(_ document: JSONDocument, object: Int) {
    func text(_ start: Int, _ end: Int) -> String {
      String(decoding: document.bytes[start..<max(start, end)], as: UTF8.self)
    }
    var pairs: [(key: Int, value: Int)] = []
    document.forEachMember(of: object) { pairs.append(($0, $1)) }
    let nodes = document.nodes
    members = pairs.enumerated().map { index, pair in
      let (key, value) = (nodes[pair.key], nodes[pair.value])
      var start = Int(key.start)
      while start > 0, document.bytes[start - 1].isJSONSpace { start -= 1 }
      var end = Int(value.end)
      while end < document.bytes.count, document.bytes[end].isJSONSpace { end += 1 }
      return Member(
        key: document.string(pair.key), leading: text(start, Int(key.start)),
        keyText: text(Int(key.start), Int(key.end)), colon: text(Int(key.end), Int(value.start)),
        value: text(Int(value.start), Int(value.end)), trailing: text(Int(value.end), end))
    }
  }

  /// The object as it is written.
  var text: String {
    let texts = members.map { $0.leading + $0.keyText + $0.colon + $0.value + $0.trailing }
    return "{" + texts.joined(separator: ",") + "}"
  }

  /// Writes another value under a key, of several the one that counts.
  ///
  /// - Returns: Whether the key was there.
  mutating func replace(_ key: String, by literal: String) -> Bool {
    guard let index = members.lastIndex(where: { $0.key == key }) else { return false }
    members[index].value = literal
    return true
  }

  /// Takes a key away, however often it is there.
  mutating func remove(_ key: String) {
    while let index = members.lastIndex(where: { $0.key == key }) {
      if index == 0, members.count > 1 { members[1].leading = members[0].leading }
      if index == members.count - 1, index > 0 {
        members[index - 1].trailing = members[index].trailing
      }
      members.remove(at: index)
    }
  }

  /// Puts a key behind the last of those that come before it, or in front.
  mutating func insert(_ key: String, _ literal: String, after before: [String]) {
    let layout = JSONLayout(of: self)
    let index = (members.lastIndex { before.contains($0.key) } ?? -1) + 1
    var member = Member(
      key: key, leading: layout.between, keyText: JSONWriter.string(key), colon: layout.colon,
      value: literal, trailing: "")
    if index == 0 {
      member.leading = layout.opening
      if !members.isEmpty { members[0].leading = layout.between }
    }
    if index == members.count {
      member.trailing = members.last?.trailing ?? ""
      if index > 0 { members[index - 1].trailing = "" }
    }
    members.insert(member, at: index)
  }
}
