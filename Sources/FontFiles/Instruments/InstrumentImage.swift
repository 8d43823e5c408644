package import Instruments
package import Platform
package import SoundFont
import Synchronization

/// An instrument as an SF2 file without a name, which disappears with its last user.
package final class InstrumentImage: Sendable {
    /// The frames of a sample's beginning.
    package static let headFrames = ImageFrames.headFrames

    /// The presets, instruments and sample headers.
    package let bank: SoundBank
    /// The additions to the zones of each instrument that a SoundFont cannot hold.
    package let supplements: [[ZoneSupplement]]
    /// The length in bytes.
    package let size: Int
    /// The identity of the file before its frames were written.
    package let identity: InputFile.Identity
    /// The instrument that it was made of.
    package let source: InstrumentSource
    /// The frames.
    package let frames: ImageFrames
    /// Why nothing of an SFZ file can be played as a SoundFont; `nil` where something can.
    package let silence: String?
    private let findings: [InstrumentDiagnostic]
    private let knownWritten = Mutex<(instrument: SFZInstrument, source: InstrumentSource)?>(nil)

    /// The recordings of all regions of an SFZ file, as it was written, read once; `nil` for other
    /// instruments.
    package var written: (instrument: SFZInstrument, source: InstrumentSource)? {
        knownWritten.withLock { known in
            if known == nil { known = source.written }
            return known
        }
    }

    /// The findings of the description and of the recordings that have been read.
    package var diagnostics: [InstrumentDiagnostic] { findings + frames.diagnostics }

    /// The file's descriptor, owned by this object.
    package var descriptor: Int32 { frames.file.descriptor }

    /// Makes a SoundFont of an instrument.
    ///
    /// - Parameters:
    ///   - source: The instrument.
    ///   - gains: A factor for each recording; none for 1.
    ///   - isForFile: Whether a file is made of it, which has no place for ``supplements``.
    ///   - isDeferred: Whether the frames are left to be read when they are needed; what makes them
    ///     louder then is no part of the zones (``ImageFrames/gain(_:)``).
    /// - Throws: A recording that cannot be read any more, an instrument too large for a SoundFont,
    ///   and a temporary folder without enough room.
    package init(
        _ source: InstrumentSource,
        gains: [Float] = [],
        isForFile: Bool = false,
        isDeferred: Bool = false
    ) throws(HostError) {
        self.source = source
        var (assembly, frame) = try Self.assemble(source, isForFile: isForFile)
        frames = try ImageFrames(source, gains: gains, assembly, frame)
        identity = try InputFile("instrument", duplicating: frames.file.descriptor).identity
        if !isDeferred {
            frames.fill()
            if let error = frames.error { throw error }
            if frames.gains.contains(where: { $0 != 0 }) {
                (assembly, frame) = try Self.assemble(
                    source,
                    gains: frames.gains,
                    isForFile: isForFile
                )
                try frames.write(frame)
            }
        }
        bank = assembly.bank
        supplements = assembly.supplements
        size = frame.size
        silence = assembly.silence
        findings = assembly.diagnostics
    }

    /// Lays an instrument out.
    ///
    /// - Parameters:
    ///   - source: The instrument.
    ///   - gains: The decibels by which the frames of each recording are louder.
    ///   - isForFile: Whether a file is made of it.
    /// - Returns: The layout, and what stands around the frames.
    /// - Throws: `data` for an instrument without regions, or too large for a SoundFont.
    private static func assemble(
        _ source: InstrumentSource,
        gains: [Double] = [],
        isForFile: Bool
    ) throws(HostError) -> (BankAssembly, SoundFontFrame) {
        let assembly: BankAssembly
        do throws(InstrumentError) {
            assembly = try BankAssembly(
                source.description,
                recordings: source.recordings,
                gains: gains,
                isForFile: isForFile
            )
        } catch {
            throw HostError(.data, source.path, error.detail)
        }
        do throws(SoundFontWriteError) {
            let frame = try assembly.bank.frame(
                frameBytes: assembly.frameCount * 2,
                lowBytes: assembly.has24Bits ? assembly.frameCount : 0
            )
            return (assembly, frame)
        } catch {
            throw HostError(.data, source.path, "too large for a SoundFont: \(error)")
        }
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
