import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Editing laws")
struct EditingLawTests {
    private static let seeds = 0..<UInt64(40)

    @Test("Inserting what was cut, where it was cut, changes nothing", arguments: seeds)
    func cutAndInsert(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = MusicTrack.random(&generator)
        let range = generator.range()
        var track = before
        let clip = track.cut(range)
        let positive = range.clamped(to: 0..<Int64.max)
        #expect(clip.length == positive.upperBound - positive.lowerBound)
        #expect(clip == before.copy(range))
        // What was set in the range is set for what follows.
        #expect(track.events.count + clip.events.count >= before.events.count)
        #expect(track.endOfTrack == before.endOfTrack - clip.length)
        track.insert(clip, at: range.lowerBound)
        #expect(track == before)
    }

    /// What each channel message kind has last set before each note, as `tick key: …`.
    private func heard(_ track: MusicTrack) -> [(tick: Int64, text: String)] {
        var state: [String: String] = [:]
        return track.events.compactMap { entry in
            switch entry.event {
            case .note(let note):
                let set = state.filter { $0.key.hasPrefix("\(note.channel) ") }
                    .map { "\($0.key)=\($0.value)" }.sorted()
                return (entry.tick, "\(note.key) \(set)")
            case .channel(let message):
                let name =
                    message.kind == .controlChange ? "controller \(message.data1)" : "bend"
                let value = message.kind == .controlChange ? "" : "\(message.data1) "
                state["\(message.channel) \(name)"] = "\(value)\(message.data2)"
            case .preset(let preset): state["\(preset.channel) program"] = "\(preset.program)"
            default: break
            }
            return nil
        }
    }

    /// A track of notes, controllers and presets alone, each channel with all of them at its start.
    private func controlled(_ generator: inout SeededGenerator) -> MusicTrack {
        var events: [(tick: Int64, event: MusicEvent)] = []
        let controllers: [UInt8] = [1, 7, 10, 64, 91]
        func controller(_ channel: UInt8, _ number: UInt8, _ value: UInt8) -> MusicEvent {
            .channel(MIDIMessage(status: 0xB0 | channel, data1: number, data2: value))
        }
        for channel in UInt8(0)...1 {
            events.append((0, .preset(PresetEvent(program: 1, channel: channel))))
            events += controllers.map { (0, controller(channel, $0, 3)) }
            events.append((0, .channel(.pitchBend(channel: channel, bend: 9000))))
        }
        for _ in 0..<120 {
            let tick = Int64(generator.int(1...400) * 10)
            let channel = generator.byte(0...1)
            switch generator.int(0...5) {
            case 0:
                let preset = PresetEvent(program: generator.byte(0...3), channel: channel)
                events.append((tick, .preset(preset)))
            case 1:
                let number = controllers[generator.int(0...4)]
                events.append((tick, controller(channel, number, generator.byte(0...3))))
            case 2:
                let bend = UInt16(generator.int(0...2)) << 12
                events.append((tick, .channel(.pitchBend(channel: channel, bend: bend))))
            default:
                let note = Note(key: generator.byte(), duration: 10, channel: channel)
                events.append((tick, .note(note)))
            }
        }
        return MusicTrack(events: events)
    }

    @Test("What follows a cut or an insertion sounds as before", arguments: seeds)
    func keepsSound(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = controlled(&generator)
        let start = Int64(generator.int(1...350) * 10)
        let range = start..<start + Int64(generator.int(1...100) * 10)
        var track = before
        let clip = track.cut(range)
        let kept = heard(before).filter { !range.contains($0.tick) }.map(\.text)
        #expect(heard(track).map(\.text) == kept)
        track.insert(clip, at: range.lowerBound)
        #expect(track == before)
        let place = Int64(generator.int(1...400) * 10)
        track.insert(before.copy(range), at: place)
        let inserted = place..<place + clip.length
        let rest = heard(track).filter { !inserted.contains($0.tick) }.map(\.text)
        #expect(rest == heard(before).map(\.text))
    }

    @Test("Merging what was copied and cleared changes nothing", arguments: seeds)
    func copyClearMerge(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = MusicSequence.random(&generator, ramps: true)
        let range = generator.range()
        var sequence = before
        let clip = sequence.copy(range)
        sequence.clear(range)
        let rest = sequence.tracks.map { $0.events[ticks: range].count }
        #expect(rest == [0, 0, 0])
        sequence.merge(clip, at: range.lowerBound)
        #expect(sequence == before)
    }

