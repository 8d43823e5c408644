package import CommandSupport
import SMF
package import Sequencer

/// The part of a sequence that an operation acts on.
package struct EditScope {
    /// The tracks by their indices in the sequence, in order.
    package var tracks: [Int]
    /// Whether the track that has nothing but tempo, meter and the like is among them.
    package var hasTempoTrack: Bool
    /// The channels from 1, each with its port from 1 if one was named; `nil` for all, and for what
    /// has no channel too.
    package var channels: [(port: Int?, channel: Int)]?

    /// Whether it is all there is.
    package let isAll: Bool

    /// Resolves a selection.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - named: The tracks that it names; `nil` for all.
    ///   - sequence: The sequence.
    /// - Throws: Status 64 for channels that there are not.
    package init(
        _ selection: EditSelection,
        _ named: NamedTracks?,
        in sequence: MusicSequence
    ) throws(CommandFailure) {
        isAll = named == nil && selection.channels == nil
        (tracks, hasTempoTrack) = (Array(sequence.tracks.indices), sequence.firstTrackIndex == 1)
        if let named { (tracks, hasTempoTrack) = (named.tracks, named.hasTempoTrack) }
        guard let selectors = selection.channels else { return }
        var channels: [(port: Int?, channel: Int)] = []
        for selector in selectors.selectors {
            guard case .channel(let port, let channel) = selector else {
                // "all" has no effect.
                channels += (1...16).map { (nil, $0) }
                continue
            }
            channels.append((port, channel))
        }
        _ = try Self.resolve(selectors, in: sequence)
        self.channels = channels
    }

    /// Tracks that selectors have named.
    package struct NamedTracks {
        /// The tracks by their indices in the sequence, in order.
        package var tracks: [Int]
        /// Whether the track that has nothing but tempo, meter and the like is among them.
        package var hasTempoTrack: Bool

        /// Whether none of them is left.
        package var isEmpty: Bool { tracks.isEmpty && !hasTempoTrack }

        /// Finds what selectors name.
        ///
        /// - Throws: Status 64 for tracks that there are not.
        package init(_ selectors: SelectorSet, in sequence: MusicSequence) throws(CommandFailure) {
            let first = sequence.firstTrackIndex
            let found = try EditScope.resolve(selectors, in: sequence).tracks.map { $0 - first }
            tracks = found.filter { sequence.tracks.indices.contains($0) }.sorted()
            hasTempoTrack = found.contains(-1)
        }

        /// Updates the indices of the tracks after some have been removed.
        ///
        /// - Parameter deleted: The former indices of the removed tracks, in order.
        package mutating func remove(_ deleted: [Int]) {
            tracks = tracks.filter { !deleted.contains($0) }.map { index in
                index - deleted.count { $0 < index }
            }
        }
    }

    /// Resolves selectors against the sequence in the form of a file.
    fileprivate static func resolve(
        _ selectors: SelectorSet,
        in sequence: MusicSequence
    ) throws(CommandFailure) -> Selection {
        let file: MIDIFile
        do throws(SequenceError) {
            file = try sequence.midiFile()
        } catch {
            throw CommandFailure(.data, "\(error)")
        }
        guard let prepared = PreparedSequence.sequences(from: file).first else { return .none }
        do throws(SelectorError) {
            return try selectors.resolve(in: prepared)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    /// A track's name; −1 is the track that has nothing but tempo, meter and the like.
    package static func name(ofTrack index: Int, in sequence: MusicSequence) -> String? {
        index < 0 ? sequence.info.name?.string : sequence.name(ofTrack: index)?.string
    }

    /// Whether an event of a track is meant.
    package func contains(_ event: MusicEvent, of track: MusicTrack) -> Bool {
        guard let channels else { return true }
        return Self.matches(event, channels, of: track)
    }

    private static func matches(
        _ event: MusicEvent,
        _ channels: [(port: Int?, channel: Int)],
        of track: MusicTrack
    ) -> Bool {
        guard let channel = event.channel else { return false }
        let port = Int(track.destination ?? 0) + 1
        return channels.contains {
            $0.channel == Int(channel) + 1 && ($0.port == nil || $0.port == port)
        }
    }

    /// Changes the selected part of each track.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - body: Gets the part of a track that is meant, as a track of its own, and changes it.
    package func change(_ sequence: inout MusicSequence, _ body: (inout MusicTrack) -> Void) {
        for index in tracks {
            guard channels != nil else {
                body(&sequence.tracks[index])
                continue
            }
            let whole = sequence.tracks[index]
            var part = whole.keeping { contains($0, of: whole) }
            var rest = whole.keeping { !contains($0, of: whole) }
            body(&part)
            rest.merge(part)
            rest.endOfTrack = max(rest.endOfTrack, part.endOfTrack)
            sequence.tracks[index] = rest
        }
    }
}

extension MusicTrack {
    /// The track with some of its events only.
    fileprivate func keeping(_ isKept: (MusicEvent) -> Bool) -> MusicTrack {
        var track = self
        track.replaceEvents(events.filter { isKept($0.event) }.map { ($0.tick, $0.event) })
        return track
    }

    /// Replaces all events.
    mutating func replaceEvents(_ events: some Sequence<(Int64, MusicEvent)>) {
        var other = MusicTrack(
            name: name,
            destination: destination,
            events: events.map { (tick: $0.0, event: $0.1) }
        )
        other.instrumentName = instrumentName
        other.isMuted = isMuted
        other.isSoloed = isSoloed
        other.loop = loop
        other.startOffset = startOffset
        other.length = length
        other.transpose = transpose
        other.velocityScale = velocityScale
        other.endOfTrack = endOfTrack
        self = other
    }
}
