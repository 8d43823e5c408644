import Glibc
package import Instruments
package import Platform
import Synchronization

/// The recordings of an instrument: the files that are there, and what they say of themselves.
package struct InstrumentSource: Sendable {
    /// The description.
    package var description: InstrumentDescription
    /// The facts about each recording; `nil` for those that cannot be read.
    package private(set) var recordings: [Recording?] = []
    /// The file that the description stands in; frames may be within it.
    package let path: String
    /// The files that it is made of.
    package private(set) var dependencies: [String: InputFile.Identity?] = [:]
    /// The path of each recording that is a file.
    package private(set) var files: [String?] = []
    /// The folders, without links, below which files must be; empty for anywhere.
    private let folders: [String]

    /// A file that has been found, and what its header says.
    package struct KnownFile: Sendable {
        let path: String?
        let recording: Recording
    }

    /// Looks for the recordings of a description and reads their headers.
    ///
    /// - Parameters:
    ///   - description: The description.
    ///   - path: The file that it stands in.
    ///   - folder: Finds files; it has found those of the description itself.
    ///   - known: Files that have been found, by the names that descriptions have for them.
    package init(
        _ description: InstrumentDescription,
        path: String,
        _ folder: consuming InstrumentFolder,
        known: [String: KnownFile] = [:]
    ) {
        var known = known
        Self.readHeaders(of: description.sources, &folder, into: &known)
        self.description = description
        self.path = path
        folders = folder.allowed
        for index in description.sources.indices {
            // The names of samples are text.
            self.description.sources[index].name = description.sources[index].name.latin
        }
        for source in description.sources {
            switch source.location {
            case .embedded(let frames):
                files.append(nil)
                recordings.append(frames.recording)
            case .generated(let wave):
                files.append(nil)
                recordings.append(wave.recording)
            case .embeddedFile:
                files.append(nil)
                add(source) { () throws(HostError) in
                    try SoundFileReader(source, in: path).recording
                }
            case .file(let name):
                let known = known[name]
                let found = known?.path ?? folder.find(name)
                files.append(found)
                add(source) { () throws(HostError) in
                    if let known { return known.recording }
                    guard let found else { throw HostError(.noInput, name, folder.missing) }
                    return try SoundFileReader(found).recording
                }
            }
        }
        dependencies = folder.dependencies
    }

    /// The recordings of all regions of an SFZ file, as it was written; `nil` for other instruments.
    ///
    /// Looks for files that this does not have, and reads their headers.
    package var written: (instrument: SFZInstrument, source: InstrumentSource)? {
        guard let instrument = description.sfz else { return nil }
        let all = InstrumentDescription(name: description.name, sources: instrument.sources)
        var known: [String: KnownFile] = [:]
        for (index, source) in description.sources.enumerated() {
            guard case .file(let name) = source.location, let recording = recordings[index] else {
                continue
            }
            known[name] = KnownFile(path: files[index], recording: recording)
        }
        let folder = InstrumentFolder(of: path, in: folders)
        return (instrument, InstrumentSource(all, path: path, folder, known: known))
    }

    /// The headers that several threads have read, by the indices of files.
    private final class Headers: Sendable {
        let recordings = Mutex<[Int: Recording]>([:])
    }

    /// Reads the headers of files that are not known, several at once.
    ///
    /// Files that cannot be read are left out. They are opened again later, one at a time, for the
    /// reason: libsndfile keeps one last error for all threads.
    private static func readHeaders(
        of sources: [SampleSource],
        _ folder: inout InstrumentFolder,
        into known: inout [String: KnownFile]
    ) {
        var files: [(name: String, path: String)] = []
        var names: Set<String> = []
        for case .file(let name) in sources.map(\.location)
        where known[name] == nil && names.insert(name).inserted {
            if let path = folder.find(name) { files.append((name, path)) }
        }
        let headers = Headers()
        ParallelWork.forEach(Array(files.indices)) { [files] index in
            guard let recording = try? SoundFileReader(files[index].path).recording else { return }
            headers.recordings.withLock { $0[index] = recording }
        }
        for (index, recording) in headers.recordings.withLock({ $0 }) {
            let (name, path) = files[index]
            known[name] = KnownFile(path: path, recording: recording)
        }
    }

    /// Adds the facts about a recording, or a finding that it cannot be read.
    private mutating func add(
        _ source: SampleSource,
        _ read: () throws(HostError) -> Recording
    ) {
        do throws(HostError) {
            let recording = try read()
            recordings.append(recording)
            guard recording.channelCount > 2 else { return }
            description.diagnostics.append(
                InstrumentDiagnostic(
                    .warning,
                    source.position,
                    source.name,
                    "\(recording.channelCount) channels; the first two are played"
                )
            )
        } catch {
            recordings.append(nil)
            description.diagnostics.append(
                InstrumentDiagnostic(
                    .error,
                    source.position,
                    error.subject,
                    "\(error.reason); silent"
                )
            )
        }
    }

    /// The largest value of a recording.
    ///
    /// - Parameter index: The recording.
    /// - Returns: The value, 1 for full scale; 0 for a recording that cannot be read.
    /// - Throws: A file that cannot be read any more.
    package func peak(_ index: Int) throws(HostError) -> Float {
        guard recordings.indices.contains(index), recordings[index] != nil else { return 0 }
        var peak: Float = 0
        _ = try read(index) { values, _ in
            for position in values.indices { peak = max(peak, abs(values[position])) }
        }
        return peak
    }

    /// The frames of a recording, its channels added up.
    ///
    /// - Parameter index: The recording.
    /// - Returns: The frames; none of a recording that cannot be read.
    /// - Throws: A file that cannot be read any more.
    package func mono(_ index: Int) throws(HostError) -> [Float] {
        guard recordings.indices.contains(index), let recording = recordings[index] else {
            return []
        }
        var frames: [Float] = []
        frames.reserveCapacity(recording.frameCount)
        _ = try read(index) { values, count in
            for frame in 0..<count {
                var sum: Float = 0
                for channel in 0..<recording.channelCount {
                    sum += values[frame * recording.channelCount + channel]
                }
                frames.append(sum)
            }
        }
        return frames
    }

    /// Findings about the recordings that have no room for what their regions add.
    ///
    /// - Parameters:
    ///   - boosts: The factors by which recordings became louder.
    ///   - wanted: The decibels by which each should have.
    /// - Returns: One finding, or none.
    package func clipped(_ boosts: [Int: Float], wanted: [Double]) -> [InstrumentDiagnostic] {
        let missing = boosts.reduce(into: [:]) { missing, boost in
            missing[boost.key] = wanted[boost.key] - 20 * Double(log10(boost.value))
        }
        func missed(_ index: Int) -> Double { missing[index] ?? 0 }
        let affected = missing.keys.filter { missed($0) > 0.5 }.sorted()
        guard let first = affected.max(by: { missed($0) < missed($1) }) else { return [] }
        let source = description.sources[first]
        let tenths = Int((missed(first) * 10).rounded())
        let others = affected.count > 1 ? ", and \(affected.count - 1) more less so" : ""
        return [
            InstrumentDiagnostic(
                .note,
                source.position,
                source.name,
                "\(tenths / 10).\(tenths % 10) dB softer than asked for at full velocity: a sample "
                    + "cannot be louder than full scale\(others)"
            )
        ]
    }

    /// Reads the frames of a recording in pieces.
    ///
    /// - Parameters:
    ///   - index: The recording.
    ///   - first: The frame that it begins with.
    ///   - limit: The frame before which it may end.
    ///   - body: Takes interleaved values of which 1 is full scale, and their number of frames.
    /// - Returns: The frame at which it has ended.
    /// - Throws: A file that cannot be read any more, and the errors of `body`.
    package func read(
        _ index: Int,
        from first: Int = 0,
        upTo limit: Int = .max,
        _ body: (Span<Float>, Int) throws(HostError) -> Void
    ) throws(HostError) -> Int {
        let source = description.sources[index]
        switch source.location {
        case .embedded(let frames):
            return try EmbeddedReader(frames.file ?? path, frames)
                .forEachPiece(from: first, upTo: limit, body)
        case .generated(let wave):
            return try WaveReader(wave: wave).forEachPiece(from: first, upTo: limit, body)
        case .embeddedFile:
            return try SoundFileReader(source, in: path)
                .forEachPiece(from: first, upTo: limit, body)
        case .file(let name):
            return try SoundFileReader(files[index] ?? name)
                .forEachPiece(from: first, upTo: limit, body)
        }
    }
}

extension SoundFileReader {
    /// Opens a sound file that is a part of another file.
    package init(_ source: SampleSource, in path: String) throws(HostError) {
        guard case .embeddedFile(let range) = source.location else {
            throw HostError(.internal, path, "not an embedded file")
        }
        let bytes = try InputFile(path).bytes(at: range.lowerBound, count: range.count)
        try self.init(owning: Self.temporary(bytes), name: source.name)
    }

    /// The descriptor of an unnamed file with some bytes, at its beginning.
    private static func temporary(_ bytes: [UInt8]) throws(HostError) -> Int32 {
        do throws(UnnamedFile.Failure) {
            let file = try UnnamedFile()
            try file.write(bytes[...])
            let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { throw UnnamedFile.Failure(number: errno) }
            return descriptor
        } catch {
            throw HostError(.io, UnnamedFile.folder, "\(error)")
        }
    }
}