    @Test("Moving there and back changes nothing where nothing is in the way", arguments: seeds)
    func moveAndBack(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = MusicSequence.random(&generator)
        var sequence = before
        let amount = Int64(generator.int(-500...9000))
        // What is behind all events, or all events from a tick on.
        let start = Int64(generator.int(0...41) * 100)
        let isFree = amount > 0
        let range = (isFree ? start : 0)..<Int64.max
        let moved = sequence.move(range, by: amount)
        let events =
            before.tracks.flatMap { $0.events[ticks: range].map(\.tick) }
            + before.tempoTrack.events[ticks: range].map(\.tick)
        #expect(moved == (events.isEmpty ? 0 : max(amount, -(events.min() ?? 0))))
        for (old, new) in zip(before.tracks, sequence.tracks) {
            let ticks = old.events.map { range.contains($0.tick) ? $0.tick + moved : $0.tick }
            #expect(new.events.map(\.tick) == ticks)
        }
        let back = (range.lowerBound + moved)..<Int64.max
        sequence.move(back, by: -moved)
        #expect(sequence == before)
    }

    @Test("Playing notes backwards twice changes none of them", arguments: seeds)
    func reverseTwice(_ seed: UInt64) {
        func notes(_ sequence: MusicSequence) -> [[String]] {
            sequence.tracks.map { track in
                track.events.compactMap { entry in
                    if case .note(let note) = entry.event, note.duration > 0 {
                        "\(entry.tick) \(note)"
                    } else {
                        nil
                    }
                }.sorted()
            }
        }
        var generator = SeededGenerator(seed: seed)
        let before = MusicSequence.random(&generator, ramps: true)
        let range = generator.int(0...1) == 0 ? nil : generator.range()
        var sequence = before
        sequence.reverse(range)
        for track in sequence.tracks {
            #expect(zip(track.events, track.events.dropFirst()).allSatisfy { $0.tick <= $1.tick })
        }
        sequence.reverse(range)
        #expect(notes(sequence) == notes(before))
    }

    @Test("Transposing up and down changes nothing where no key leaves the 128", arguments: seeds)
    func transposeAndBack(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let before = MusicSequence.random(&generator)
        let range = generator.range()
        let semitones = generator.int(-30...30)
        var sequence = before
        sequence.transpose(range, by: semitones)
        for (old, new) in zip(before.tracks, sequence.tracks) {
            for (left, right) in zip(old.events, new.events) {
                guard case .note(let note) = left.event, case .note(let moved) = right.event else {
                    continue
                }
                let isInside = range.contains(left.tick)
                #expect(Int(moved.key) == Int(note.key) + (isInside ? semitones : 0))
            }
        }
        sequence.transpose(range, by: -semitones)
        #expect(sequence == before)
    }

