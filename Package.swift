// swift-tools-version: 6.1
import PackageDescription

// What `rabble --version` names, as the Makefile says: SwiftPM itself keeps what it once read of git.
let commit = Context.environment["RABBLE_COMMIT"] ?? ""

let package = Package(
  name: "rabble-wabble",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "rabble", targets: ["rabble"]),
    // What their users need is public; all else is package.
    .library(name: "RabbleStudy", targets: ["RabbleStudy", "RabbleScreens"]),
    .library(name: "RabbleMemory", targets: ["RabbleMemory"]),
    .library(name: "RabbleJudging", targets: ["RabbleJudging"]),
    .library(name: "RabbleDecks", targets: ["RabbleDecks"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CReadline",
      providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CGcrypt", providers: [.apt(["libgcrypt20-dev"]), .brew(["libgcrypt"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),

    // Models
    .target(
      name: "RabbleText", path: "Sources/Models/Text",
      // Rounding calls it; Foundation, which links it elsewhere, isn't imported here.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "CEnglishWords", path: "Sources/Models/Languages/English/Words",
      exclude: ["SCOWL-Copyright.txt", "common.txt", "others.txt"]),
    .target(
      name: "RabbleLanguages",
      dependencies: ["CEnglishWords", "RabbleText"],
      path: "Sources/Models/Languages",
      exclude: ["English/Words"]),
    .target(
      name: "RabbleCompression", dependencies: ["CZlib", "CZstd"],
      path: "Sources/Models/Compression"),
    .target(name: "RabbleMemory", path: "Sources/Models/Memory"),
    .target(
      name: "RabbleQuestions",
      dependencies: ["RabbleText", "RabbleLanguages"],
      path: "Sources/Models/Questions"),
    .target(
      name: "RabbleScheduling",
      dependencies: [
        "RabbleText",
        "RabbleMemory", "RabbleQuestions",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      path: "Sources/Models/Scheduling"),
    .target(
      name: "RabbleJudging",
      dependencies: ["RabbleText", "RabbleLanguages", "RabbleQuestions"],
      path: "Sources/Models/Judging"),
    .target(
      name: "RabbleDecks",
      dependencies: ["RabbleText", "RabbleQuestions"],
      path: "Sources/Models/Decks"),
    .target(
      name: "RabbleChecking",
      dependencies: [
        "RabbleText", "RabbleLanguages", "RabbleQuestions", "RabbleDecks", "RabbleJudging",
      ],
      path: "Sources/Models/Checking"),
    .target(
      name: "RabbleExchange",
      dependencies: [
        "RabbleText", "RabbleLanguages", "RabbleMemory", "RabbleQuestions", "RabbleScheduling",
        "RabbleDecks",
      ],
      path: "Sources/Models/Exchange"),
    .target(
      name: "RabbleAnki",
      dependencies: ["CGcrypt", "CSQLite", "RabbleText", "RabbleCompression", "RabbleExchange"],
      path: "Sources/Models/Anki"),
    .target(
      name: "RabbleStorage",
      dependencies: [
        "CGcrypt", "CSQLite", "RabbleText", "RabbleCompression", "RabbleMemory", "RabbleQuestions",
        "RabbleScheduling", "RabbleJudging", "RabbleStatistics",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Sources/Models/Storage",
      resources: [.embedInCode("Log/schema.sql")]),
    // A module of its own, so that controllers make screens of figures without seeing the log or GRDB.
    .target(
      name: "RabbleStatistics",
      dependencies: ["RabbleText", "RabbleMemory", "RabbleQuestions", "RabbleScheduling"],
      path: "Sources/Models/Statistics"),

    // Screens and controllers
    .target(
      name: "RabbleScreens",
      dependencies: ["RabbleText"],
      path: "Sources/Screens"),
    .target(
      name: "RabbleControllers",
      dependencies: [
        "RabbleText", "RabbleLanguages",
        "RabbleMemory", "RabbleQuestions", "RabbleScheduling", "RabbleJudging", "RabbleDecks",
        "RabbleChecking", "RabbleStatistics", "RabbleScreens",
      ],
      path: "Sources/Controllers"),

    // The application without a command line: where the models meet
    .target(
      name: "RabbleStudy",
      dependencies: [
        "RabbleText", "RabbleMemory", "RabbleQuestions", "RabbleScheduling", "RabbleJudging",
        "RabbleDecks",
        "RabbleChecking", "RabbleExchange", "RabbleAnki", "RabbleStorage",
        "RabbleStatistics",
        "RabbleScreens", "RabbleControllers",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Study"),

    // Views
    .target(
      name: "RabbleTerminal",
      dependencies: ["RabbleText", "CReadline", "RabbleScreens"],
      path: "Sources/Views/Terminal"),
    .target(
      name: "RabbleReports",
      dependencies: [
        "RabbleText", "RabbleScreens", .product(name: "Mustache", package: "swift-mustache"),
      ],
      path: "Sources/Views/Reports"),

    // The command line: declares commands, calls RabbleStudy, and draws
    .target(name: "CVersion", cSettings: [.define("RABBLE_COMMIT", to: "\"\(commit)\"")]),
    .executableTarget(
      name: "rabble",
      dependencies: [
        "CVersion", "RabbleText", "RabbleLanguages",
        "RabbleMemory", "RabbleQuestions", "RabbleScheduling", "RabbleJudging", "RabbleDecks",
        "RabbleChecking", "RabbleExchange", "RabbleStorage",
        "RabbleStatistics",
        "RabbleScreens", "RabbleControllers", "RabbleStudy", "RabbleTerminal", "RabbleReports",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/rabble",
      resources: [.copy("../../Decks")]),

    // Examples: they see what any other package sees
    .executableTarget(
      name: "study-deck",
      dependencies: ["RabbleStudy", "RabbleScreens", "RabbleDecks", "RabbleScheduling"],
      path: "Examples/StudyDeck",
      packageAccess: false),

    // What makes decks by rule
    .target(
      name: "RabbleConjugation",
      dependencies: ["RabbleQuestions"],
      path: "Tools/Conjugation"),
    .executableTarget(
      name: "rabble-forms",
      dependencies: ["RabbleConjugation", "RabbleDecks"],
      path: "Tools/Forms",
      exclude: ["words.tsv"]),

    // Benchmarks
    .executableTarget(
      name: "rabble-bench",
      dependencies: [
        "RabbleMemory", "RabbleQuestions", "RabbleScheduling", "RabbleJudging", "RabbleDecks",
        "RabbleChecking", "RabbleExchange", "RabbleStorage", "RabbleTestSupport",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Benchmarks/Sources"),

    // Tests
    .target(
      name: "RabbleTestSupport", dependencies: ["RabbleMemory", "RabbleQuestions"],
      path: "Tests/Support"),
    .testTarget(
      name: "RabbleTextTests",
      dependencies: ["RabbleText", "RabbleTestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(name: "RabbleCompressionTests", dependencies: ["RabbleCompression"]),
    .testTarget(
      name: "RabbleMemoryTests",
      dependencies: ["RabbleMemory", "RabbleExchange", "RabbleTestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RabbleQuestionsTests",
      dependencies: ["RabbleText", "RabbleQuestions", "RabbleTestSupport"]),
    .testTarget(
      name: "RabbleSchedulingTests",
      dependencies: ["RabbleScheduling", "RabbleMemory", "RabbleQuestions", "RabbleTestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RabbleDecksTests",
      dependencies: ["RabbleText", "RabbleDecks", "RabbleQuestions", "RabbleTestSupport"]),
    .testTarget(
      name: "RabbleExchangeTests",
      dependencies: [
        "RabbleText", "RabbleExchange", "RabbleDecks", "RabbleMemory", "RabbleQuestions",
        "RabbleTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RabbleAnkiTests",
      dependencies: [
        "RabbleAnki", "RabbleCompression", "RabbleExchange", "RabbleQuestions", "RabbleTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RabbleConjugationTests",
      dependencies: ["RabbleConjugation", "RabbleDecks"]),
    .testTarget(
      name: "RabbleJudgingTests",
      dependencies: [
        "RabbleText", "RabbleLanguages", "RabbleJudging", "RabbleQuestions", "RabbleTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RabbleLanguagesTests",
      dependencies: ["RabbleText", "RabbleLanguages", "RabbleTestSupport"]),
    .testTarget(
      name: "RabbleCheckingTests",
      dependencies: [
        "RabbleText", "RabbleChecking", "RabbleDecks", "RabbleQuestions", "RabbleTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RabbleStorageTests",
      dependencies: [
        "RabbleStorage", "RabbleMemory", "RabbleQuestions", "RabbleScheduling",
        "RabbleStatistics", "RabbleTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "RabbleStatisticsTests",
      dependencies: [
        "RabbleStatistics", "RabbleMemory", "RabbleQuestions", "RabbleScheduling",
        "RabbleTestSupport",
      ]),
    .testTarget(
      name: "RabbleScreensTests", dependencies: ["RabbleScreens"]),
    .testTarget(
      name: "RabbleControllersTests",
      dependencies: [
        "RabbleControllers", "RabbleJudging", "RabbleMemory", "RabbleQuestions", "RabbleScheduling",
        "RabbleScreens", "RabbleText",
        "RabbleStatistics", "RabbleTestSupport",
      ]),
    .testTarget(
      name: "RabbleStudyTests",
      dependencies: [
        "RabbleText", "RabbleStudy", "RabbleDecks", "RabbleMemory", "RabbleQuestions",
        "RabbleScheduling", "RabbleScreens", "RabbleControllers", "RabbleStorage",
        "RabbleTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "RabbleTerminalTests",
      dependencies: ["RabbleText", "RabbleTerminal", "RabbleScreens"]),
    .testTarget(
      name: "RabbleTests",
      dependencies: [
        "RabbleText",
        "rabble", "RabbleTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "RabbleReportsTests",
      dependencies: ["CGcrypt", "RabbleText", "RabbleReports", "RabbleScreens"]),
  ],
  swiftLanguageModes: [.v6]
)

// What is tested is optimized; the tests themselves are compiled in half the time without it.
for target in package.targets where target.type == .test {
  target.swiftSettings = [.unsafeFlags(["-Xfrontend", "-Onone"])]
}
