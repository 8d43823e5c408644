import MIDI
import Sequencer

/// The tracks of a sequence.
extension ListedTrack {
    /// Lists the tracks that have notes, in file order.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - isByChannel: Whether a track has an entry for each of its channels with notes.
    /// - Returns: The tracks.
    static func tracks(
        of sequence: PreparedSequence,
        byChannel isByChannel: Bool = false
    ) -> [ListedTrack] {
        let notes = notes(of: sequence)
        return sequence.tracks.indices.flatMap { index -> [ListedTrack] in
            let used = sequence.tracks[index].channels
            let groups = isByChannel ? used.map { [$0] } : [used]
            return groups.compactMap { channels in
                let own = channels.flatMap { notes[Part(track: index, channel: $0)] ?? [] }
                guard !own.isEmpty else { return nil }
                let isPart = channels.count < used.count
                return ListedTrack(index, channels, own, isPart: isPart, in: sequence)
            }
        }
    }

    private init(
        _ index: Int,
        _ channels: [TrackInfo.Channel],
        _ notes: [Note],
        isPart: Bool,
        in sequence: PreparedSequence
    ) {
        var uses = sequence.programs.filter { use in
            channels.contains { $0.port == use.port && $0.channel == use.channel }
        }
        // Without a program change a channel plays its first one.
        if uses.isEmpty, let channel = channels.first {
            uses.append(ProgramUse(first: channel.channel, port: channel.port))
        }
        let preset = uses.first?.name
        let name = sequence.tracks[index].name.flatMap {
            $0.allSatisfy(\.isWhitespace) ? nil : $0
        }
        self.init(
            number: index + 1,
            // The parts of a track have its name all.
            name: (isPart ? preset ?? name : name ?? preset) ?? "track \(index + 1)",
            channels: channels.map { use in
                let (port, channel) = (Int(use.port), Int(use.channel))
                return Channel(
                    port: port,
                    channel: channel,
                    portNumber: Int(sequence.ports[port]) + 1,
                    selector: sequence.selector(ofChannel: channel, port: port).description
                )
            },
            preset: preset,
            devices: sequence.tracks[index].devices,
            notes: notes
        )
    }

    /// The part of a sequence that a note belongs to.
    private struct Part: Hashable {
        var track: Int
        var channel: TrackInfo.Channel
    }

    /// The notes of each part; a note without an end lasts until the end of the piece.
    private static func notes(of sequence: PreparedSequence) -> [Part: [Note]] {
        var notes: [(part: Part, note: Note)] = []
        var open = OpenNotes<Int>(ports: sequence.ports.count)
        for event in sequence.schedule where event.kind == .channel {
            open.take(event) { key in
                let channel = TrackInfo.Channel(port: event.port, channel: event.message.channel)
                let note = Note(
                    start: event.tick,
                    end: sequence.endTick,
                    key: key,
                    velocity: event.message.data2
                )
                notes.append((Part(track: Int(event.track), channel: channel), note))
                return notes.count - 1
            } ended: { index, _ in
                notes[index].note.end = event.tick
            }
        }
        return Dictionary(grouping: notes, by: \.part).mapValues { $0.map(\.note) }
    }
}

extension ProgramUse {
    /// The program of a channel before its first program change.
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
