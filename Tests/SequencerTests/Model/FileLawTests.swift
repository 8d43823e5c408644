import Foundation
import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("A file as a MusicSequence and back")
struct FileLawTests {
    private static let examples = songs(in: projectFolder.appendingPathComponent("Examples"))

    @Test("keeps the music of the example songs, in order", arguments: examples)
    func example(_ url: URL) throws {
        let file = try MIDIFile([UInt8](Data(contentsOf: url)))
        #expect(try lawViolation(file) == nil)
    }

    @Test("keeps the music of each example in format 0, too", arguments: examples)
    func exampleInFormat0(_ url: URL) throws {
        let file = try MIDIFile([UInt8](Data(contentsOf: url)))
        let single = try MusicSequence(file).midiFile(format: .single)
        #expect(single.format == .single)
        #expect(try lawViolation(single) == nil)
        #expect(single.tracks.count == 1)
        let expected = Music(PreparedSequence.sequences(from: try file.merged(.asPlayed))[0])
        let found = Music(PreparedSequence.sequences(from: single)[0])
        #expect(found.sounds == expected.sounds)
    }

    private static let corpus = ProcessInfo.processInfo.environment["SEQD_CORPUS"]

    @Test("keeps the music of all files of a corpus", .enabled(if: corpus != nil))
    func realFiles() throws {
        var violations: [String] = []
        var count = 0
        for url in songs(in: URL(fileURLWithPath: try #require(Self.corpus))) {
            guard let bytes = try? [UInt8](Data(contentsOf: url)), let file = try? MIDIFile(bytes)
            else { continue }
            count += 1
            if let found = try lawViolation(file) { violations.append("\(url.path): \(found)") }
        }
        #expect(count > 0)
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test("keeps what a generator makes that knows no manners", arguments: 0..<60)
    func generated(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let format: MIDIFile.Format =
            [.single, .simultaneous, .simultaneous, .independent][generator.int(0...3)]
        let count = format == .single ? 1 : generator.int(1...4)
        let tracks = (0..<count).map { number in
            Track.unruly(&generator, hasMusic: number > 0 || generator.int(0...1) == 0)
        }
        let division: Division =
            generator.int(0...4) == 0
            ? .smpte(.fps25, ticksPerFrame: 40) : .ticksPerQuarter(UInt16(generator.int(1...960)))
        let file = MIDIFile(format: format, division: division, tracks: tracks)
        let violation = try lawViolation(file)
        #expect(violation == nil)
    }

    private func model(_ events: [(Int64, Event)], end: Int64? = nil) throws -> MusicSequence {
        try MusicSequence(
            MIDIFile(
                format: .simultaneous,
                division: .ticksPerQuarter(480),
                tracks: [Track.of(events, end: end)]
            )
        )
    }

    @Test("keeps on which side of a note-off a pedal goes down or up")
    func pedals() throws {
        let events: [(Int64, Event)] = [
            (0, .on(0, 60)), (0, .on(0, 64)), (480, .off(0, 60)), (480, .cc(0, 64, 127)),
            (480, .off(0, 64)), (480, .on(0, 60)), (960, .cc(0, 64, 0)), (960, .off(0, 60)),
        ]
        let sequence = try model(events)
        #expect(sequence.tracks[0].notes == ["0 60 480", "0 64 480", "480 60 480"])
        let expected = PreparedSequence.of(events).short
        #expect(try sequence.prepared().short == expected)
    }

    @Test("pairs first with first, and leaves what has no partner as it is")
    func pairing() throws {
        let sequence = try model([
            (0, .on(0, 60, 1)), (10, .on(0, 60, 2)), (20, .off(0, 60)), (30, .off(0, 60)),
            (40, .off(0, 60)), (50, .on(0, 62)), (60, .on(1, 64, 5)), (70, .on(1, 64, 0)),
        ])
        #expect(sequence.tracks[0].notes == ["0 60 20", "10 60 20", "60 64 10"])
        let messages = sequence.tracks[0].events.compactMap { entry -> MIDIMessage? in
            if case .channel(let message) = entry.event { message } else { nil }
        }
        #expect(
            messages == [
                .noteOff(channel: 0, key: 60), .noteOn(channel: 0, key: 62, velocity: 100),
            ]
        )
        guard case .note(let last) = sequence.tracks[0].events.last?.event else {
            Issue.record("no note at the end")
            return
        }
        #expect(last.releaseVelocity == nil)
    }

    @Test("ends no note with a note-off from after all notes were switched off")
    func modeMessages() throws {
        let sequence = try model([
            (0, .on(0, 60)), (10, .cc(0, 123, 0)), (20, .on(0, 60)), (50, .off(0, 60)),
        ])
        #expect(sequence.tracks[0].notes == ["20 60 30"])
    }

    @Test("makes one message of packets, at the last one, and keeps escapes")
    func systemExclusive() throws {
        let sequence = try model([
            (0, .packet(.start, [0x43, 0x10])), (10, .on(0, 60)),
            (20, .packet(.continuation, [0x11, 0xF7])), (30, .packet(.escape, [0xF3, 0x01])),
            (40, .off(0, 60)),
        ])
        let events = sequence.tracks[0].events.map { "\($0.tick) \($0.event)" }
        #expect(events[1] == "20 \(MusicEvent.systemExclusive([0x43, 0x10, 0x11]))")
        #expect(events[2] == "30 \(MusicEvent.raw([0xF3, 0x01]))")
    }

    @Test("finds names, copyright, texts and ports where they belong")
    func properties() throws {
        let conductor = Track.of([
            (0, .text(0x03, "Suite")), (0, .text(0x02, "© me")), (0, .text(0x01, "first")),
            (0, .text(0x01, "second")), (0, .tempo(400_000)), (0, .meter(3, 2)),
            (0, .meta(MetaEvent(type: 0x00, bytes: [0x01, 0x02]))),
            (0, .meta(MetaEvent(type: 0x54, bytes: [0x61, 2, 3, 4, 5]))),
            (960, .text(0x06, "Trio")), (960, .text(0x05, "la")),
        ])
        let music = Track.of([
            (0, .text(0x03, "Flute")), (0, .text(0x04, "Wood")), (0, .port(3)), (0, .on(0, 60)),
            (480, .off(0, 60)),
        ])
        let file = MIDIFile(
            format: .simultaneous,
            division: .ticksPerQuarter(480),
            tracks: [conductor, music]
        )
        let sequence = try MusicSequence(file)
        #expect(sequence.info.name == "Suite")
        #expect(sequence.info.copyright == "© me")
        #expect(sequence.info.comments == ["first", "second"])
        #expect(sequence.info.number == 0x0102)
        #expect(sequence.tempoTrack.smpteOffset?.hours == 1)
        #expect(sequence.tempoTrack.smpteOffset?.rate == .fps30)
        #expect(sequence.tempoTrack.isOwnTrack)
        #expect(sequence.firstTrackIndex == 1)
        #expect(sequence.tracks.map(\.name) == ["Flute"])
        #expect(sequence.tracks[0].instrumentName == "Wood")
        #expect(sequence.tracks[0].destination == 3)
        #expect(sequence.tracks[0].events.count == 1)
        #expect(sequence.markers == [Marker(tick: 960, name: "Trio")])
        #expect(sequence.tempoMap.changes.map(\.microsecondsPerQuarter) == [400_000])
        #expect(sequence.meterMap.changes.map(\.signature.description) == ["3/4"])
        #expect(try lawViolation(file) == nil)
    }

    @Test("keeps texts byte by byte, whatever their encoding")
    func encodings() throws {
        let latin = MetaEvent(type: 0x03, bytes: [0x43, 0x61, 0x66, 0xE9])
        var sequence = try model([(0, .meta(latin)), (0, .on(0, 60)), (9, .off(0, 60))])
        #expect(sequence.info.name?.string == "Café")
        #expect(try sequence.prepared().name == "Café")
        let kept = try sequence.midiFile().tracks[0].texts.map { Array($0.bytes) }
        #expect(kept == [[0x43, 0x61, 0x66, 0xE9]])
        sequence.info.name = "Café"
        let written = try sequence.midiFile().tracks[0].texts.map { Array($0.bytes) }
        #expect(written == [Array("Café".utf8)])
    }

    @Test("brings user events back that are alone in the first track")
    func lonelyUserEvents() throws {
        var sequence = MusicSequence(tracks: [MusicTrack(), .notes([(0, 60, 480)])])
        sequence.tempoTrack.isOwnTrack = false
        sequence.tracks[0].insert(.user([1]), at: 240)
        let again = try MusicSequence(MIDIFile(sequence.midiFile().bytes()))
        #expect(again.userEvents == [UserEvent(tick: 240, track: 0, bytes: [1])])
    }

    @Test("leaves out what a tempo track has, where it is in another place")
    func strayTempo() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 480)])])
        sequence.tracks[0].insert(.meta(MetaEvent(type: 0x51, bytes: [1, 2, 3])), at: 0)
        sequence.tempoTrack.insert(
            .timeSignature(TimeSignature(numerator: 0, denominatorPower: 2)),
            at: 0
        )
        sequence.tempoTrack.insert(
            .keySignature(KeySignature(sharps: 100, isMinor: false)),
            at: 0
        )
        let file = try MIDIFile(sequence.midiFile().bytes())
        #expect(file.diagnostics.isEmpty)
        #expect(metaEvents(file.tracks).isEmpty)
        #expect(try sequence.prepared().tempoMap == sequence.tempoMap)
    }

    @Test("bridges gaps that are longer than a file's greatest distance")
    func gaps() throws {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 480)])])
        sequence.tracks[0].insert(.user([1]), at: 1 << 30)
        let again = try MusicSequence(MIDIFile(sequence.midiFile().bytes()))
        #expect(again.userEvents.map(\.tick) == [1 << 30])
    }

    @Test("decodes texts that are still events as those that are not")
    func decoder() throws {
        // は in Shift-JIS.
        let name = MetaEvent(type: 0x03, bytes: [0x82, 0xCD])
        let decoder = TextDecoder(name: "test") { $0.elementsEqual([0x82, 0xCD]) ? "は" : "?" }
        let sequence = try MusicSequence(
            MIDIFile(
                format: .simultaneous,
                division: .ticksPerQuarter(480),
                tracks: [.of([]), .of([(5, .meta(name)), (9, .on(0, 60)), (99, .off(0, 60))])]
            ),
            decoding: decoder
        )
        #expect(try sequence.prepared(decoding: decoder).tracks[1].name == "は")
    }

    @Test("brings user events back, and leaves those of others alone")
    func userEvents() throws {
        var sequence = MusicSequence(tracks: [MusicTrack(), .notes([(0, 60, 480)])])
        sequence.tracks[1].insert(.user([1, 2, 0xFF]), at: 240)
        sequence.tracks[0].insert(.user([]), at: 480)
        let foreign = MetaEvent(type: 0x7F, bytes: [0x7D, 1, 2, 3])
        sequence.tracks[0].insert(.meta(foreign), at: 0)
        let again = try MusicSequence(MIDIFile(sequence.midiFile().bytes()))
        #expect(
            again.userEvents == [
                UserEvent(tick: 240, track: 1, bytes: [1, 2, 0xFF]),
                UserEvent(tick: 480, track: 0, bytes: []),
            ]
        )
        #expect(again.tracks[0].events.first?.event == .meta(foreign))
        #expect(try sequence.prepared().schedule.count == 2)
    }
}

