/// Something that was found in a SoundFont while it was read, and what was made of it.
public struct BankDiagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of finding.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A chunk of odd size without the byte that RIFF puts behind it.
        case padByteMissing
        /// A file or a list with a wrong size, whose content is whole.
        case sizeWrong
        /// A chunk that the specification does not know; it is left out.
        case unknownChunk
        /// A list or chunk that is there already; the first counts.
        case repeatedChunk
        /// The chunk `ifil` is missing or has a wrong size; 2.00 is assumed (§5.1).
        case versionMissing
        /// The chunk `sm24` does not fit; the frames have 16 bits (§6.2).
        case lowBytesIgnored
        /// Zones that no preset or instrument has.
        case unusedZones
        /// A generator that may not stand there; it is left out (§8.1.2).
        case generatorDropped
        /// A generator that a zone has twice; the last one counts.
        case repeatedGenerator
        /// A generator whose amount means nothing; it is left out (§10.4).
        case amountIllegal
        /// A modulator that is left out; see ``ModulatorProblem``.
        case modulatorDropped
        /// A zone without a target that is not the first; it is left out (§7.3, §7.7).
        case zoneWithoutTarget
        /// A zone whose instrument or sample does not exist; it is left out.
        case targetMissing
        /// Two presets with the same bank and program; the last one is played.
        case repeatedPreset
        /// A preset that cannot be selected, or has no zones (§7.2).
        case presetUnplayable
        /// A root key or a rate that is not possible; another is used (§7.10).
        case sampleIllegal
        /// A compressed sample that is not marked as such.
        case compressionUnmarked
        /// The sides of a stereo sample with different pitches (§7.10).
        case sidesDiffer
        /// A sample that cannot be played; see ``SampleProblem``.
        case sampleUnusable
        /// A loop outside of its sample.
        case loopOutside
        /// More findings than are stored.
        case more
    }

    /// The severity of a finding.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Odd, but legal.
        case note
        /// The specification is violated, no sound is lost.
        case warning
        /// Sound is lost, or guessed.
        case error
    }

    /// The kind of the finding.
    public let code: Code
    /// The severity.
    public let severity: Severity
    /// The position in the file, in bytes from its start.
    public let offset: Int
    /// The finding, and what is made of it.
    public let detail: String

    /// Position and finding: `byte 0x1A2: …`.
    public var description: String { "byte \(hexadecimal(offset)): \(detail)" }
}

/// A number as `0x1A2`.
func hexadecimal(_ number: some BinaryInteger) -> String {
    "0x" + String(number, radix: 16, uppercase: true)
}
