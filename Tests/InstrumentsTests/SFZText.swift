import SoundFont

@testable import Instruments

/// Reads SFZ text in a test.
func sfz(
    _ text: String,
    including files: [String: String] = [:]
) throws(InstrumentError) -> InstrumentDescription {
    try SFZReader.read(Array(text.utf8), path: "test.sfz") { path in
        files[path].map { Array($0.utf8) }
    }
}

/// The regions of SFZ text in a test.
func regions(_ text: String, including files: [String: String] = [:]) throws -> [Region] {
    try sfz(text, including: files).programs.flatMap(\.regions)
}

extension Region {
    /// The amount of a generator.
    func amount(of kind: GeneratorKind) -> Int16? {
        generators.first { $0.kind == kind }?.amount
    }
}