    @Test("Making k times as long and 1/k times as long changes nothing", arguments: seeds)
    func scaleAndBack(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let before = MusicSequence.random(&generator, ramps: true)
        let start = Int64(generator.int(0...40) * 100)
        let range = start..<start + Int64(generator.int(0...12) * 100)
        let (upper, lower) = (
            Int64(generator.int(1...7)), Int64([1, 2, 4, 5][generator.int(0...3)])
        )
        var sequence = before
        sequence.scaleTime(range, by: try #require(TimeScale(upper, lower)))
        let length = (range.upperBound - range.lowerBound) * upper / lower
        let change = length - (range.upperBound - range.lowerBound)
        #expect(sequence.endTick == before.endTick + change)
        // Durations are not multiples of 100; those of other denominators are rounded.
        guard lower == 1 else { return }
        sequence.scaleTime(start..<start + length, by: try #require(TimeScale(lower, upper)))
        #expect(sequence == before)
    }

    @Test("Quantising again changes nothing", arguments: seeds)
    func quantiseTwice(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var sequence = MusicSequence.random(&generator)
        for index in sequence.tracks.indices {
            // Off the grid.
            sequence.tracks[index].move(0..<Int64.max, by: Int64(generator.int(0...400)))
        }
        let quantisation = Quantisation(
            grid: [4, 8, 12, 16, 20, 24, 32][generator.int(0...6)],
            swing: [0.5, 0.6, 2 / 3, 0.75][generator.int(0...3)],
            includesEnds: generator.int(0...1) == 0
        )
        sequence.quantise(0..<Int64.max, to: quantisation)
        let once = sequence
        sequence.quantise(0..<Int64.max, to: quantisation)
        #expect(sequence == once)
    }

    @Test("Every edit gives what can be saved and read again", arguments: seeds)
    func saved(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var sequence = MusicSequence.random(&generator, ramps: true)
        for _ in 0..<12 {
            let range = generator.range()
            let tick = Int64(generator.int(-10...4000))
            switch generator.int(0...9) {
            case 0: sequence.move(range, by: tick - 2000)
            case 1: sequence.clear(range)
            case 2: sequence.insert(sequence.cut(range), at: tick)
            case 3: sequence.insert(sequence.copy(range), at: tick)
            case 4: sequence.merge(sequence.copy(range), at: tick)
            case 5: sequence.reverse(range)
            case 6: sequence.quantise(range, to: Quantisation(grid: 8, strength: 0.5))
            case 7: sequence.transpose(range, by: generator.int(-200...200))
            case 8: sequence.tracks[1].scaleVelocity(range, by: Double(generator.int(0...30)) / 10)
            default:
                if let scale = TimeScale(Int64(generator.int(1...3)), Int64(generator.int(1...3))) {
                    sequence.scaleTime(range, by: scale)
                }
            }
        }
        // What is not saved as written.
        for index in sequence.tracks.indices {
            (sequence.tracks[index].length, sequence.tracks[index].loop) = (nil, nil)
        }
        let file = try sequence.midiFile()
        let again = try MIDIFile(file.bytes())
        #expect(again.diagnostics.isEmpty)
        #expect(again.tracks == file.tracks)
        let played = Music(try sequence.prepared())
        #expect(played.difference(from: Music(PreparedSequence.sequences(from: again)[0])) == nil)
        // Every note that begins ends.
        let unbalanced = try sequence.prepared().schedule.unbalanced
        #expect(unbalanced.isEmpty)
    }

    @Test("Ids stay with their events through edits of ranges")
    func ids() {
        var track = MusicTrack.notes([(0, 60, 10), (100, 62, 10), (200, 64, 10)])
        let ids = track.events.map(\.id)
        track.move(100..<150, by: 250)
        track.transpose(0..<1000, by: 1)
        track.reverse(0..<400)
        track.setVelocity(0..<1000, to: 5)
        let keys = ids.map { id -> UInt8? in
            guard let place = track.events.index(of: id),
                case .note(let note) = track.events[place].event
            else { return nil }
            return note.key
        }
        #expect(keys == [61, 63, 65])
        let new = track.insert(.user([]), at: 0)
        #expect(!ids.contains(new))
    }

    @Test("Extreme ranges and amounts break nothing")
    func extremes() throws {
        let all = Int64.min..<Int64.max
        var generator = SeededGenerator(seed: 1)
        var sequence = MusicSequence.random(&generator, ramps: true)
        sequence.tracks[0].insert(Note(key: 1, duration: .max), at: .max)
        sequence.tracks[0].insert(Note(key: 1, duration: .max), at: .min)
        sequence.tempoTrack.insert(.ramp(TempoRamp(from: 0, to: .max, length: .max)), at: 5)
        _ = sequence.tempoMap
        _ = sequence.endTick
        sequence.reverse(all)
        sequence.move(all, by: .max)
        sequence.move(all, by: .min)
        sequence.quantise(all, to: Quantisation(grid: 0))
        sequence.quantise(all, to: Quantisation(grid: 3, numerator: 1, strength: .nan))
        sequence.quantise(all, to: Quantisation(grid: 16, swing: 99))
        sequence.transpose(all, by: .max)
        sequence.transpose(all, by: .min)
        sequence.tracks[1].scaleVelocity(all, by: .infinity)
        sequence.tracks[1].scaleVelocity(all, by: .nan)
        sequence.scaleTime(all, by: try #require(TimeScale(1_000_000)))
        sequence.insert(sequence.copy(all), at: .max)
        let clip = sequence.cut(all)
        // What was moved beyond all ticks is in no range, and comes when all is cut before it.
        let rest = sequence.tracks.flatMap { $0.events.map(\.tick) }
        #expect(rest.allSatisfy { $0 == 0 })
        sequence.insert(clip, at: .max)
        #expect(throws: SequenceError.self) { try sequence.midiFile() }
        #expect(TimeScale(0) == nil)
        #expect(TimeScale(1, .max) == nil)
    }
}
