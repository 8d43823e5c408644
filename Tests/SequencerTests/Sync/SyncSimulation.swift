import SMF
import Sequencer
import TestSupport

/// Playback that follows a simulated source, in simulated time.
struct SyncSimulation {
    /// A message of the source: when it is sent, and what it says.
    struct Sent {
        var seconds: Double
        var kind: SyncMessage.Kind
    }

    var follower: SyncFollower
    /// The messages in the order of their times.
    var messages: [Sent] = []
    /// Where the source truly is at a time: quarter notes or seconds.
    var truth: (Double) -> Double
    /// Seconds of the music, as it plays, in a unit of the source.
    var secondsPerUnit = 1.0
    /// The most that a message arrives early or late, in seconds.
    var jitter = 0.0
    /// The rate of the device's clock.
    var deviceRate = 1.0

    /// A moment of the simulation.
    struct Sample {
        var seconds: Double
        var isPlaying: Bool
        /// The source's position less that of playback, in seconds of real time.
        var offset: Double
        var speed: Double
        var position: Double
    }

    /// The time until a command takes effect, and until what is rendered is heard.
    private static let (delay, latency) = (0.011, 0.023)
    private static let step = 0.001

    private struct Playback {
        var isPlaying = false
        var position = 0.0
        var speed = 1.0
        var pending: [(seconds: Double, change: Change)] = []
    }

    private enum Change {
        case start(Double)
        case stop
        case speed(Double)
    }

    /// Runs the simulation: playback is compared every 50 ms.
    mutating func run(for seconds: Double, seed: UInt64 = 1) -> [Sample] {
        var generator = SeededGenerator(seed: seed)
        var arrivals = messages.map { message in
            (
                seconds: message.seconds + Double.random(in: -jitter...jitter, using: &generator),
                kind: message.kind
            )
        }
        for index in arrivals.indices.dropFirst() {
            arrivals[index].seconds = max(arrivals[index].seconds, arrivals[index - 1].seconds)
        }
        var (playback, samples, next) = (Playback(), [Sample](), 0)
        let steps = Int(seconds / Self.step)
        for number in 0..<steps {
            let now = Double(number) * Self.step
            while next < arrivals.count, arrivals[next].seconds <= now {
                let arrival = arrivals[next]
                follower.take(SyncMessage(arrival.kind, stamp: Self.stamp(arrival.seconds)))
                next += 1
            }
            advance(&playback, at: now)
            if number % 50 == 0 { control(&playback, at: now) }
            // What is rendered now is heard a latency later.
            let heard = now + Self.latency
            samples.append(
                Sample(
                    seconds: now,
                    isPlaying: playback.isPlaying,
                    offset: (truth(heard) - playback.position / secondsPerUnit)
                        / max(slope(at: heard), 1e-9),
                    speed: playback.speed,
                    position: playback.position
                )
            )
        }
        return samples
    }

    private func slope(at seconds: Double) -> Double {
        (truth(seconds + 1e-4) - truth(seconds - 1e-4)) / 2e-4
    }

    private static func stamp(_ seconds: Double) -> Int64 {
        1_000_000_000_000 + Int64(seconds * 1e9)
    }

    private func advance(_ playback: inout Playback, at now: Double) {
        if playback.isPlaying { playback.position += Self.step * deviceRate * playback.speed }
        while let first = playback.pending.first, first.seconds <= now {
            playback.pending.removeFirst()
            switch first.change {
            case .start(let position): (playback.isPlaying, playback.position) = (true, position)
            case .stop: playback.isPlaying = false
            case .speed(let speed): playback.speed = speed
            }
        }
    }

    private mutating func control(_ playback: inout Playback, at now: Double) {
        let stamp = Self.stamp(now)
        func change(_ change: Change) {
            playback.pending.append((now + Self.delay, change))
        }
        let hasPending = playback.pending.contains {
            if case .speed = $0.change { false } else { true }
        }
        guard !hasPending else { return }
        guard follower.isUnderWay(at: stamp) else {
            if playback.isPlaying {
                change(.stop)
                follower.forgetCorrection()
            }
            return
        }
        let heard = Self.stamp(now + Self.latency)
        let target = follower.position(at: heard) * secondsPerUnit
        guard playback.isPlaying else {
            let start = follower.startPosition(at: stamp).map { $0 * secondsPerUnit }
            change(.start(start ?? target + follower.rate * secondsPerUnit * Self.delay))
            change(.speed(follower.rate * secondsPerUnit))
            follower.noteJump()
            return
        }
        let rate = follower.rate * secondsPerUnit
        switch follower.correct((target - playback.position) / rate, at: stamp) {
        case .jump: change(.start(target + rate * Self.delay))
        case .factor(let factor): change(.speed((rate * factor * 1e6).rounded() / 1e6))
        }
    }
}

extension SyncSimulation {
    /// Time code from a position on, at a rate of the source's clock.
    static func timeCode(
        _ rate: SMPTERate,
        from frame: Int64,
        seconds: Double,
        at begin: Double = 0,
        speed: Double = 1
    ) -> [Sent] {
        let period = quarterFrame(rate) / speed
        return (0..<Int64(seconds / period)).map { number in
            let code = TimeCode(frame: frame + number / 8 * 2, rate: rate)
            return Sent(
                seconds: begin + Double(number) * period,
                kind: .quarterFrame(piece(UInt8(number % 8), of: code))
            )
        }
    }

    /// The seconds of a quarter frame.
    static func quarterFrame(_ rate: SMPTERate) -> Double {
        switch rate {
        case .fps24: 1.0 / 96
        case .fps25: 1.0 / 100
        case .fps2997: 1_001.0 / 120_000
        case .fps30: 1.0 / 120
        }
    }

    /// The data byte of a piece of a time.
    static func piece(_ number: UInt8, of code: TimeCode) -> UInt8 {
        let rates: [SMPTERate: UInt8] = [.fps24: 0, .fps25: 1, .fps2997: 2, .fps30: 3]
        let hours = UInt8(code.hours % 24) | (rates[code.rate] ?? 0) << 5
        let bytes = [UInt8(code.frames), UInt8(code.seconds), UInt8(code.minutes), hours]
        let byte = bytes[Int(number / 2)]
        return number << 4 | (number % 2 == 0 ? byte & 0x0F : byte >> 4)
    }

    /// Clocks between two times at a tempo.
    static func clocks(_ beatsPerMinute: Double, from begin: Double, to end: Double) -> [Sent] {
        let period = 60 / beatsPerMinute / 24
        return (0..<Int(((end - begin) / period).rounded())).map {
            Sent(seconds: begin + Double($0) * period, kind: .clock)
        }
    }
}

extension [SyncSimulation.Sample] {
    /// The offset, whatever its sign, that 99 of 100 samples do not exceed.
    func percentile99(from begin: Double, to end: Double = .infinity) -> Double {
        let offsets = filter { $0.seconds >= begin && $0.seconds < end }.map(\.offset.magnitude)
            .sorted()
        return offsets.isEmpty ? .infinity : offsets[(offsets.count - 1) * 99 / 100]
    }

    /// The sample at a time.
    func at(_ seconds: Double) -> Element? { first { $0.seconds >= seconds } }
}
