import SMF
import SamplerHost
import Sequencer

/// What a sequence takes to be made, to be played without a sound, and to be located in.
enum SequencingProbe {
    private static let rate = 48_000
    /// As long as an engine's usual period, in frames.
    private static let period: Int64 = 256

    /// From a `MIDIFile` to the merged schedule; the memory is that of the first.
    static func prepare(_ path: String, runs: Int, _ use: ReadingProbe.Use) throws -> Measurement {
        let bytes = try InputFile.read(path)
        let resources = use.resources
        let file = try MIDIFile(bytes, using: resources)
        var result = Measurement()
        result.bytes = bytes.count
        for run in 0..<runs {
            let memory = ResidentMemory.size
            let watch = Stopwatch()
            let sequences = PreparedSequence.sequences(from: file, using: resources)
            result.seconds.append(watch.seconds)
            if run == 0 { result.memory = ResidentMemory.size - memory }
            result.events = sequences.reduce(0) { $0 + $1.schedule.count }
        }
        return result
    }

    /// How a sequence is played.
    enum Manner: String {
        /// As it is.
        case plain
        /// Three semitones up: each note takes the longer path through the player.
        case transposed
        /// Its second quarter twenty times, with the notes that sound where it begins.
        case looped
    }

    /// Plays all, period by period.
    static func advance(_ path: String, runs: Int, _ manner: Manner) throws -> Measurement {
        let sequence = try sequence(path)
        var result = Measurement()
        let item = item(of: sequence, manner)
        for _ in 0..<runs {
            var player = MusicPlayer(samplers: item.samplerCount)
            var (events, bits) = (0, UInt32(0))
            let watch = Stopwatch()
            player.start(item, atFrame: 0)
            var limit = period
            while !player.hasEnded {
                while let event = player.nextEvent(before: limit) {
                    events += 1
                    bits ^= event.bits
                }
                limit += period
            }
            result.seconds.append(watch.seconds)
            result.events = events
            // Looked at, so that the loop is not left out.
            precondition(bits != 1 || events > 0, "a pass that cannot be")
        }
        return result
    }

    private static func item(of sequence: PreparedSequence, _ manner: Manner) -> PlayItem {
        switch manner {
        case .plain: return PlayItem(sequence: sequence, rate: rate)
        case .transposed: return PlayItem(sequence: sequence, rate: rate, transpose: 3)
        case .looped:
            let end = sequence.endFrame(rate: rate)
            return PlayItem(
                sequence: sequence,
                rate: rate,
                loop: end / 4..<end / 2,
                loopCount: 20,
                chaseNotes: true
            )
        }
    }

    /// Goes to other places, by turns before and behind: the player's item is ready to start.
    ///
    /// The first place is reached once before, which makes what locating looks things up in.
    static func locate(_ path: String, runs: Int) throws -> Measurement {
        let sequence = try sequence(path)
        sequence.schedule.prepareLocating()
        let length = sequence.endFrame(rate: rate)
        var result = Measurement()
        for run in 0..<runs {
            let place = length * Int64((run * 7 + 5) % 16) / 16
            let watch = Stopwatch()
            let item = PlayItem(sequence: sequence, rate: rate, from: place, startsAnew: false)
            var player = MusicPlayer(samplers: item.samplerCount)
            player.start(item, atFrame: 0)
            while player.nextEvent(before: period) != nil { result.events += 1 }
            result.seconds.append(watch.seconds)
        }
        return result
    }

    private static func sequence(_ path: String) throws -> PreparedSequence {
        let resources = ReadingResources.machine()
        let file = try MIDIFile(InputFile.read(path), using: resources)
        guard let first = PreparedSequence.sequences(from: file, using: resources).first else {
            throw SMFError(code: .empty, offset: 0, detail: "\(path) has no tracks")
        }
        return first
    }
}
