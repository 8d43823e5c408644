import Glibc
package import Instruments
package import Platform
package import SoundFont
import Synchronization

/// The frames of an instrument's recordings, read into the file of its SoundFont when they are needed.
package final class ImageFrames: Sendable {
    /// The frames of a sample's beginning: a third of a second, which is heard while the rest is read.
    package static let headFrames = 16_384
    /// The most values that are held in memory until the level of a recording is known.
    private static let heldValues = 1 << 24

    /// The file.
    package let file: UnnamedFile
    private let source: InstrumentSource
    /// The origin of the frames of each sample.
    package let origins: [SampleOrigin]
    /// By recording; none for those that no sample plays.
    private let writers: [Int: SamplePieceWriter]
    /// By recording: the decibels by which it should become louder.
    private let wantedGains: [Double]
    private let state = Mutex(State())

    /// The state of the frames that have been read.
    private struct State {
        /// The recordings that were read, and those of which the beginning was.
        var filled: Set<Int> = []
        var heads: Set<Int> = []
        /// The factors by which recordings that were read became louder.
        var boosts: [Int: Float] = [:]
        var findings: [InstrumentDiagnostic] = []
        var error: HostError?
    }

    /// Makes a file for frames.
    ///
    /// - Parameters:
    ///   - source: The instrument.
    ///   - gains: A factor for each recording; none for 1.
    ///   - assembly: Where the frames go.
    ///   - frame: The parts of the file around them.
    /// - Throws: A temporary folder without enough room.
    package init(
        _ source: InstrumentSource,
        gains: [Float],
        _ assembly: BankAssembly,
        _ frame: SoundFontFrame
    ) throws(HostError) {
        self.source = source
        origins = assembly.origins
        wantedGains = BankAssembly.gains(for: source.description)
        writers = Dictionary(grouping: assembly.pieces, by: \.source).reduce(into: [:]) {
            let (index, pieces) = $1
            $0[index] = SamplePieceWriter(
                pieces: pieces,
                channels: source.recordings[index]?.channelCount ?? 1,
                frame: frame,
                gain: gains.indices.contains(index) ? gains[index] : 1
            )
        }
        file = try Self.catching { () throws(UnnamedFile.Failure) in
            let file = try UnnamedFile()
            try file.reserve(frame.size)
            return file
        }
        try write(frame)
    }

    /// Writes everything but the sample data, whose position must be the one it was laid out for.
    package func write(_ frame: SoundFontFrame) throws(HostError) {
        try Self.catching { () throws(UnnamedFile.Failure) in
            try file.write(frame.head[...])
            try file.write(frame.middle[...], at: frame.head.count + frame.frameBytes)
            try file.write(frame.tail[...], at: frame.tailOffset)
            try file.cut(to: frame.size)
        }
    }

    private static func catching<Value: ~Copyable>(
        _ work: () throws(UnnamedFile.Failure) -> Value
    ) throws(HostError) -> Value {
        do throws(UnnamedFile.Failure) {
            return try work()
        } catch {
            throw HostError(.io, UnnamedFile.folder, "\(error)")
        }
    }

    /// The problems of the recordings that have been read.
    package var diagnostics: [InstrumentDiagnostic] {
        let (boosts, findings) = state.withLock { ($0.boosts, $0.findings) }
        return source.clipped(boosts, wanted: wantedGains) + findings
    }

    /// The fault in the first recording that could not be read.
    package var error: HostError? { state.withLock { $0.error } }

    /// Whether all frames of a sample have been read.
    package func isFilled(_ sample: Int) -> Bool {
        state.withLock { $0.filled.contains(origins[sample].source) }
    }

    /// Whether the first frames of a sample have been read.
    package func hasHead(_ sample: Int) -> Bool {
        state.withLock { $0.heads.contains(origins[sample].source) }
    }

    /// The decibels by which the frames of a sample, which have been read, are louder than those of
    /// its recording.
    package func gain(_ sample: Int) -> Double {
        let boost = state.withLock { $0.boosts[origins[sample].source] }
        return boost.map { 20 * log10(Double($0)) } ?? 0
    }

    /// The same for each recording.
    package var gains: [Double] {
        let boosts = state.withLock { $0.boosts }
        return wantedGains.indices.map { boosts[$0].map { 20 * log10(Double($0)) } ?? 0 }
    }

    /// Whether the frames of a sample have the level of its recording.
    package func hasLevelOfRecording(_ sample: Int) -> Bool {
        let source = origins[sample].source
        guard writers[source]?.gain == 1 else { return false }
        return wantedGains[source] <= 0 || state.withLock { $0.boosts[source] == 1 }
    }

    /// Reads the frames of all samples.
    package func fill() { fill(origins.indices) }

    /// Reads the frames of samples, unless that has been done; of several recordings at once.
    ///
    /// A recording that can no longer be read is silent, and reported.
    package func fill(_ samples: some Sequence<Int>) {
        let needed = Set(samples.map { origins[$0].source })
        let left = needed.subtracting(state.withLock { $0.filled }).sorted()
        ParallelWork.forEach(left) { [self] index in read(index, upTo: .max) }
    }

    /// Reads the first frames of samples, unless that has been done; of several recordings at once.
    ///
    /// Recordings that are to become louder are read whole: their peak may be at their end.
    package func fillHeads(_ samples: [Int]) {
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
        let isLouder = wantedGains[index] > 0
        let isWhole = isLouder || limit >= source.recordings[index]?.frameCount ?? 0
        let sample = source.description.sources[index]
        var finding: InstrumentDiagnostic?
        var failure: HostError?
        var boost: Float?
        do throws(HostError) {
            let count: Int
            if isLouder {
                (count, boost) = try readLouder(index, writer)
            } else {
                count = try copy(index, upTo: limit, writer)
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
            if let boost { state.boosts[index] = boost }
            if isNew || failure != nil, let finding { state.findings.append(finding) }
            state.error = state.error ?? failure
        }
    }

    /// Copies frames as they are read.
    private func copy(
        _ index: Int,
        upTo limit: Int = .max,
        _ writer: SamplePieceWriter,
        boost: Float = 1
    ) throws(HostError) -> Int {
        var done = 0
        return try source.read(index, upTo: limit) { (values, frames) throws(HostError) in
            try writer.write(values, frames, at: done, to: file, boost: boost)
            done += frames
        }
    }

    /// Copies the frames of a recording that is to become louder; its headroom is known only at its
    /// end.
    private func readLouder(
        _ index: Int,
        _ writer: SamplePieceWriter
    ) throws(HostError) -> (count: Int, boost: Float) {
        let size = (source.recordings[index]?.frameCount ?? 0) * writer.channels
        guard size <= Self.heldValues else {
            let boost = boost(index, peak: try source.peak(index) * writer.gain)
            return (try copy(index, writer, boost: boost), boost)
        }
        var held: [(values: [Float], frames: Int)] = []
        var peak: Float = 0
        let count = try source.read(index) { values, frames in
            let copied = values.indices.map { values[$0] }
            for value in copied { peak = max(peak, abs(value)) }
            held.append((copied, frames))
        }
        let boost = boost(index, peak: peak * writer.gain)
        var done = 0
        for piece in held {
            try writer.write(piece.values.span, piece.frames, at: done, to: file, boost: boost)
            done += piece.frames
        }
        return (count, boost)
    }

    /// The factor by which a recording becomes louder, limited by its headroom.
    private func boost(_ index: Int, peak: Float) -> Float {
        guard peak > 0, peak < 1 else { return 1 }
        return min(Float(pow(10, wantedGains[index] / 20)), 1 / peak)
    }
}
