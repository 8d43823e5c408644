import MIDI
import Playback
import SamplerHost
import Sequencer

/// The tracks of a file that a daemon plays, with their notes, as the monitor has read it.
///
/// The protocol does not list them; the file is on the same machine as the socket.
struct MonitorTracks: Sendable {
    /// A note of a track.
    struct Note: Hashable, Sendable {
        var start: Int64
        /// The first tick after it.
        var end: Int64
        var key: UInt8
        var velocity: UInt8
    }

    /// A track with notes.
    struct Track: Sendable {
        /// The number from 1 in file order, as selectors have it.
        var number: Int
        /// The name, or the name of its first preset.
        var name: String
        /// The channels as selectors: `ch:1`, or `ch:2/10` in a file of several ports.
        var channels: [String]
        /// The name of the first preset; `nil` if it has none.
        var preset: String?
        /// Whether its keys are those of drums.
        var isDrums: Bool
        /// The notes by their start.
        private(set) var notes: [Note] = []
        /// The greatest end of each note and those before it.
        private var ends: [Int64] = []

        init(number: Int, name: String, channels: [String], preset: String?, isDrums: Bool) {
            self.number = number
            self.name = name
            self.channels = channels
            self.preset = preset
            self.isDrums = isDrums
        }

        /// Sets the notes, in any order.
        mutating func set(_ notes: [Note]) {
            self.notes = notes.sorted { ($0.start, $0.key) < ($1.start, $1.key) }
            var latest = Int64.min
            ends = self.notes.map { note in
                latest = max(latest, note.end)
                return latest
            }
        }

        /// The notes that are held at a tick, from the lowest key; pedals are not counted.
        func notes(at tick: Int64) -> [Note] {
            var (low, high) = (0, notes.count)
            while low < high {
                let middle = (low + high) / 2
                if notes[middle].start <= tick { low = middle + 1 } else { high = middle }
            }
            var found: [Note] = []
            var index = low - 1
            while index >= 0, ends[index] > tick {
                if notes[index].end > tick { found.append(notes[index]) }
                index -= 1
            }
            return found.sorted { $0.key < $1.key }
        }
    }

    /// The tracks that have notes, in file order.
    let tracks: [Track]
    /// The lines of lyrics; `nil` if there are none.
    let lyrics: LyricLine?
    /// The sequence, for positions.
    let sequence: PreparedSequence

    /// Lists the tracks of a sequence.
    init(_ sequence: PreparedSequence, lyrics: Lyrics) {
        let line = LyricLine(lyrics)
        self.lyrics = line.isEmpty ? nil : line
        self.sequence = sequence
        let notes = Self.notes(of: sequence)
        tracks = sequence.tracks.indices.compactMap { index in
            let own = notes[index]
            guard !own.isEmpty else { return nil }
            let info = sequence.tracks[index]
            var uses = sequence.programs.filter { use in
                info.channels.contains { $0.port == use.port && $0.channel == use.channel }
            }
            // Without a program change a channel plays its first one.
            if uses.isEmpty, let channel = info.channels.first {
                uses.append(ProgramUse(first: channel.channel, port: channel.port))
            }
            let preset = uses.first?.name
            let name = info.name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
            var track = Track(
                number: index + 1,
                name: name ?? preset ?? "track \(index + 1)",
                channels: info.channels.map {
                    sequence.selector(ofChannel: Int($0.channel), port: Int($0.port)).description
                },
                preset: preset,
                isDrums: !uses.isEmpty && uses.allSatisfy(\.isDrums)
            )
            track.set(own)
            return track
        }
    }

    /// Reads the file at a path.
    ///
    /// - Throws: `PlaybackError` for a file that cannot be read or has patterns.
    init(path: String) throws(PlaybackError) {
        // A FIFO would be waited for.
        try RegularFile.check(path)
        let file = try PieceFile(path)
        guard file.sequences.count == 1, let sequence = file.sequences.first else {
            throw PlaybackError(.data, "\(file.name): format 2: the patterns are not shown")
        }
        self.init(sequence, lyrics: file.lyrics(ofSequence: 0))
    }
}

extension MonitorTracks {
    /// The notes of each track; a note without an end lasts until the end of the piece.
    private static func notes(of sequence: PreparedSequence) -> [[Note]] {
        var notes: [[Note]] = Array(repeating: [], count: sequence.tracks.count)
        var open = OpenNotes<(track: Int, index: Int)>(ports: sequence.ports.count)
        for event in sequence.schedule where event.kind == .channel {
            open.take(event) { key in
                let track = Int(event.track)
                guard notes.indices.contains(track) else { return nil }
                notes[track].append(
                    Note(
                        start: event.tick,
                        end: sequence.endTick,
                        key: key,
                        velocity: event.message.data2
                    )
                )
                return (track, notes[track].count - 1)
            } ended: { note, _ in
                notes[note.track][note.index].end = event.tick
            }
        }
        return notes
    }
}

extension ProgramUse {
    /// What a channel plays before its first program change.
    fileprivate init(first channel: UInt8, port: UInt8) {
        self.init(
            port: port,
            channel: channel,
            bankMSB: 0,
            bankLSB: 0,
            program: 0,
            isDrums: channel == 9
        )
    }
}
