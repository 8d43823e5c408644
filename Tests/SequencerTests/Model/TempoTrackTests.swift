import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("A tempo track")
struct TempoTrackTests {
    private let division = Division.ticksPerQuarter(480)

    @Test("A ramp's time is at each step that of the ideal ramp", arguments: 0..<UInt64(30))
    func ramp(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (from, to) = (
            UInt32(generator.int(100...2_000_000)), UInt32(generator.int(100...2_000_000))
        )
        let length = Int64(generator.int(1...20_000))
        let track = TempoTrack([(960, .ramp(TempoRamp(from: from, to: to, length: length)))])
        let map = TempoMap(division: division, changes: track.tempoChanges(division: division))
        // Nanoseconds of the ideal: the integral of a period that changes linearly.
        func ideal(_ ticks: Int64) -> Double {
            let slope = Double(Int64(to) - Int64(from)) / Double(length)
            let ticks = Double(ticks)
            let microseconds: Double = Double(from) * ticks + slope * ticks * ticks / 2
            return microseconds / 480 * 1000
        }
        let start = map.nanoseconds(atTick: 960)
        for offset in stride(from: 0, through: length, by: 30) {
            let found = Double(map.nanoseconds(atTick: 960 + offset) - start)
            let tolerance: Double = 1000 * 30 / 480 + 2
            // A step of 30 ticks is a 16th of a quarter note, and half a microsecond is rounded.
            #expect(abs(found - ideal(offset)) < tolerance)
        }
        #expect(map.microsecondsPerQuarter(atTick: 960 + length) == to)
        let periods = map.changes.map(\.microsecondsPerQuarter)
        let (lowest, highest) = (min(from, to) - 1, max(from, to) + 1)
        #expect(periods.allSatisfy { (lowest...highest).contains($0) })
    }

    @Test("A ramp is cut short by the next tempo, and played as it is saved")
    func cutShort() throws {
        var sequence = MusicSequence(
            tempoTrack: TempoTrack([
                (0, .tempo(microsecondsPerQuarter: 500_000)),
                (480, .ramp(TempoRamp(from: 500_000, to: 1_000_000, length: 960))),
                (960, .tempo(microsecondsPerQuarter: 600_000)),
                (1920, .ramp(TempoRamp(from: 600_000, to: 300_000, length: 480))),
            ]),
            tracks: [.notes([(0, 60, 3840)])]
        )
        let map = sequence.tempoMap
        #expect(map.microsecondsPerQuarter(atTick: 959) < 750_000)
        #expect(map.microsecondsPerQuarter(atTick: 960) == 600_000)
        #expect(map.microsecondsPerQuarter(atTick: 2400) == 300_000)
        // Half of the way up: the mean of 500 and 750 ms; all of the way down: of 600 and 300 ms.
        #expect(map.nanoseconds(atTick: 960) - map.nanoseconds(atTick: 480) == 625_000_000)
        #expect(map.nanoseconds(atTick: 2400) - map.nanoseconds(atTick: 1920) == 450_000_000)
        let saved = PreparedSequence.sequences(from: try sequence.midiFile())[0]
        #expect(try sequence.prepared().tempoMap == map)
        #expect(saved.tempoMap == map)
        sequence.division = .smpte(.fps25, ticksPerFrame: 40)
        #expect(try sequence.prepared().tempoMap == sequence.tempoMap)
    }

    @Test(
        "Cut and inserted again, the tempo is what it was at every tick",
        arguments: 0..<UInt64(40)
    )
    func cutAndInsert(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = TempoTrack.random(&generator)
        let then = State(before)
        let range = generator.range().clamped(to: 0..<Int64.max)
        let length = range.upperBound - range.lowerBound
        var track = before
        let clip = track.cut(range)
        // What comes behind the cut keeps its tempo, what comes before it as well.
        var now = State(track)
        for tick in stride(from: Int64(0), to: 6000, by: 50) {
            let old = tick < range.lowerBound ? tick : tick + length
            #expect(now.at(tick) == then.at(old), "tick \(tick)")
        }
        track.insert(clip, at: range.lowerBound)
        now = State(track)
        for tick in stride(from: Int64(0), to: 6000, by: 50) {
            #expect(now.at(tick) == then.at(tick), "tick \(tick)")
        }
        #expect(track.endTick == before.endTick)
    }

    @Test("A clip brings its tempo along, and what follows has its own", arguments: 0..<UInt64(40))
    func copyAndInsert(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = TempoTrack.random(&generator)
        let then = State(before)
        let range = generator.range().clamped(to: 0..<Int64.max)
        let length = range.upperBound - range.lowerBound
        let place = Int64(generator.int(0...45) * 100)
        var track = before
        track.insert(track.copy(range), at: place)
        let now = State(track)
        for tick in stride(from: Int64(0), to: 8000, by: 50) {
            let old =
                tick < place
                ? tick : (tick < place + length ? tick - place + range.lowerBound : tick - length)
            #expect(now.at(tick) == then.at(old), "tick \(tick)")
        }
    }

