/// A fault of a library that sound is made with, as its authors have published it.
public struct LibraryFault: Hashable, Sendable {
    /// The effect of a fault in seqd.
    public enum Effect: Hashable, Sendable {
        /// It is heard where this library's voices play.
        case heard
        /// It has no effect, for this reason.
        case keptOut(because: String)
    }

    /// The fault in a few words.
    public var text: String
    /// The advisory about it; `nil` for none.
    public var advisory: String?
    /// Its effect in seqd.
    public var effect: Effect

    /// The first version that has it.
    private let first: LibraryVersion
    /// The first version after that which has it no more.
    private let fixed: LibraryVersion

    private init(
        _ text: String,
        _ advisory: String? = nil,
        from first: LibraryVersion = [0],
        to fixed: LibraryVersion,
        _ effect: Effect
    ) {
        (self.text, self.advisory, self.effect) = (text, advisory, effect)
        (self.first, self.fixed) = (first, fixed)
    }

    /// The faults of a version of FluidSynth that its release notes and advisories tell of, but for
    /// those that seqd makes inaudible (docs/fluidsynth.md).
    ///
    /// - Parameter version: The version, such as `2.3.1`.
    /// - Returns: The faults.
    public static func ofFluidSynth(_ version: String) -> [LibraryFault] {
        let version = LibraryVersion(parsing: version)
        return fluidSynth.filter { $0.first <= version && version < $0.fixed }
    }

    private static let fluidSynth = [
        LibraryFault("a tremolo lowers the volume, but does not raise it", to: [2, 4, 0], .heard),
        LibraryFault(
            "modulators with the absolute value transform have no effect",
            to: [2, 4, 0],
            .heard
        ),
        LibraryFault("clicks when a filter changes quickly", to: [2, 4, 1], .heard),
        LibraryFault("a filter with a high resonance stops ringing", to: [2, 4, 2], .heard),
        LibraryFault(
            "a crash at the end of a legato note without a preset",
            "CVE-2025-56225",
            to: [2, 4, 7],
            .keptOut(because: "seqd ends such a note itself")
        ),
        LibraryFault(
            "a crash by parameters of the AWE32",
            from: [2, 4, 0],
            to: [2, 5, 1],
            .keptOut(because: "seqd carries out NRPNs itself")
        ),
        LibraryFault(
            "use after free when a DLS file is unloaded",
            "CVE-2025-68617",
            from: [2, 5, 0],
            to: [2, 5, 2],
            .keptOut(because: ownReaders)
        ),
        LibraryFault(
            "memory overwritten by damaged DLS files",
            "GHSA-59ph-rx8r-8p4j, GHSA-hp72-35pr-6h6r, GHSA-r4mc-v3p8-pv47",
            from: [2, 5, 0],
            to: [2, 5, 6],
            .keptOut(because: ownReaders)
        ),
        LibraryFault(
            "memory overwritten by damaged default modulators of a SoundFont",
            "GHSA-rmc4-c8hw-455w",
            from: [2, 5, 0],
            to: [2, 5, 6],
            .keptOut(because: ownReaders)
        ),
        LibraryFault(
            "memory overwritten by MIDI files",
            "GHSA-976m-35rw-h3m6",
            to: [2, 5, 6],
            .keptOut(because: ownReaders)
        ),
    ]

    private static let ownReaders = "seqd reads files itself"
}

/// The numbers of a library's version.
private struct LibraryVersion: Hashable, Sendable, Comparable, ExpressibleByArrayLiteral {
    private let numbers: [Int]

    init(arrayLiteral numbers: Int...) {
        self.numbers = numbers
    }

    /// Reads `2.3.1`; what follows the numbers, as in `2.4.0-rc1`, is left out.
    init(parsing text: String) {
        numbers = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    }

    static func < (one: LibraryVersion, other: LibraryVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }
}
