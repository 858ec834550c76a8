import RabbleScreens
import RabbleText

/// Lists of groups as text, one below the other. No title is cut.
package enum GroupListText {
  /// What gives way where a terminal is too narrow, the first of them first.
  private static let leastNeeded = ["accuracy", "learning", "path", "new", "known"]

  /// Draws lists.
  ///
  /// - Parameters:
  ///   - lists: what to draw.
  ///   - width: the terminal's width in columns; `nil` for an output where nothing is broken.
  ///   - isColored: whether the text is colored.
  /// - Returns: the lines, each with its end.
  package static func text(_ lists: [GroupListScreen], width: Int?, isColored: Bool) -> String {
    let width = width.map { max(20, $0) }
    var parts = lists.map { text($0, width, isColored) }
    if lists.contains(where: \.isFolded) {
      parts.append(lines(["`rabble deck list --all` lists every group."], width, isColored))
    }
    return parts.joined(separator: "\n")
  }

  private static func text(_ list: GroupListScreen, _ width: Int?, _ isColored: Bool) -> String {
    var result = ""
    if !list.title.isEmpty {
      result += lines([list.title], width, isColored, .heading)
    }
    result += lines(list.before, width, isColored)
    if let groups = list.groups { result += text(groups, width, isColored) }
    return result + lines(list.after, width, isColored)
  }

  private static func text(_ groups: ReportTable, _ width: Int?, _ isColored: Bool) -> String {
    if DisplayStyle.current.isPlain { return TableText.spoken(groups, width: width) }
    let table = TableText.wrapped(groups, width: width, leavingOut: leastNeeded)
    var page = Page(width: width, isColored: isColored)
    page.addLine(table.header, .muted)
    for line in table.rows.joined() { page.addLine(line, nil) }
    return page.text
  }

  private static func lines(
    _ lines: [String], _ width: Int?, _ isColored: Bool, _ style: TextStyle = .muted
  ) -> String {
    var page = Page(width: width, isColored: isColored)
    for line in lines {
      page.add(DisplayStyle.current.isPlain ? line.spoken : line, style, hanging: 2)
    }
    return page.text
  }
}
