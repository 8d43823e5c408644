import MIDI
import SMF
import Testing

@Suite("Streaming writer")
struct WritingStreamTests {
    /// What a sink may do wrong.
    private struct Full: Error, Equatable {}

    /// A file in memory, with all states that it ever had.
    private struct MemorySink: ByteSink {
        var bytes: [UInt8] = []
        /// The file after each step, if wanted.
        var states: [[UInt8]]?
        var limit = Int.max
        var synchronizations = 0

        mutating func write(_ new: [UInt8]) throws(Full) {
            guard bytes.count + new.count <= limit else { throw Full() }
            bytes += new
            states?.append(bytes)
        }

        mutating func patch(_ new: [UInt8], at offset: Int) throws(Full) {
            bytes.replaceSubrange(offset..<(offset + new.count), with: new)
            states?.append(bytes)
        }

        mutating func synchronize() throws(Full) { synchronizations += 1 }
    }

    private typealias Writer = StreamingWriter<MemorySink>

    @Test("A file comes out as one writes it in a piece", arguments: 1...6, [true, false])
    func equal(seed: UInt64, usesRunningStatus: Bool) throws {
        var generator = WritingGenerator(seed: seed)
        let file = MIDIFile(
            format: .simultaneous,
            division: .ticksPerQuarter(480),
            tracks: [0, 3, 200, 400].map { generator.track(eventCount: $0) }
        )
        // With a checkpoint after every so many events, or none.
        for interval in [1, 7, 150, Int.max] {
            var writer = try Writer(
                MemorySink(),
                format: file.format,
                division: file.division,
                usesRunningStatus: usesRunningStatus
            )
            for (number, track) in file.tracks.enumerated() {
                try writer.beginTrack()
                for (index, event) in track.enumerated() {
                    // End-of-track as an event, or by a call.
                    if index == track.count - 1, number % 2 == 0 {
                        try writer.endTrack(after: event.delta)
                    } else {
                        try writer.append(event)
                        if index % interval == interval - 1 { try writer.checkpoint() }
                    }
                }
                #expect(writer.tick == track.endTick)
                #expect(writer.eventCount == track.count)
                if number % 2 == 1 { try writer.endTrack() }
            }
            #expect(writer.trackCount == 4)
            let bytes = try writer.finish().bytes
            #expect(try bytes == file.bytes(usesRunningStatus ? .compact : .plain))
        }
    }

