import Dispatch
import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// The merge is the one that is described, whatever the tracks and however many threads.
@Suite("Merging tracks")
struct MergeTests {
    /// What one track makes, in its order.
    private struct Made: Equatable {
        var tick: Int64
        var track: Int
        /// The FF 21 value that counts there.
        var port: UInt8
        /// A channel message's bits; 0xF0 for SysEx.
        var bits: UInt32 = 0xF0
        /// What stands between F0 and F7 of a SysEx message.
        var message: [UInt8] = []

        /// What goes first at one tick: note-offs, then what is no note, then note-ons.
        var rank: Int {
            switch bits & 0xF0 {
            case 0x80: 0
            case 0x90: bits >> 16 == 0 ? 0 : 2
            default: 1
            }
        }
    }

    /// The events of a track, without the code under test: packets joined, escapes taken apart.
    private static func made(of track: Track, number: Int) -> [Made] {
        var all: [Made] = []
        var here = Made(tick: 0, track: number, port: 0)
        // The packets of a message, and where the last of them would have put its event.
        var open: (bytes: [UInt8], place: Int, made: Made)?
        func close() {
            guard let (bytes, place, made) = open else { return }
            all.insert(made, at: place)
            all[place].message = Array(bytes.prefix { $0 != 0xF7 })
            open = nil
        }
        func make(_ bits: UInt32) {
            all.append(here)
            all[all.count - 1].bits = bits
        }
        for event in track {
            here.tick += Int64(event.delta)
            switch event.event {
            case .channel(let message): make(message.bits)
            case .meta(let meta):
                if meta.type == 0x21, let value = meta.bytes.first { here.port = value }
            case .systemExclusive(let packet):
                switch packet.form {
                case .start:
                    close()
                    open = (Array(packet.bytes), all.count, here)
                case .continuation:
                    open = ((open?.bytes ?? []) + packet.bytes, all.count, here)
                case .escape:
                    // The generator's escapes are messages of three bytes.
                    let bytes = packet.bytes.map(UInt32.init)
                    for start in stride(from: 0, to: bytes.count, by: 3) {
                        make(bytes[start] | bytes[start + 1] << 8 | bytes[start + 2] << 16)
                    }
                }
                if packet.form != .escape, packet.bytes.last == 0xF7 { close() }
            }
        }
        close()
        return all
    }

    /// The merge as it is described: of the tracks' next events at the least tick, the lowest rank,
    /// then the lowest track.
    private static func reference(_ tracks: [Track]) -> [Made] {
        var heads = tracks.enumerated().map { made(of: $1, number: $0)[...] }
        var merged: [Made] = []
        while true {
            var best: Int?
            for (number, head) in heads.enumerated() {
                guard let event = head.first else { continue }
                guard let present = best, let other = heads[present].first else {
                    best = number
                    continue
                }
                if (event.tick, event.rank) < (other.tick, other.rank) { best = number }
            }
            guard let best else { return merged }
            merged.append(heads[best].removeFirst())
        }
    }

    /// What the code under test makes of the tracks.
    private static func merged(_ tracks: [Track], threads: Int) -> [Made] {
        let file = MIDIFile(format: .simultaneous, division: .ticksPerQuarter(480), tracks: tracks)
        let resources = ReadingResources(threadCount: threads) { count, job in
            DispatchQueue.concurrentPerform(iterations: count) { job($0) }
        }
        let sequence = PreparedSequence.sequences(from: file, using: resources)[0]
        return withExtendedLifetime(sequence) {
            sequence.schedule.map { event in
                var made = Made(
                    tick: event.tick,
                    track: Int(event.track),
                    port: sequence.ports[Int(event.port)]
                )
                if event.kind == .channel {
                    made.bits = event.bits
                } else {
                    made.message = Array(sequence.schedule.systemExclusive(Int(event.bits)))
                }
                return made
            }
        }
    }

    /// How the ticks of a generated file lie.
    enum Shape: CaseIterable {
        /// Several events at nearly every tick.
        case clumped
        /// All events at a few ticks.
        case runs
        /// Far apart, up to what a delta time can hold.
        case sparse
        /// Everything.
        case mixed
    }

