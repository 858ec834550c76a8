import Foundation

/// The contents of a file in `Fixtures`.
func fixture<Contents: Decodable>(_ name: String, as type: Contents.Type) throws -> Contents {
  let file = Bundle.module.bundleURL.appending(path: "Fixtures/\(name)")
  return try JSONDecoder().decode(type, from: Data(contentsOf: file))
}