    @Test("After a checkpoint the file is complete, and no later step takes anything back")
    func checkpoints() throws {
        var generator = WritingGenerator(seed: 77)
        let tracks = [generator.track(eventCount: 300), generator.track(eventCount: 300)]
        var writer = try Writer(
            MemorySink(states: []),
            format: .simultaneous,
            division: .ticksPerQuarter(480)
        )
        var complete: [(events: [Int], synchronizations: Int)] = []
        for (number, track) in tracks.enumerated() {
            try writer.beginTrack()
            for (index, event) in track.dropLast().enumerated() {
                try writer.append(event)
                guard index % 60 == 59 else { continue }
                try writer.checkpoint()
                complete.append((number == 0 ? [index + 1] : [300, index + 1], complete.count + 1))
            }
            try writer.endTrack(after: track.last?.delta ?? 0)
        }
        let sink = try writer.finish()
        #expect(sink.synchronizations == complete.count)
        // Every state but the ones before the first checkpoint holds the events of the last one.
        var known: [Int] = []
        var checked = 0
        for state in try #require(sink.states) {
            guard let file = try? MIDIFile(state) else { continue }
            let counts = file.tracks.map { $0.count - 1 }
            for (number, count) in known.enumerated() {
                #expect(number < counts.count && counts[number] >= count)
                guard number < counts.count, count > 0 else { continue }
                #expect(
                    file.tracks[number].prefix(count).elementsEqual(tracks[number].prefix(count))
                )
            }
            let violations = file.diagnostics.filter {
                ![.metaTypeRange, .metaUnknown, .metaLength, .metaRange, .sysExUnterminated]
                    .contains($0.code)
            }
            guard violations.isEmpty, let next = complete.first(where: { $0.events == counts })
            else { continue }
            known = next.events
            checked += 1
        }
        #expect(checked >= complete.count)
        #expect(known == [300, 300])
        #expect(try MIDIFile(sink.bytes).tracks == tracks)
    }

    @Test("A checkpoint before any event leaves an empty track")
    func emptyCheckpoint() throws {
        var writer = try Writer(
            MemorySink(states: []),
            format: .single,
            division: .ticksPerQuarter(96)
        )
        try writer.checkpoint()
        try writer.beginTrack()
        try writer.checkpoint()
        try writer.checkpoint()
        let expected =
            Fixture.header(format: 0, tracks: 1) + Fixture.track("00 FF 2F 00")
        try writer.append(
            TrackEvent(delta: 5, event: .channel(.noteOn(channel: 0, key: 60, velocity: 1)))
        )
        let sink = try writer.finish()
        #expect(sink.states?.contains(expected) == true)
        #expect(
            sink.bytes
                == Fixture.header(format: 0, tracks: 1)
                + Fixture.track("05 90 3C 01  00 FF 2F 00")
        )
    }

    @Test("An event that no file can have is refused, and writing goes on")
    func refusal() throws {
        var writer = try Writer(MemorySink(), format: .single, division: .ticksPerQuarter(96))
        try writer.beginTrack()
        let note = Event.channel(.noteOn(channel: 0, key: 60, velocity: 1))
        try writer.append(TrackEvent(delta: 1, event: note))
        let bad: [(TrackEvent, SMFWriteError.Code)] = [
            (TrackEvent(delta: .max, event: note), .deltaRange),
            (TrackEvent(delta: 1, event: .channel(MIDIMessage(status: 0xF8))), .statusInvalid),
            (
                TrackEvent(delta: 1, event: .channel(MIDIMessage(status: 0x90, data1: 128))),
                .dataByteRange
            ),
            (
                TrackEvent(
                    delta: 1,
                    event: .systemExclusive(SystemExclusivePacket(form: .continuation, bytes: []))
                ),
                .packetOrder
            ),
            (
                TrackEvent(delta: 1, event: .meta(MetaEvent(type: 0x2F, bytes: [1]))),
                .endOfTrackLength
            ),
        ]
        for (event, code) in bad {
            do {
                try writer.append(event)
                Issue.record("\(code) was expected")
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                #expect(refusal.code == code)
                #expect(refusal.track == 0)
                #expect(refusal.event == 1)
                #expect(refusal.tick == 1 + Int64(event.delta))
            }
        }
        try writer.append(TrackEvent(delta: 2, event: .meta(.endOfTrack)))
        do {
            try writer.append(TrackEvent(delta: 1, event: note))
            Issue.record("an event after end of track was taken")
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            #expect(refusal.code == .eventAfterEndOfTrack)
        }
        #expect(
            try writer.finish().bytes
                == Fixture.header(format: 0, tracks: 1)
                + Fixture.track("01 90 3C 01  02 FF 2F 00")
        )
    }

    @Test("Formats, divisions and sinks that cannot be had are told")
    func limits() throws {
        do {
            _ = try Writer(MemorySink(), format: .single, division: .ticksPerQuarter(0))
            Issue.record("a division of 0 was taken")
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            #expect(refusal.code == .divisionInvalid)
        }
        do {
            let writer = try Writer(MemorySink(), format: .single, division: .ticksPerQuarter(1))
            _ = try writer.finish()
            Issue.record("format 0 without a track was taken")
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            #expect(refusal.code == .formatZeroTracks)
        }
        do {
            var writer = try Writer(MemorySink(), format: .single, division: .ticksPerQuarter(1))
            try writer.beginTrack()
            try writer.endTrack()
            try writer.beginTrack()
            Issue.record("a second track in format 0 was taken")
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            #expect(refusal.code == .formatZeroTracks)
        }
        do {
            var writer = try Writer(
                MemorySink(limit: 30),
                format: .single,
                division: .ticksPerQuarter(1)
            )
            try writer.beginTrack()
            let text = MetaEvent(type: 1, bytes: ArraySlice(repeating: 65, count: 5000))
            try writer.append(TrackEvent(delta: 0, event: .meta(text)))
            Issue.record("a full sink was written to")
        } catch {
            #expect(error == .sink(Full()))
        }
    }
}
