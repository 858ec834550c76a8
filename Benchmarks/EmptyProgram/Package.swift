// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "EmptyProgram",
  targets: [.executableTarget(name: "EmptyProgram")],
  swiftLanguageModes: [.v6]
)
