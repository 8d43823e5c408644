import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Conversion between divisions")
struct DivisionConversionTests {
    private func file(
        _ division: Division,
        format: MIDIFile.Format = .simultaneous,
        _ tracks: [Track]
    ) -> MIDIFile {
        MIDIFile(format: format, division: division, tracks: tracks)
    }

    /// Times of all events but tempos and ends, in seconds, per track.
    private func seconds(_ file: MIDIFile) -> [[Double]] {
        func changes(_ track: Track) -> [TempoMap.Change] {
            var tick: Int64 = 0
            return track.compactMap { event in
                tick += Int64(event.delta)
                guard case .meta(let meta) = event.event, case .tempo(let tempo) = meta.value else {
                    return nil
                }
                return TempoMap.Change(tick: tick, microsecondsPerQuarter: tempo)
            }
        }
        let all = file.tracks.flatMap(changes)
        return file.tracks.map { track in
            let map = TempoMap(
                division: file.division,
                changes: file.format == .independent ? changes(track) : all
            )
            var tick: Int64 = 0
            return track.compactMap { event in
                tick += Int64(event.delta)
                guard case .channel = event.event else { return nil }
                return map.seconds(atTick: tick)
            }
        }
    }

    private static let divisions: [Division] = [
        .ticksPerQuarter(96), .ticksPerQuarter(480), .ticksPerQuarter(32_767),
        .smpte(.fps24, ticksPerFrame: 4), .smpte(.fps25, ticksPerFrame: 40),
        .smpte(.fps2997, ticksPerFrame: 80), .smpte(.fps30, ticksPerFrame: 255),
    ]

    /// How long a tick lasts at most, in seconds.
    private func tick(_ division: Division, slowest tempo: UInt32) -> Double {
        switch division {
        case .ticksPerQuarter(let ticks): Double(tempo) / 1e6 / Double(ticks)
        case .smpte(let rate, let ticks):
            (rate == .fps2997 ? 1001.0 / 30_000 : 1 / Double(rate.rawValue)) / Double(ticks)
        }
    }

    @Test("Times agree within half a new tick", arguments: divisions, divisions)
    func times(from old: Division, to new: Division) throws {
        var random = SeededGenerator(seed: 11)
        let tracks = (0..<3).map { number in
            var tick: Int64 = 0
            var events: [(Int64, Event)] = []
            for _ in 0..<200 {
                tick += Int64(random.int(0...300))
                if number < 2, random.int(0...9) == 0 {
                    events.append((tick, .tempo(UInt32(random.int(200_000...900_000)))))
                } else {
                    events.append((tick, .on(0, random.byte())))
                }
            }
            return Track.of(events)
        }
        for format in [MIDIFile.Format.simultaneous, .independent] {
            let file = file(old, format: format, tracks)
            let converted = try file.converted(to: new, microsecondsPerQuarter: 400_000)
            #expect(converted.division == new)
            #expect(converted.format == format)
            let limit = tick(new, slowest: 900_000) / 2 + 1e-9
            for (before, after) in zip(seconds(file), seconds(converted)) {
                #expect(before.count == after.count)
                for (first, second) in zip(before, after) {
                    // Between quarter notes the tempo events move too, each by half a tick.
                    guard case .ticksPerQuarter = old, case .ticksPerQuarter = new else {
                        #expect(abs(first - second) <= limit)
                        continue
                    }
                    #expect(abs(first - second) <= limit * 100)
                }
            }
            // What can be written is what was made.
            #expect(try MIDIFile(try converted.bytes()).tracks == converted.tracks)
        }
    }

