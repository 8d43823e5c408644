import Instruments
package import Platform

/// Makes a SoundFont of sound files.
package struct FontMaker: Sendable {
    /// The change of the samples' levels.
    package enum Normalization: String, Sendable, CaseIterable {
        /// One factor for all, so that the loudest peaks at −1 dBFS: their balance is retained.
        case together
        /// A factor for each, so that all peak at −1 dBFS.
        case each
    }

    /// The instrument.
    package private(set) var source: InstrumentSource
    /// A factor for each recording; none for 1.
    private var gains: [Float] = []
    /// The recordings that got a loop.
    private var looped: Set<Int> = []

    /// The peak of normalised samples: −1 dBFS.
    private static let peak: Float = 0.891_250_94

    /// Reads the headers of sound files, or of those of a folder, or an instrument.
    ///
    /// - Parameters:
    ///   - paths: The files; one may be a folder or the description of an instrument.
    ///   - name: The name of the instrument.
    /// - Throws: A file that cannot be read.
    package init(_ paths: [String], name: String) throws(HostError) {
        if paths.count == 1, let path = paths.first, let kind = InstrumentKind(path), kind != .sound
        {
            source = try InstrumentReader.read(path, kind)
        } else {
            source = try InstrumentReader.readFiles(paths, name: name)
        }
        source.description.name = name
        for index in source.description.programs.indices
        where source.description.programs.count == 1 {
            source.description.programs[index].name = name
        }
    }

    /// The material of the font: `5 recordings, C2 to C6`, or the layout if there are no keys.
    package var summary: String {
        let regions = source.description.programs.flatMap(\.regions)
        let count = Set(regions.map(\.source)).count
        let recordings = "\(count) recording\(count == 1 ? "" : "s")"
        let keys = regions.compactMap(\.rootKey)
        guard let low = keys.min(), let high = keys.max() else { return recordings }
        guard source.description.hasKeys else {
            return count == 1
                ? "\(recordings), no key in the name: recorded on \(NoteName.name(low))"
                : "\(recordings), no keys in the names: a kit from \(NoteName.name(low)) on"
        }
        let layers = Set(regions.map(\.velocities)).count
        return recordings + ", \(NoteName.name(low))"
            + (low < high ? " to \(NoteName.name(high))" : "")
            + (layers > 1 ? ", \(layers) velocity layers" : "")
    }

    /// Puts the only preset on a bank and a program.
    package mutating func setProgram(bank: UInt16, number: UInt16) {
        for index in source.description.programs.indices {
            source.description.programs[index].bank = bank
            source.description.programs[index].number = number
        }
    }

    /// Loops the regions of a recording.
    ///
    /// - Parameters:
    ///   - name: The name of its file, with or without folder and extension.
    ///   - frames: The frames of the loop.
    /// - Throws: `usage` for a recording that is not there, that ends before the loop does, or that
    ///   got a loop already.
    package mutating func setLoop(of name: String, _ frames: Range<Int>) throws(HostError) {
        let sources = source.description.sources
        let matching = Set(
            sources.indices.filter { index in
                guard case .file(let path) = sources[index].location else { return false }
                return path == name || FilePath.name(of: path) == name
                    || sources[index].name == name
            }
        )
        guard !matching.isEmpty else { throw HostError(.usage, name, "none of the sound files") }
        guard looped.isDisjoint(with: matching) else {
            throw HostError(.usage, name, "has a loop already")
        }
        looped.formUnion(matching)
        for index in matching {
            if let count = source.recordings[index]?.frameCount, frames.upperBound > count {
                throw HostError(
                    .usage,
                    name,
                    "a loop to frame \(frames.upperBound), but it has \(count) frames"
                )
            }
            source.description.forEachRegion(of: index) { region in
                region.loopStart = frames.lowerBound
                region.loopEnd = frames.upperBound
                region.loopMode = .continuous
            }
        }
    }

    /// Searches loops for the recordings that have none and that a region plays.
    ///
    /// - Returns: The name and the loop of each that was searched, in the order of the recordings;
    ///   `nil` where none was found.
    /// - Throws: A file that cannot be read any more.
    package mutating func findLoops() throws(HostError) -> [(name: String, loop: Range<Int>?)] {
        var found: [(name: String, loop: Range<Int>?)] = []
        for index in source.recordings.indices {
            guard let recording = source.recordings[index], recording.loop == nil else { continue }
            var plays = false
            source.description.forEachRegion(of: index) { region in
                plays = plays || region.loopStart == nil && region.loopEnd == nil
            }
            guard plays else { continue }
            let loop = LoopSearch.loop(in: try source.mono(index), rate: recording.rate)
            found.append((source.description.sources[index].name, loop))
            guard let loop else { continue }
            source.description.forEachRegion(of: index) { region in
                guard region.loopStart == nil, region.loopEnd == nil else { return }
                region.loopStart = loop.lowerBound
                region.loopEnd = loop.upperBound
                region.loopMode = .continuous
            }
        }
        return found
    }

    /// Measures the peaks of all recordings and sets their factors.
    ///
    /// - Throws: A file that cannot be read any more.
    package mutating func normalize(_ kind: Normalization) throws(HostError) {
        var peaks: [Float] = []
        for index in source.recordings.indices {
            peaks.append(try source.peak(index))
        }
        let loudest = peaks.max() ?? 0
        gains = peaks.map { peak in
            let reference = kind == .each ? peak : loudest
            // Silence stays silent.
            return reference > 0 && reference.isFinite ? Self.peak / reference : 1
        }
    }

    /// Reads all frames and makes the SoundFont that a file can hold.
    ///
    /// - Throws: As ``InstrumentImage``.
    package func image() throws(HostError) -> InstrumentImage {
        try InstrumentImage(source, gains: gains, isForFile: true)
    }
}

extension InstrumentDescription {
    /// Does something to each region that plays a recording.
    fileprivate mutating func forEachRegion(of source: Int, _ body: (inout Region) -> Void) {
        for program in programs.indices {
            for region in programs[program].regions.indices
            where programs[program].regions[region].source == source {
                body(&programs[program].regions[region])
            }
        }
    }
}
