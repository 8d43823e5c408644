/// Bytes of a SoundFont that FluidSynth reads instead of the file's own.
///
/// FluidSynth does not check what a modulator leads to. A modulator that moves a loop's or a
/// sample's end lets a controller move it out of the sample; one with a number that no
/// generator has writes beyond the generators. Both end the process, so they lead to
/// nothing instead.
struct SoundFontPatch: Sendable {
    /// The range of the bytes in the file.
    let range: Range<Int>
    let bytes: [UInt8]

    /// A generator without a meaning (SoundFont 2.04 §8.1.2, unused1), and the amount 0.
    private static let nothing: [UInt8] = [14, 0, 0, 0]
    /// The bytes of a modulator, and where in them its destination and its amount are (§7.4).
    private static let recordSize = 10
    private static let destination = 2

    /// The patches that a file needs.
    static func all(
        in file: borrowing InputFile,
        _ layout: SoundFontLayout
    ) throws(HostError) -> [SoundFontPatch] {
        var patches: [SoundFontPatch] = []
        for name in ["pmod", "imod"] {
            guard let table = layout.tables[name] else { continue }
            let bytes = try file.bytes(at: table.lowerBound, count: table.count)
            for start in stride(from: 0, to: bytes.count - recordSize + 1, by: recordSize) {
                // FluidSynth takes the low byte alone.
                guard !isSafe(bytes[start + destination]) else { continue }
                let position = table.lowerBound + start + destination
                patches.append(
                    SoundFontPatch(range: position..<position + nothing.count, bytes: nothing)
                )
            }
        }
        return patches
    }

    private static func isSafe(_ generator: UInt8) -> Bool {
        switch generator {
        case 1, 3, 12, 50: false
        // Those of version 2.04, and FluidSynth's own.
        default: generator < 63
        }
    }
}
