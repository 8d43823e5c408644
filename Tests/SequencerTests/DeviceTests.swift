import MIDI
import SMF
import TestSupport
import Testing

@testable import Sequencer

/// Device names (FF 09), and what has a sampler of its own for them.
@Suite struct DeviceTests {
    private func sequence(
        _ tracks: (@Sendable (inout SMFBuilder.Track) -> Void)...
    ) throws -> PreparedSequence {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        for track in tracks { song.track(nil, track) }
        return try #require(PreparedSequence.sequences(from: try MIDIFile(song.bytes)).first)
    }

    private static func part(
        _ device: String?,
        channel: UInt8,
        port: UInt8? = nil
    ) -> @Sendable (inout SMFBuilder.Track) -> Void {
        { track in
            if let port { track.port(at: 0, port) }
            if let device { track.meta(at: 0, type: 9, Array(device.utf8)) }
            track.program(at: 0, channel: channel, 5)
            track.note(at: 0, length: 10, channel: channel, key: 60)
        }
    }

    @Test func twoDevicesOnOneChannelAreTwo() throws {
        let sequence = try sequence(
            Self.part(nil, channel: 3),
            Self.part("A", channel: 0),
            Self.part("B", channel: 0),
            Self.part("A", channel: 1)
        )
        #expect(sequence.ports == [0, 0])
        #expect(sequence.portDevices == ["A", "B"])
        #expect(sequence.tracks.map(\.devices) == [[], ["A"], ["B"], ["A"]])
        #expect(sequence.tracks.map { $0.channels.map(\.port) } == [[0], [0], [1], [0]])
    }

    @Test func devicesThatShareNoChannelShareTheirPort() throws {
        for sequence in [
            try sequence(Self.part("A", channel: 0), Self.part("B", channel: 1)),
            try sequence(Self.part("A", channel: 0), Self.part("A", channel: 0)),
            try sequence(Self.part(nil, channel: 0), Self.part("A", channel: 0)),
        ] {
            #expect(sequence.ports == [0])
            #expect(sequence.portDevices == [nil])
        }
        let ports = try sequence(
            Self.part("A", channel: 0, port: 0),
            Self.part("B", channel: 0, port: 1)
        )
        #expect(ports.ports == [0, 1])
        #expect(ports.portDevices == [nil, nil])
    }

    /// As files whose tracks were merged have it.
    @Test func aDeviceWithoutNotesIsNoneThatPlays() throws {
        let sequence = try sequence({ track in
            track.meta(at: 0, type: 9, Array("A".utf8))
            track.meta(at: 0, type: 9, Array("B".utf8))
            track.note(at: 2, length: 10, channel: 0, key: 60)
        })
        #expect(sequence.portDevices == [nil])
        #expect(sequence.tracks[0].devices == ["A", "B"])
        #expect(sequence.tracks[0].playedDevices == ["B"])
    }

    @Test func manyNamesAreReadInTime() throws {
        let sequence = try sequence(
            { track in
                for number: UInt32 in 0..<50_000 {
                    track.meta(at: number, type: 9, Array("device \(number)".utf8))
                    track.note(at: number, length: 1, channel: 0, key: 60)
                }
            }
        )
        #expect(sequence.ports.count == 16 && sequence.portNumbers == [1] && sequence.hasOnePort)
        #expect(sequence.tracks[0].devices.count == 50_000)
    }

    @Test func aTrackCanGoFromOneToAnother() throws {
        let sequence = try sequence({ track in
            track.program(at: 0, channel: 0, 1)
            track.meta(at: 1, type: 9, Array("A".utf8))
            track.note(at: 2, length: 10, channel: 0, key: 60)
            track.meta(at: 20, type: 9, Array("B".utf8))
            track.note(at: 21, length: 10, channel: 1, key: 62)
            track.meta(at: 40, type: 9, Array("A".utf8))
            track.note(at: 41, length: 10, channel: 0, key: 64)
        })
        #expect(sequence.portDevices == ["A", "B"])
        let notes = sequence.schedule.filter { $0.kind == .channel && $0.message.isNoteOn }
        #expect(notes.map(\.port) == [0, 1, 0])
        #expect(sequence.tracks[0].devices == ["A", "B"])
    }

    /// The keys of the notes by port and device.
    private func played(_ file: MIDIFile) throws -> [String: [UInt8]] {
        let sequence = try #require(PreparedSequence.sequences(from: file).first)
        var played: [String: [UInt8]] = [:]
        for event in sequence.schedule where event.kind == .channel && event.message.isNoteOn {
            let device = sequence.portDevices[Int(event.port)] ?? ""
            played["\(sequence.ports[Int(event.port)]) \(device)", default: []]
                .append(event.message.data1)
        }
        return played
    }

    @Test func devicesStayApartWhereTracksAreMergedOrSplit() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        for (number, device) in ["A", "B", nil, "A"].enumerated() {
            song.track(nil) { track in
                if let device { track.meta(at: 0, type: 9, Array(device.utf8)) }
                for step: UInt32 in 0..<3 {
                    let key = 40 + UInt8(number) * 10 + UInt8(step)
                    track.note(at: step * 10, length: 5, channel: number == 3 ? 1 : 0, key: key)
                }
                if number == 3 {
                    track.meta(at: 40, type: 9, Array("B".utf8))
                    track.note(at: 40, length: 5, channel: 1, key: 99)
                }
            }
        }
        let file = try MIDIFile(song.bytes)
        let wanted = try played(file).mapValues { $0.sorted() }
        #expect(wanted.count == 2 && wanted["0 B"]?.count == 4)
        for other in [try file.merged(), try file.splitByChannel(), try file.splitByPort()] {
            #expect(try played(other).mapValues { $0.sorted() } == wanted)
        }
        // Channels tell these apart: nothing is added.
        var plain = SMFBuilder(format: 1, ticksPerQuarter: 480)
        for (channel, device) in ["A", "B"].enumerated() {
            plain.track(nil) { track in
                track.meta(at: 0, type: 9, Array(device.utf8))
                for step: UInt32 in 0..<3 {
                    track.note(at: step * 10, length: 5, channel: UInt8(channel), key: 60)
                }
            }
        }
        let shared = try MIDIFile(plain.bytes)
        for other in [
            try shared.merged(), try shared.merged(.asPlayed), try shared.splitByChannel(),
            try shared.splitByPort(),
        ] {
            #expect(try played(other) == played(shared))
            let names = other.tracks.joined().count {
                if case .meta(let meta) = $0.event { meta.type == 9 } else { false }
            }
            #expect(names == 2)
        }
    }

    /// A port without devices stays one sampler beside another whose devices are named.
    @Test func aPortWithoutDevicesStaysOne() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        for (number, device) in ["A", "B", nil].enumerated() {
            song.track(nil) { track in
                track.port(at: 0, device == nil ? 1 : 0)
                if let device { track.meta(at: 0, type: 9, Array(device.utf8)) }
                for step: UInt32 in 0..<3 {
                    track.note(at: step * 10, length: 5, channel: 0, key: 40 + UInt8(number))
                }
            }
        }
        let file = try MIDIFile(song.bytes)
        let wanted = try played(file)
        #expect(wanted.count == 3)
        #expect(try played(file.merged()).count == 3)
    }
}