    @Test("Quarter notes become milliseconds, and tempos are dropped")
    func toFrames() throws {
        let conductor = Track.of([(0, .tempo(500_000)), (96, .meter(3, 2)), (192, .tempo(250_000))])
        let notes = Track.of([(0, .on(0, 60)), (192, .off(0, 60)), (201, .on(0, 62))], end: 288)
        let file = file(.ticksPerQuarter(96), [conductor, notes])
        let frames = try file.converted(to: .smpte(.fps25, ticksPerFrame: 40))
        // Tick 201 is 1 s and 9 × 2.604 ms.
        #expect(
            frames.tracks == [
                Track.of([(500, .meter(3, 2))], end: 1000),
                Track.of([(0, .on(0, 60)), (1000, .off(0, 60)), (1023, .on(0, 62))], end: 1250),
            ]
        )
    }

    @Test("Frames become quarter notes of one tempo, which the first track says")
    func toQuarters() throws {
        let notes = Track.of(
            [(0, .tempo(250_000)), (0, .on(0, 60)), (1000, .off(0, 60))],
            end: 1250
        )
        let other = Track.of([(1, .on(1, 60))])
        let file = file(.smpte(.fps25, ticksPerFrame: 40), [notes, other])
        let quarters = try file.converted(to: .ticksPerQuarter(480))
        #expect(
            quarters.tracks == [
                Track.of([(0, .tempo(500_000)), (0, .on(0, 60)), (960, .off(0, 60))], end: 1200),
                Track.of([(1, .on(1, 60))]),
            ]
        )
        let slow = try file.converted(to: .ticksPerQuarter(480), microsecondsPerQuarter: 1_000_000)
        #expect(
            slow.tracks[0]
                == Track.of(
                    [(0, .tempo(1_000_000)), (0, .on(0, 60)), (480, .off(0, 60))],
                    end: 600
                )
        )
        var patterns = file
        patterns.format = .independent
        let tempos = try patterns.converted(to: .ticksPerQuarter(480)).tracks.map(\.first?.event)
        #expect(tempos == [.tempo(500_000), .tempo(500_000)])
    }

    @Test("Of two ticks that are equally near the later is taken")
    func halves() throws {
        let notes = Track.of([(1, .on(0, 60)), (3, .off(0, 60))])
        let file = file(.smpte(.fps25, ticksPerFrame: 80), [notes])
        let half = try file.converted(to: .smpte(.fps25, ticksPerFrame: 40))
        #expect(half.tracks == [Track.of([(1, .on(0, 60)), (2, .off(0, 60))])])
    }

    @Test("The longest times there are do not trap")
    func longTimes() throws {
        var track = Track()
        for _ in 0..<10_000 {
            track.append(TrackEvent(delta: 0x0FFF_FFFF, event: .on(0, 60)))
        }
        for tempo: UInt32 in [1, 0xFF_FFFF] {
            let file = file(.ticksPerQuarter(1), [Track.of([(0, .tempo(tempo))]), track])
            let converted = try? file.converted(to: .smpte(.fps30, ticksPerFrame: 255))
            // 1 µs a tick is the only one of both that delta times hold.
            #expect((converted == nil) == (tempo > 1))
            let exact = Int128(track.endTick) * 7650 / 1_000_000
            if let converted {
                #expect(abs(Int128(converted.tracks[1].endTick) - exact) <= 1)
            }
        }
    }

    @Test("Divisions, tempos and delta times outside the range are refused")
    func refusals() {
        func code(_ old: Division, _ new: Division, tempo: UInt32 = 500_000) -> SMFWriteError.Code?
        {
            let track = Track.of([(0x0FFF_FFFF, .on(0, 60))])
            return #expect(throws: SMFWriteError.self) {
                try file(old, [track]).converted(to: new, microsecondsPerQuarter: tempo)
            }?.code
        }
        let (quarter, frame) = (
            Division.ticksPerQuarter(96), Division.smpte(.fps25, ticksPerFrame: 1)
        )
        #expect(code(.ticksPerQuarter(0), frame) == .divisionInvalid)
        #expect(code(quarter, .ticksPerQuarter(40_000)) == .divisionInvalid)
        #expect(code(quarter, .smpte(.fps24, ticksPerFrame: 0)) == .divisionInvalid)
        #expect(code(.smpte(.fps24, ticksPerFrame: 0), quarter) == .divisionInvalid)
        #expect(code(frame, quarter, tempo: 0) == .tempoInvalid)
        #expect(code(frame, quarter, tempo: 0x100_0000) == .tempoInvalid)
        #expect(code(frame, .ticksPerQuarter(32_767)) == .deltaRange)
        #expect(code(.ticksPerQuarter(1), .smpte(.fps30, ticksPerFrame: 255)) == .deltaRange)
    }

    @Test("A file that is merged as it is played gives the same schedule", arguments: 1...20)
    func mergedSchedule(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tracks = (0..<4).map { number in
            var tick: Int64 = 0
            var events: [(Int64, Event)] = []
            for _ in 0..<60 {
                tick += Int64(random.int(0...2)) * 24
                switch random.int(0...5) {
                case 0: events.append((tick, .program(random.byte(0...1), random.byte())))
                case 1: events.append((tick, .off(random.byte(0...1), random.byte(60...63))))
                case 2: events.append((tick, .meta(MetaEvent(type: 6, bytes: []))))
                case 3: events.append((tick, .cc(random.byte(0...1), 7, random.byte())))
                default: events.append((tick, .on(random.byte(0...1), random.byte(60...63))))
                }
            }
            return Track.of(events, end: tick + Int64(number))
        }
        let file = file(.ticksPerQuarter(96), tracks)
        let merged = try file.merged(.asPlayed)
        func played(_ file: MIDIFile) -> [[Int64]] {
            PreparedSequence.sequences(from: file)[0].schedule.map { [$0.tick, Int64($0.bits)] }
        }
        #expect(played(merged) == played(file))
    }
}
