package import CommandSupport
import Instruments
package import SamplerHost
package import SoundFont
import Wording

extension FontCommand {
    /// A SoundFont with the samples that zones play; reports samples that are not as they were.
    ///
    /// - Parameters:
    ///   - bank: The content's bank, or a part of its presets, instruments and zones.
    ///   - content: The font.
    ///   - compression: The compression for an SF3 file; `nil` for an SF2 file.
    /// - Returns: The file.
    /// - Throws: Status 65 for a font that cannot be written.
    package static func bytes(
        of bank: SoundBank,
        from content: FontContent,
        _ compression: SampleCompression?
    ) throws(CommandFailure) -> [UInt8] {
        let assembly = try CommandFailure.catching { () throws(HostError) in
            try FontAssembly(bank, from: content, compression: compression)
        }
        for fault in assembly.faults { Console.report("\(content.path): \(fault); silent") }
        for damage in assembly.damages {
            Console.report("\(content.path): \(damage); compressed again")
        }
        if let most = assembly.attenuations.max() {
            let count = NumberText.count(assembly.attenuations.count, "sample")
            Console.report(
                "\(content.path): \(count) exceed full scale when compressed: softer by up to "
                    + "\(NumberText.decimal((most * 100).rounded(.up) / 100)) dB"
            )
        }
        return try CommandFailure.catching { () throws(HostError) in try assembly.bytes() }
    }

    /// A SoundFont with the part of a font that music uses; reports presets that it lacks, and what
    /// cannot be carried over.
    ///
    /// - Parameters:
    ///   - path: The font.
    ///   - use: The presets and keys that the part has; `nil` for everything.
    ///   - compression: The compression for an SF3 file; `nil` for an SF2 file.
    ///   - copiesStreams: Whether it becomes an SF3 file, too, if all samples are compressed already.
    /// - Returns: The file.
    /// - Throws: Status 65 for a font without presets that are used, or one that cannot be written.
    package static func part(
        of path: String,
        _ use: FontUse?,
        _ compression: SampleCompression?,
        copiesStreams: Bool
    ) throws(CommandFailure) -> [UInt8] {
        for line in BoundedLines.of(use?.substitutions.map(\.description) ?? []) {
            Console.report(line)
        }
        let content = try content(path, isForFile: true)
        let findings = content.findings.filter { $0.severity != .note }.map(\.description)
        for line in BoundedLines.of(findings, hint: "seqd font check lists them") {
            Console.report(line)
        }
        let bank = use?.subset(of: content.bank) ?? content.bank
        guard !bank.presets.isEmpty else {
            throw CommandFailure(.data, "\(path): the songs use none of its presets")
        }
        let isCopied = copiesStreams && content.image == nil && bank.hasStreamsOnly
        return try bytes(
            of: bank,
            from: content,
            compression ?? (isCopied ? SampleCompression() : nil)
        )
    }
}

extension SoundBank {
    /// Whether all samples that zones play are compressed.
    fileprivate var hasStreamsOnly: Bool {
        let played = Set(instruments.flatMap { $0.zones.compactMap(\.target) })
        return !played.isEmpty && played.allSatisfy { samples[$0].type.contains(.vorbis) }
    }
}