    @Test("Backwards, each stretch has the tempo that it had", arguments: 0..<UInt64(40))
    func reverse(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = TempoTrack.random(&generator)
        let then = State(before)
        let range = generator.range().clamped(to: 0..<Int64.max)
        var track = before
        track.reverse(range)
        let now = State(track)
        for tick in stride(from: Int64(0), to: 6000, by: 25) {
            // What lasted from one tick to the next lasts back from the next to the one.
            let old = range.contains(tick) ? range.lowerBound + range.upperBound - 1 - tick : tick
            #expect(now.at(tick) == then.at(old), "tick \(tick)")
        }
    }

    /// What holds at ticks: tempo and meter.
    private struct State {
        let tempos: TempoMap
        let meters: [(tick: Int64, name: String)]

        init(_ track: TempoTrack) {
            let division = Division.ticksPerQuarter(480)
            tempos = TempoMap(division: division, changes: track.tempoChanges(division: division))
            meters = track.events.compactMap { entry in
                guard case .timeSignature(let signature) = entry.event else { return nil }
                return (entry.tick, "\(signature)")
            }
        }

        func at(_ tick: Int64) -> String {
            let meter = meters.last { $0.tick <= tick }?.name ?? "4/4"
            return "\(tempos.microsecondsPerQuarter(atTick: tick)) \(meter)"
        }
    }

    @Test("A ramp is played backwards, and forwards again")
    func reverseRamp() {
        let before = TempoTrack([
            (0, .tempo(microsecondsPerQuarter: 500_000)),
            (960, .ramp(TempoRamp(from: 500_000, to: 900_000, length: 480))),
        ])
        var track = before
        track.reverse(0..<1920)
        let backwards = TempoTrack([
            (0, .ramp(TempoRamp(from: 900_000, to: 500_000, length: 480))),
            (480, .tempo(microsecondsPerQuarter: 500_000)),
            (1440, .tempo(microsecondsPerQuarter: 900_000)),
        ])
        #expect(track == backwards)
        track.reverse(0..<1920)
        #expect(track.tempoChanges(division: division) == before.tempoChanges(division: division))
    }

    @Test("Markers name the same music when it is played backwards")
    func markers() {
        var sequence = MusicSequence(
            tempoTrack: TempoTrack([(0, .marker("A")), (960, .marker("B"))]),
            tracks: [.notes([(0, 60, 960), (960, 72, 480)])]
        )
        sequence.reverse()
        #expect(
            sequence.markers == [Marker(tick: 0, name: "B"), Marker(tick: 480, name: "A")]
        )
        #expect(sequence.tracks[0].notes == ["0 72 480", "480 60 960"])
    }

    @Test("Its events are changed through a cursor")
    func cursor() {
        var sequence = MusicSequence(
            tempoTrack: TempoTrack([
                (0, .tempo(beatsPerMinute: 100)), (960, .tempo(beatsPerMinute: 90)),
            ])
        )
        sequence.tempoTrack.withCursor { cursor in
            cursor.seek(to: 1)
            cursor.set(.tempo(beatsPerMinute: 60))
            cursor.setTick(480)
        }
        #expect(sequence.tempoMap.changes.map(\.tick) == [0, 480])
        #expect(sequence.tempoMap.beatsPerMinute(atTick: 480) == 60)
    }

    @Test("A key that is inserted where there was none does not hold behind the clip")
    func insertedKey() {
        var sequence = MusicSequence(tracks: [.notes([(0, 60, 960)])])
        let flat = KeySignature(sharps: -3, isMinor: false)
        sequence.tempoTrack.insert(
            TempoClip(length: 480, events: [(0, .keySignature(flat))]),
            at: 480
        )
        #expect(sequence.keySignature(atTick: 479) == nil)
        #expect(sequence.keySignature(atTick: 959) == flat)
        #expect(sequence.keySignature(atTick: 960) == KeySignature(sharps: 0, isMinor: false))
    }

    @Test("A tempo that is none is the slowest")
    func noTempo() {
        for tempo in [-5, 0, Double.nan, -Double.infinity] {
            #expect(
                TempoEvent.tempo(beatsPerMinute: tempo)
                    == .tempo(microsecondsPerQuarter: 0xFF_FFFF)
            )
        }
        #expect(
            TempoEvent.tempo(beatsPerMinute: .infinity) == .tempo(microsecondsPerQuarter: 1)
        )
    }

    @Test("Tempos that no file can have are neither played nor saved")
    func impossible() throws {
        let sequence = MusicSequence(
            tempoTrack: TempoTrack([
                (0, .tempo(microsecondsPerQuarter: 0)), (0, .tempo(microsecondsPerQuarter: .max)),
                (0, .tempo(beatsPerMinute: 0)), (1, .tempo(beatsPerMinute: -5)),
                (2, .tempo(beatsPerMinute: .nan)), (3, .tempo(beatsPerMinute: .infinity)),
            ])
        )
        #expect(sequence.tempoMap.changes.first?.microsecondsPerQuarter == 0xFF_FFFF)
        let file = try MIDIFile(sequence.midiFile().bytes())
        #expect(file.diagnostics.isEmpty)
        #expect(PreparedSequence.sequences(from: file)[0].tempoMap == sequence.tempoMap)
    }
}
