import Glibc
package import Instruments
import Platform
package import SoundFont

/// An instrument as an SF2 file without a name, which disappears with its last user.
package final class InstrumentImage: Sendable {
    /// The findings of the description and its recordings.
    package let diagnostics: [InstrumentDiagnostic]
    /// The presets, instruments and sample headers.
    package let bank: SoundBank
    /// What the zones of each instrument have that a SoundFont has no place for.
    let supplements: [[ZoneSupplement]]
    /// The length in bytes.
    package let size: Int
    private let file: UnnamedFile

    /// The file's descriptor, owned by this object.
    var descriptor: Int32 { file.descriptor }

    /// Reads the frames of an instrument's recordings into a SoundFont.
    ///
    /// - Parameters:
    ///   - source: The instrument.
    ///   - gains: A factor for each recording; none for 1.
    ///   - isForFile: Whether a file is made of it, which has no place for ``supplements``.
    /// - Throws: A recording that cannot be read any more, an instrument too large for a SoundFont,
    ///   and a temporary folder without enough room.
    package init(
        _ source: InstrumentSource,
        gains: [Float] = [],
        isForFile: Bool = false
    ) throws(HostError) {
        let boosts = try source.boosts(gains)
        let assembly: BankAssembly
        do throws(InstrumentError) {
            assembly = try BankAssembly(
                source.description,
                recordings: source.recordings,
                gains: boosts.map { 20 * log10(Double($0)) },
                isForFile: isForFile
            )
        } catch {
            throw HostError(.data, source.path, error.detail)
        }
        let frame: SoundFontFrame
        do throws(SoundFontWriteError) {
            frame = try assembly.bank.frame(
                frameBytes: assembly.frameCount * 2,
                lowBytes: assembly.has24Bits ? assembly.frameCount : 0
            )
        } catch {
            throw HostError(.data, source.path, "too large for a SoundFont: \(error)")
        }
        bank = assembly.bank
        supplements = assembly.supplements
        size = frame.size
        let file = try Self.file(with: frame)
        var findings = source.clipped(boosts)
        for (index, pieces) in Self.grouped(assembly.pieces) {
            let gain = (gains.indices.contains(index) ? gains[index] : 1) * boosts[index]
            let writer = SamplePieceWriter(
                pieces: pieces,
                channels: source.recordings[index]?.channelCount ?? 1,
                frame: frame,
                gain: gain
            )
            var done = 0
            let count = try source.read(index) { (values, frames) throws(HostError) in
                try writer.write(values, frames, at: done, to: file)
                done += frames
            }
            if let expected = source.recordings[index]?.frameCount, count < expected {
                let sample = source.description.sources[index]
                findings.append(
                    InstrumentDiagnostic(
                        .warning,
                        sample.position,
                        sample.name,
                        "ends after \(count) of \(expected) frames; the rest is silent"
                    )
                )
            }
        }
        diagnostics = assembly.diagnostics + findings
        self.file = file
    }

    /// A file with everything but the sample data.
    private static func file(with frame: SoundFontFrame) throws(HostError) -> UnnamedFile {
        do throws(UnnamedFile.Failure) {
            let file = try UnnamedFile()
            try file.write(frame.head[...])
            try file.write(frame.middle[...], at: frame.head.count + frame.frameBytes)
            try file.write(frame.tail[...], at: frame.tailOffset)
            return file
        } catch {
            throw HostError(.io, UnnamedFile.folder, "\(error)")
        }
    }

    /// The pieces of each recording, so that each is read once.
    private static func grouped(_ pieces: [SamplePiece]) -> [(Int, [SamplePiece])] {
        Dictionary(grouping: pieces, by: \.source).sorted { $0.key < $1.key }
    }

    /// Reads a part of the file.
    ///
    /// - Throws: The system's error.
    package func bytes(at offset: Int, count: Int) throws(HostError) -> [UInt8] {
        try InputFile("instrument", duplicating: descriptor).bytes(at: offset, count: count)
    }
}

extension HostError {
    /// Runs work that throws errors of reading instruments.
    package static func catching<Value>(
        _ work: () throws(InstrumentError) -> Value
    ) throws(HostError) -> Value {
        do throws(InstrumentError) {
            return try work()
        } catch {
            throw HostError(.data, "\(error.position)", error.detail)
        }
    }
}
