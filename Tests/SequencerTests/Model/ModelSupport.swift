import Foundation
import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// What a listener would get of a sequence, for comparing: all but how it is written.
struct Music: Equatable {
    struct Sound: Equatable, CustomStringConvertible {
        var tick: Int64
        var track: UInt16
        var port: UInt8
        /// The message's bytes.
        var bytes: [UInt8]

        var description: String {
            "\(tick) \(track)/\(port):"
                + bytes.map { " " + String($0, radix: 16, uppercase: true) }.joined()
        }
    }

    var sounds: [Sound]
    var tempos: [TempoMap.Change]
    var meters: [MeterMap.Change]
    var markers: [Marker]
    var keys: [KeyChange]
    var name: String?
    var trackNames: [String?]
    var instrumentNames: [String?]
    var ports: [UInt8]
    var endTick: Int64

    init(_ sequence: PreparedSequence) {
        let schedule = sequence.schedule
        sounds = schedule.map { event in
            let bytes =
                event.kind == .systemExclusive
                ? [0xF0] + schedule.bytes(Int(event.bits)) : event.message.bytes
            return Sound(tick: event.tick, track: event.track, port: event.port, bytes: bytes)
        }
        tempos = sequence.tempoMap.changes
        meters = sequence.timeSignatures
        markers = sequence.markers
        keys = sequence.keySignatures
        name = sequence.name
        trackNames = sequence.tracks.map(\.name)
        instrumentNames = sequence.tracks.map(\.instrumentName)
        ports = sequence.ports
        endTick = sequence.endTick
    }

    /// What differs, in a few words; `nil` if nothing does.
    func difference(from other: Music) -> String? {
        if sounds.count != other.sounds.count {
            let place = zip(sounds, other.sounds).first { $0 != $1 }
            return "\(sounds.count) events, not \(other.sounds.count); first \(place as Any)"
        }
        if let pair = zip(sounds, other.sounds).first(where: { $0 != $1 }) {
            return "\(pair.0), not \(pair.1)"
        }
        if tempos != other.tempos { return "tempos \(tempos.prefix(9)) \(other.tempos.prefix(9))" }
        if meters != other.meters { return "meters \(meters) \(other.meters)" }
        if markers != other.markers { return "markers \(markers) \(other.markers)" }
        if keys != other.keys { return "keys \(keys) \(other.keys)" }
        if name != other.name { return "name \(name as Any) \(other.name as Any)" }
        if trackNames != other.trackNames { return "names \(trackNames) \(other.trackNames)" }
        if instrumentNames != other.instrumentNames { return "instrument names" }
        if ports != other.ports { return "ports \(ports) \(other.ports)" }
        return endTick == other.endTick ? nil : "end \(endTick) \(other.endTick)"
    }
}

/// Ticks, types and bytes of the meta events of all tracks, but ports and ends, which the music has.
func metaEvents(_ tracks: [Track]) -> [String] {
    tracks.flatMap { track in
        var tick: Int64 = 0
        return track.compactMap { item -> String? in
            tick += Int64(item.delta)
            guard case .meta(let meta) = item.event, meta.type != 0x2F, meta.type != 0x21 else {
                return nil
            }
            return "\(tick) \(meta.type) \(Array(meta.bytes))"
        }
    }.sorted()
}

/// Whether a file keeps its music as a model and back; what differs if not.
func lawViolation(_ file: MIDIFile) throws -> String? {
    let expected = PreparedSequence.sequences(from: file).map(Music.init)
    let models = try MusicSequence.sequences(from: file)
    // A file without tracks is saved with one for the tempo.
    guard !file.tracks.isEmpty else { return nil }
    for (place, model) in models.enumerated() {
        if let found = Music(try model.prepared()).difference(from: expected[place]) {
            return "prepared: \(found)"
        }
        let saved = try model.midiFile()
        let prepared = PreparedSequence.sequences(from: saved)
        if let found = Music(prepared[0]).difference(from: expected[place]) {
            return "saved: \(found)"
        }
        if saved.division != file.division { return "division \(saved.division)" }
        let source = file.format == .independent ? [file.tracks[place]] : file.tracks
        let (found, wanted) = (metaEvents(saved.tracks), metaEvents(source))
        if found != wanted {
            let (extra, missing) = (Set(found).subtracting(wanted), Set(wanted).subtracting(found))
            return "meta events \(extra), not \(missing)"
        }
        // And again: what is saved is read as what it was.
        let bytes = try saved.bytes()
        let again = try MusicSequence(try MIDIFile(bytes))
        if model.firstTrackIndex == again.firstTrackIndex,
            let found = again.difference(from: model)
        {
            return "read again: \(found)"
        }
    }
    return nil
}

extension MusicSequence {
    /// The first thing that differs, in a few words; `nil` if nothing does.
    func difference(from other: MusicSequence) -> String? {
        if info != other.info { return "info \(info) \(other.info)" }
        if tempoTrack.events != other.tempoTrack.events { return "tempo track" }
        if tempoTrack.smpteOffset != other.tempoTrack.smpteOffset { return "SMPTE offset" }
        if tracks.count != other.tracks.count { return "number of tracks" }
        for (number, (left, right)) in zip(tracks, other.tracks).enumerated() where left != right {
            if left.events != right.events { return "events of track \(number)" }
            // The first may have got tempos of tracks that are longer.
            if number == 0, left.endOfTrack != right.endOfTrack { continue }
            return "track \(number): \(left.endOfTrack), not \(right.endOfTrack)"
        }
        return nil
    }
}

/// The folder of the project.
let projectFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// All songs in a folder.
func songs(in folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? [])
        .filter { ["mid", "kar", "rmi"].contains($0.pathExtension.lowercased()) }
        .sorted { $0.path < $1.path }
}

extension MusicTrack {
    /// A track of notes: tick, key, duration.
    static func notes(_ notes: [(Int64, UInt8, Int64)], channel: UInt8 = 0) -> MusicTrack {
        MusicTrack(
            events: notes.map { tick, key, duration in
                (tick, .note(Note(key: key, duration: duration, channel: channel)))
            }
        )
    }

    /// Ticks, keys and durations of its notes, for comparing at a glance.
    var notes: [String] {
        events.compactMap { entry in
            guard case .note(let note) = entry.event else { return nil }
            return "\(entry.tick) \(note.key) \(note.duration)"
        }
    }
}

extension PreparedSequence {
    /// The events as `tick track:bytes`.
    var short: [String] { schedule.map(\.short) }
}