    private static func track(
        _ shape: Shape,
        events: Int,
        _ random: inout SeededGenerator
    ) -> Track {
        var track = Track()
        var isOpen = false
        for _ in 0..<events {
            let delta: Int =
                switch shape {
                case .clumped: random.int(0...1)
                case .runs: random.int(0...19) == 0 ? 5 : 0
                case .sparse: random.int(0...3) == 0 ? random.int(0...0x0FFF_FFFF) : 0
                case .mixed: [0, 0, 1, 100, 0x0FFF_FFFF][random.int(0...4)]
                }
            let event = event(&random, isOpen: &isOpen)
            track.append(TrackEvent(delta: UInt32(delta), event: event))
        }
        track.append(TrackEvent(delta: 3, event: .meta(.endOfTrack)))
        return track
    }

    private static func event(_ random: inout SeededGenerator, isOpen: inout Bool) -> Event {
        let channel = random.byte(0...1)
        let kind = random.int(0...19)
        // A continuation needs a message, and an escape that there is none.
        if isOpen, kind < 3 {
            isOpen = kind != 0
            return .packet(.continuation, [random.byte()] + (isOpen ? [] : [0xF7]))
        }
        switch kind {
        case 0, 1:
            isOpen = kind == 0
            return .packet(.start, [0x43, random.byte()] + (isOpen ? [] : [0xF7]))
        case 2: return .packet(.escape, [0x90, random.byte(), 64, 0xB0, random.byte(), 1])
        case 3: return .port(random.byte(0...5))
        case 4: return .tempo(500_000)
        case 5...8: return .on(channel, random.byte())
        case 9...12: return .off(channel, random.byte())
        case 13, 14: return .on(channel, random.byte(), 0)
        case 15: return .program(channel, random.byte())
        default: return .cc(channel, random.byte(0...119), random.byte())
        }
    }

    /// Requires that the merge is the one that is described.
    ///
    /// Returns how many events there are.
    @discardableResult
    private func check(_ tracks: [Track], _ what: String, threads: Int = 5) -> Int {
        let expected = Self.reference(tracks)
        let merged = Self.merged(tracks, threads: threads)
        if merged != expected {
            let place = zip(merged, expected).enumerated().first { $1.0 != $1.1 }?.offset
            Issue.record("\(what), \(threads) threads: first at \(place ?? -1)")
        }
        return expected.count
    }

    @Test("gives what a slow search gives", arguments: Shape.allCases)
    func small(shape: Shape) {
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            let tracks = (0..<random.int(1...6)).map { _ in
                Self.track(shape, events: random.int(0...30), &random)
            }
            check(tracks, "seed \(seed)")
        }
    }

    @Test("gives the same with 200 tracks", arguments: Shape.allCases)
    func manyTracks(shape: Shape) {
        var random = SeededGenerator(seed: 200)
        let tracks = (0..<200).map { _ in
            Self.track(shape, events: random.int(0...12), &random)
        }
        check(tracks, "200 tracks")
    }

    @Test("gives the same where it is shared out")
    func large() {
        // One track has most of the events.
        checkLarge([(.clumped, 90_000), (.runs, 30_000), (.mixed, 0)], threads: 5)
    }

    @Test("gives the same where nearly all is in one share")
    func unevenlyLarge() {
        checkLarge([(.runs, 120_000), (.sparse, 40)], threads: 2)
    }

    private func checkLarge(_ parts: [(Shape, Int)], threads: Int) {
        var random = SeededGenerator(seed: 100_000)
        let tracks = parts.map { Self.track($0.0, events: $0.1, &random) }
        // From this number of events on several threads have a part each.
        #expect(check(tracks, "large", threads: threads) > 100_000)
    }

    @Test("gives nothing of nothing")
    func empty() {
        check([], "no track")
        check([Track()], "a track without events")
        check([Track(events: [TrackEvent(delta: 7, event: .meta(.endOfTrack))])], "an end")
    }
}