extension Track {
    /// A track with everything that a file may have, at few ticks, so that much comes together.
    static func unruly(_ generator: inout SeededGenerator, hasMusic: Bool) -> Track {
        var events: [(Int64, Event)] = []
        var tick: Int64 = 0
        for _ in 0..<generator.int(0...120) {
            tick += Int64([0, 0, 0, 1, 10, 200][generator.int(0...5)])
            let event = Event.unruly(&generator)
            if case .meta = event {} else if !hasMusic { continue }
            events.append((tick, event))
        }
        return .of(events, end: tick + Int64(generator.int(0...1) * 100))
    }
}

extension Event {
    fileprivate static func unruly(_ generator: inout SeededGenerator) -> Event {
        let channel = generator.byte(0...2)
        let key = generator.byte(60...63)
        switch generator.int(0...23) {
        case 0...5: return .on(channel, key, generator.byte(0...3))
        case 6...10:
            return .channel(.noteOff(channel: channel, key: key, velocity: generator.byte()))
        case 11: return .cc(channel, 64, generator.byte())
        case 12: return .cc(channel, [120, 123, 121][generator.int(0...2)], 0)
        case 13: return .program(channel, generator.byte())
        case 14: return .port(generator.byte(0...2))
        case 15: return .tempo(UInt32(generator.int(0...900_000)))
        case 16: return .meter(generator.byte(0...5), generator.byte(0...8))
        case 17: return .meta(MetaEvent(type: 0x59, bytes: [generator.byte(0...7), 0]))
        case 18: return .text(generator.byte(1...9), "\(generator.int(0...99))")
        case 19: return .meta(MetaEvent(type: 0x20, bytes: [channel]))
        case 20: return .packet(.start, [0x43, generator.byte(), 0xF7])
        case 21: return .packet(.start, [0x43, generator.byte()])
        case 22: return .packet(.continuation, [generator.byte(), 0xF7])
        default: return .packet(.escape, [0x90, generator.byte(), generator.byte()])
        }
    }
}
