package import CommandSupport
import SMF
package import Sequencer
import Wording

/// A tempo event at a tick.
private struct TempoChange: Hashable {
    var tick: Int64
    var event: TempoEvent
}

/// Operations on tracks, and on the tempo.
extension Editor {
    package mutating func merge(_ path: String) throws(CommandFailure) -> Report {
        var file = try tracks(ofFile: path)
        let added: MusicSequence
        do {
            if file.division != sequence.division {
                file = try file.converted(to: sequence.division)
            }
            added = try MusicSequence(file)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        let tracks = added.tracks.enumerated().map { index, track in
            var track = track
            // A file of format 0 has its name, and its track's, in one.
            track.name = added.name(ofTrack: index)
            return track
        }
        let hasOtherTempo = tempos(of: added) != tempos(of: sequence)
        changeAll { sequence in
            // The one track that also has the tempo stays the first.
            sequence.tracks += tracks
        }
        let events = tracks.reduce(0) { $0 + $1.events.count }
        return Report(
            text: "added \(NumberText.count(tracks.count, "track")) with "
                + "\(NumberText.count(events, "event")) of \(path); its tempo and meter are left out",
            isEmpty: tracks.isEmpty,
            warning: hasOtherTempo
                ? "\(path) has another tempo, which is left out: its notes follow that of the file"
                : nil
        )
    }

    /// The tempo events; a file without any plays 120 quarter notes per minute.
    private func tempos(of sequence: MusicSequence) -> [TempoChange] {
        var changes: [TempoChange] = []
        for entry in sequence.tempoTrack.events {
            switch entry.event {
            case .tempo, .ramp:
                if entry.tick == changes.last?.tick { changes.removeLast() }
                changes.append(TempoChange(tick: entry.tick, event: entry.event))
            default: break
            }
        }
        let standard = TempoEvent.tempo(microsecondsPerQuarter: 500_000)
        if changes.first?.tick != 0 {
            changes.insert(TempoChange(tick: 0, event: standard), at: 0)
        }
        return changes
    }

    package mutating func deleteTracks(_ selectors: SelectorSet) throws(CommandFailure) -> Report {
        let found = try EditScope.NamedTracks(selectors, in: sequence)
        guard !found.hasTempoTrack else {
            throw CommandFailure(.usage, "track 1 has the tempo and the meter, which stay")
        }
        remove(tracks: found.tracks)
        return report("deleted", found.tracks.count, "track")
    }

    package mutating func rename(_ name: String, _ scope: EditScope) throws(CommandFailure)
        -> Report
    {
        guard scope.tracks.count + (scope.hasTempoTrack ? 1 : 0) == 1 else {
            throw CommandFailure(.usage, "expected --track with one track before it")
        }
        let text = SequenceText(name)
        changeAll { sequence in
            if let index = scope.tracks.first {
                let isShared = index == 0 && sequence.firstTrackIndex == 0
                if isShared, sequence.tracks[0].name == nil {
                    sequence.info.name = text
                } else {
                    sequence.tracks[index].name = text
                }
            } else {
                sequence.info.name = text
            }
        }
        return report("renamed", 1, "track")
    }

    package mutating func setTempo(_ tempo: Tempo) throws(CommandFailure) -> Report {
        guard sequence.ticksPerWholeNote != nil else { throw Self.noBeats }
        var before = 0
        changeAll { sequence in
            var events: [(tick: Int64, event: TempoEvent)] = [
                (0, .tempo(microsecondsPerQuarter: tempo.microsecondsPerQuarter))
            ]
            for entry in sequence.tempoTrack.events {
                switch entry.event {
                case .tempo, .ramp: before += 1
                default: events.append((entry.tick, entry.event))
                }
            }
            let old = sequence.tempoTrack
            sequence.tempoTrack = TempoTrack(
                events,
                smpteOffset: old.smpteOffset,
                endOfTrack: old.endOfTrack,
                isOwnTrack: old.isOwnTrack
            )
        }
        return Report(
            text:
                "set the tempo to \(tempo), instead of \(NumberText.count(before, "tempo event"))",
            isEmpty: false
        )
    }
}
