extension DeckFault {
  /// The kinds of fault as `rabble deck check` numbers them; a code never changes its meaning.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case notFound = "RW001"
    case permissionDenied = "RW002"
    case isDirectory = "RW003"
    case notDirectory = "RW004"
    case notRegularFile = "RW005"
    case symbolicLinkLoop = "RW006"
    case tooLarge = "RW007"
    case unreadable = "RW008"
    case furtherFaults = "RW009"
    case notUTF8 = "RW010"
    case isUTF16 = "RW011"
    case empty = "RW012"
    case tooDeep = "RW013"
    case mergeConflict = "RW014"

    case missingComma = "RW101"
    case trailingComma = "RW102"
    case missingColon = "RW103"
    case missingValue = "RW104"
    case unclosedString = "RW105"
    case lineBreakInString = "RW106"
    case controlCharacter = "RW107"
    case unknownEscape = "RW108"
    case loneSurrogate = "RW109"
    case textAfterString = "RW110"
    case otherQuotationMark = "RW111"
    case unquotedKey = "RW112"
    case unknownWord = "RW113"
    case malformedNumber = "RW114"
    case comment = "RW115"
    case unclosedBracket = "RW116"
    case mismatchedBracket = "RW117"
    case keyInArray = "RW118"
    case textAfterEnd = "RW119"
    case unexpectedText = "RW120"

    case textOutsideGroup = "RW141"
    case deepHeading = "RW142"
    case noSeparator = "RW143"
    case questionWithoutAnswer = "RW144"
    case answerWithoutQuestion = "RW145"
    case unclosedComment = "RW146"
    case textAfterComment = "RW147"
    case bracesBesideBlank = "RW148"
    case similarName = "RW149"
    case knownName = "RW150"
    case separatorWithoutSpaces = "RW151"
    case fullWidthSeparator = "RW152"
    case unclosedMark = "RW153"
    case tableRow = "RW154"
    case fullWidthMark = "RW155"
    case descriptionLikeQuestion = "RW156"
    case secondSeparator = "RW157"
    case tagWithinText = "RW158"
    case tripleColon = "RW160"

    case wrongType = "RW201"
    case missingKey = "RW202"
    case emptyText = "RW203"
    case duplicateKey = "RW204"
    case noGroups = "RW205"
    case noQuestions = "RW206"
    case questionOutsideGroup = "RW207"
    case duplicateID = "RW208"
    case duplicateQuestion = "RW209"
    case unknownValue = "RW210"
    case clozeWithoutBlank = "RW211"
    case unclosedBlank = "RW212"
    case emptyBlank = "RW213"
    case malformedPitch = "RW214"
    case malformedScore = "RW215"
    case ignoredType = "RW217"
    case emptyElement = "RW218"
    case ignoredValue = "RW219"
    case brokenCourse = "RW223"
    case longText = "RW224"
  }

  /// The code of the fault.
  public var code: Code {
    let isIgnored = consequence == .valueIgnored
    return switch kind {
    case .file(let fault): fault.code
    case .notUTF8(_, let looksLikeUTF16): looksLikeUTF16 ? .isUTF16 : .notUTF8
    case .isUTF32: .isUTF16
    case .empty: .empty
    case .syntax(let fault): fault.code
    case .markdown(let fault): fault.code
    case .tooDeep: .tooDeep
    case .mergeConflict: .mergeConflict
    case .wrongType: isIgnored ? .ignoredType : .wrongType
    case .missingKey: .missingKey
    case .emptyText: isIgnored ? .emptyElement : .emptyText
    case .longText: .longText
    case .duplicateKey: .duplicateKey
    case .noGroups: .noGroups
    case .noQuestions: .noQuestions
    case .questionsOutsideGroup: .questionOutsideGroup
    case .duplicateID: .duplicateID
    case .duplicateQuestion: .duplicateQuestion
    case .unknownValue: isIgnored ? .ignoredValue : .unknownValue
    case .cloze(.noBlank): .clozeWithoutBlank
    case .cloze(.unclosed): .unclosedBlank
    case .cloze(.emptyBlank): .emptyBlank
    case .malformedPitch: .malformedPitch
    case .malformedScore: .malformedScore
    case .course: .brokenCourse
    case .furtherFaults: .furtherFaults
    }
  }
}

extension FileFault {
  fileprivate var code: DeckFault.Code {
    switch self {
    case .notFound: .notFound
    case .permissionDenied: .permissionDenied
    case .isDirectory: .isDirectory
    case .notDirectory: .notDirectory
    case .notRegularFile: .notRegularFile
    case .symbolicLinkLoop: .symbolicLinkLoop
    case .tooLarge: .tooLarge
    case .unreadable, .strayLink, .tooManyFiles: .unreadable
    }
  }
}
