/// The file names of samples: each once, and such that an SFZ file can have them.
package struct SampleFileNames {
    private var used: Set<String> = []

    /// The characters that a file system or an SFZ file takes for something else.
    private static let replaced: Set<Character> = ["/", "\\", "<", ">", "=", "$"]

    /// A name that no other sample has.
    ///
    /// - Parameters:
    ///   - sample: The name of the sample.
    ///   - fileExtension: The extension of the file.
    /// - Returns: The name of the file.
    package mutating func name(for sample: String, extension fileExtension: String) -> String {
        var base = String(
            sample.map { character in
                let isControl = character.unicodeScalars.contains { $0.value < 0x20 }
                return isControl || Self.replaced.contains(character) ? "_" : character
            }
        )
        // A star begins the names of waves that are computed.
        while let first = base.first, ". *".contains(first) { base.removeFirst() }
        if base.isEmpty { base = "sample" }
        var candidate = base
        var number = 2
        // File systems may not distinguish cases.
        while !used.insert(candidate.lowercased()).inserted {
            candidate = "\(base) \(number)"
            number += 1
        }
        return candidate + "." + fileExtension
    }
}
