import Glibc
package import Instruments
import Platform
package import SoundFont
import Synchronization

/// An instrument as an SF2 file without a name, which disappears with its last user.
package final class InstrumentImage: Sendable {
    /// The frames of a sample's beginning: a third of a second, which is heard while the rest is read.
    static let headFrames = 16_384

    /// The presets, instruments and sample headers.
    package let bank: SoundBank
    /// The additions to the zones of each instrument that a SoundFont cannot hold.
    let supplements: [[ZoneSupplement]]
    /// The length in bytes.
    package let size: Int
    /// The identity of the file before its frames were written.
    let identity: InputFile.Identity
    private let file: UnnamedFile
    private let source: InstrumentSource
    private let findings: [InstrumentDiagnostic]
    /// By sample.
    private let origins: [SampleOrigin]
    /// By recording; none for those that no sample plays.
    private let writers: [Int: SamplePieceWriter]
    private let state = Mutex(State())

    /// The samples that have been read.
    private struct State {
        /// The recordings that were read, and those of which the beginning was.
        var filled: Set<Int> = []
        var heads: Set<Int> = []
        var findings: [InstrumentDiagnostic] = []
        var error: HostError?
    }

    /// The findings of the description and of the recordings that have been read.
    package var diagnostics: [InstrumentDiagnostic] {
        findings + state.withLock { $0.findings }
    }

    /// The file's descriptor, owned by this object.
    var descriptor: Int32 { file.descriptor }

    /// Makes a SoundFont of an instrument.
    ///
    /// - Parameters:
    ///   - source: The instrument.
    ///   - gains: A factor for each recording; none for 1.
    ///   - isForFile: Whether a file is made of it, which has no place for ``supplements``.
    ///   - isDeferred: Whether the frames are left to be read by ``fill(_:)`` and ``fillHeads(_:)``.
    /// - Throws: A recording that cannot be read any more, an instrument too large for a SoundFont,
    ///   and a temporary folder without enough room.
    package init(
        _ source: InstrumentSource,
        gains: [Float] = [],
        isForFile: Bool = false,
        isDeferred: Bool = false
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
        origins = assembly.origins
        size = frame.size
        self.source = source
        findings = assembly.diagnostics + source.clipped(boosts)
        writers = Dictionary(grouping: assembly.pieces, by: \.source).reduce(into: [:]) {
            let (index, pieces) = $1
            $0[index] = SamplePieceWriter(
                pieces: pieces,
                channels: source.recordings[index]?.channelCount ?? 1,
                frame: frame,
                gain: (gains.indices.contains(index) ? gains[index] : 1) * boosts[index]
            )
        }
        file = try Self.file(with: frame)
        identity = try InputFile("instrument", duplicating: file.descriptor).identity
        guard !isDeferred else { return }
        fill()
        if let error = state.withLock({ $0.error }) { throw error }
    }

    /// Whether all frames of a sample have been read.
    func isFilled(_ sample: Int) -> Bool {
        state.withLock { $0.filled.contains(origins[sample].source) }
    }

    /// Whether the first frames of a sample have been read.
    func hasHead(_ sample: Int) -> Bool {
        state.withLock { $0.heads.contains(origins[sample].source) }
    }

    /// Reads the frames of all samples.
    package func fill() { fill(origins.indices) }

    /// Reads the frames of samples, unless that has been done; of several recordings at once.
    ///
    /// A recording that cannot be read any more is silent, and a finding.
    func fill(_ samples: some Sequence<Int>) {
        let needed = Set(samples.map { origins[$0].source })
        let left = needed.subtracting(state.withLock { $0.filled }).sorted()
        ParallelWork.forEach(left) { [self] index in read(index, upTo: .max) }
    }

    /// Reads the first frames of samples, unless that has been done; of several recordings at once.
    func fillHeads(_ samples: [Int]) {
        var ends: [Int: Int] = [:]
        for sample in samples {
            let origin = origins[sample]
            ends[origin.source] = max(
                ends[origin.source] ?? 0,
                origin.firstFrame + Self.headFrames
            )
        }
        let known = state.withLock { $0.heads.union($0.filled) }
        let limits = ends.filter { !known.contains($0.key) }
        ParallelWork.forEach(limits.keys.sorted()) { [self] index in
            read(index, upTo: limits[index] ?? 0)
        }
    }

    private func read(_ index: Int, upTo limit: Int) {
        guard let writer = writers[index] else { return }
        let isWhole = limit >= source.recordings[index]?.frameCount ?? 0
        let sample = source.description.sources[index]
        var finding: InstrumentDiagnostic?
        var failure: HostError?
        var done = 0
        do throws(HostError) {
            let count = try source.read(index, upTo: limit) {
                (values, frames) throws(HostError) in
                try writer.write(values, frames, at: done, to: file)
                done += frames
            }
            if let expected = source.recordings[index]?.frameCount, isWhole, count < expected {
                finding = InstrumentDiagnostic(
                    .warning,
                    sample.position,
                    sample.name,
                    "ends after \(count) of \(expected) frames; the rest is silent"
                )
            }
        } catch {
            failure = error
            finding = InstrumentDiagnostic(
                .error,
                sample.position,
                error.subject,
                "\(error.reason); silent"
            )
        }
        state.withLock { state in
            // Another thread may have read it meanwhile: it has written the same.
            let isNew = isWhole ? state.filled.insert(index).inserted : false
            state.heads.insert(index)
            if isNew || failure != nil, let finding { state.findings.append(finding) }
            state.error = state.error ?? failure
        }
    }

    /// A file with everything but the sample data.
    private static func file(with frame: SoundFontFrame) throws(HostError) -> UnnamedFile {
        do throws(UnnamedFile.Failure) {
            let file = try UnnamedFile()
            try file.reserve(frame.size)
            try file.write(frame.head[...])
            try file.write(frame.middle[...], at: frame.head.count + frame.frameBytes)
            try file.write(frame.tail[...], at: frame.tailOffset)
            return file
        } catch {
            throw HostError(.io, UnnamedFile.folder, "\(error)")
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
