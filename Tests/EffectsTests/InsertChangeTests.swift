import Foundation
import Realtime
import Testing

@testable import Effects

/// Inserts whose parameters move while they sound.
@Suite struct InsertChangeTests {
    private static let rate = 48_000

    private struct Move {
        var frame: Int
        var from: String
        var to: String
        var frames = 0
    }

    private struct Impossible: Error {
        var move: Move
    }

    private final class Lent {
        let change: Box<InsertChange>

        init(_ change: consuming InsertChange) { self.change = Box(change) }
    }

    private static func inserts(_ text: String) throws -> [InsertSettings] {
        try text.split(separator: ";").map { try InsertSettings(parsing: String($0)) }
    }

    /// Sends a sound through inserts that move, in calls of a length.
    private func process(
        _ inserts: String,
        _ input: [Float],
        _ moves: [Move],
        length: Int = 256
    ) throws -> [Float] {
        var chain = InsertChain(try Self.inserts(inserts), rate: Self.rate)
        var sound = StereoBuffer(capacity: input.count)
        var sends = SendBuffer(capacity: input.count)
        for (frame, value) in input.enumerated() {
            sound.left[frame] = value
            sound.right[frame] = value
        }
        var changes: [(frame: Int, lent: Lent)] = []
        for move in moves {
            let (from, to) = (try Self.inserts(move.from), try Self.inserts(move.to))
            for (index, insert) in from.enumerated() where insert != to[index] {
                let change = InsertChange(
                    of: index,
                    from: insert,
                    to: to[index],
                    over: move.frames,
                    rate: Self.rate,
                    number: changes.count,
                    target: 0
                )
                guard let change else { throw Impossible(move: move) }
                changes.append((move.frame, Lent(change)))
            }
        }
        var returned: [Int] = []
        var start = 0
        while start < input.count {
            for change in changes where change.frame == start {
                if let before = unsafe chain.begin(change.lent.change.loan) {
                    returned.append(before)
                }
            }
            let next = moves.map(\.frame).filter { $0 > start }.min() ?? input.count
            let end = min(input.count, start + length, next)
            chain.process(&sound, &sends, from: start, to: end)
            while let number = chain.takeCompletedChange() { returned.append(number) }
            start = end
        }
        #expect(returned.sorted() == Array(changes.indices))
        return (0..<input.count).map { sound.left[$0] }
    }

    private func sine(_ hertz: Double, _ frames: Int, amplitude: Double = 0.5) -> [Float] {
        (0..<frames).map {
            Float(amplitude * sin(2 * .pi * hertz * Double($0) / Double(Self.rate)))
        }
    }

    /// The level of a sine of an amplitude of 0.5 around a frame, in dB.
    private func level(_ sound: [Float], around frame: Int, frames: Int = 960) -> Double {
        let part = sound[frame - frames / 2..<frame + frames / 2]
        let mean = part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count)
        return 10 * log10(mean / 0.125)
    }

    private static let moves: [(from: String, to: String)] = [
        ("filter,frequency=300,q=4", "filter,frequency=3000,q=0.5"),
        ("filter,type=low-pass,frequency=900", "filter,type=high-pass,frequency=200"),
        ("eq,peak=440:12:2;eq,low-cut=60:24", "eq,peak=440:-18:1;eq,low-cut=300:24"),
        ("compressor,threshold=-30,ratio=2", "compressor,threshold=-12,ratio=20,makeup=6"),
        ("compressor,look-ahead=5,makeup=-12", "compressor,look-ahead=5,makeup=12"),
        ("gate,threshold=-20,range=-10", "gate,threshold=-2,range=-40"),
        ("limiter,gain=0", "limiter,gain=6,ceiling=-8"),
        ("drive,drive=3,level=-10,tone=4000", "drive,drive=12,level=-10,tone=6000"),
        ("delay,time=100,feedback=0.2,mix=0.5", "delay,time=290,feedback=0.7,mix=0.2"),
        ("reverb,mix=0.1", "reverb,large-hall,mix=0.6"),
        ("chorus,mix=0.5", "chorus,depth=9,level=1,mix=0.9"),
        ("width,width=0.2", "width,width=1.8"),
    ]

    @Test(arguments: moves)
    func noStepIsHeard(_ from: String, _ to: String) throws {
        // A sine of 200 Hz bends by 0.0003 from one frame to the next.
        let input = sine(200, 96_000)
        let moves = (0..<12).map { index in
            let isUp = index % 2 == 0
            return Move(
                frame: 24_000 + index * 3_008,
                from: isUp ? from : to,
                to: isUp ? to : from,
                frames: index < 6 ? 0 : 2_500
            )
        }
        let output = try process(from, input, moves)
        func bend(_ range: Range<Int>) -> Float {
            range.reduce(0) { highest, frame in
                let sum = output[frame - 1] + output[frame + 1]
                return max(highest, abs(sum - 2 * output[frame]))
            }
        }
        // Overdriven, the sine itself bends more.
        let still = max(bend(12_000..<24_000), bend(80_000..<95_000))
        #expect(bend(24_000..<64_000) < 2 * still + 0.003, "\(from) to \(to)")
    }

    @Test(arguments: moves)
    func theEndIsThatOfAnInsertThatBeginsWithIt(_ from: String, _ to: String) throws {
        let input = sine(440, 192_000)
        let moved = try process(from, input, [Move(frame: 4_800, from: from, to: to)])
        let fresh = try process(to, input, [])
        // Modulation and echoes go their own way; their level is the same.
        for frame in [180_000, 190_000] {
            let difference = level(moved, around: frame) - level(fresh, around: frame)
            let isModulated = to.hasPrefix("chorus") || to.hasPrefix("reverb")
            #expect(abs(difference) < (isModulated ? 3 : 0.01), "\(from) to \(to): \(difference)")
        }
    }

    @Test func levelsMoveInDecibelsAndFrequenciesByTheirRatio() throws {
        let input = sine(1_000, 96_000)
        let raised = try process(
            "compressor,threshold=0,makeup=-12",
            input,
            [
                Move(
                    frame: 9_600,
                    from: "compressor,threshold=0,makeup=-12",
                    to: "compressor,threshold=0,makeup=0",
                    frames: 48_000
                )
            ]
        )
        #expect(abs(level(raised, around: 4_800) + 12) < 0.05)
        #expect(abs(level(raised, around: 33_600) + 6) < 0.1)
        #expect(abs(level(raised, around: 62_400)) < 0.05)
        // In the middle of the way from 250 Hz to 4 kHz the cutoff is 1 kHz.
        let swept = try process(
            "filter,frequency=250,q=0.7071",
            input,
            [
                Move(
                    frame: 9_600,
                    from: "filter,frequency=250,q=0.7071",
                    to: "filter,frequency=4000,q=0.7071",
                    frames: 48_000
                )
            ]
        )
        #expect(abs(level(swept, around: 33_600, frames: 192) + 3.01) < 0.1)
    }

    @Test func aChangeOfAnotherInsertLeavesASweepAsItIs() throws {
        let input = sine(1_000, 96_000)
        let (low, high) = ("filter,frequency=250,q=0.7071", "filter,frequency=4000,q=0.7071")
        let (flat, raised) = ("compressor,threshold=0", "compressor,threshold=0,makeup=6")
        let moves = [
            Move(frame: 9_600, from: "\(low);\(flat)", to: "\(high);\(flat)", frames: 48_000),
            Move(frame: 19_200, from: "\(high);\(flat)", to: "\(high);\(raised)"),
        ]
        let output = try process("\(low);\(flat)", input, moves)
        let alone = try process("\(low);\(flat)", input, [moves[0]])
        for frame in [33_600, 48_000] {
            let difference = level(output, around: frame) - level(alone, around: frame)
            #expect(abs(difference - 6) < 0.01)
        }
    }

    @Test func aChangeThatBeginsDuringAnotherTakesItsWholeTime() throws {
        let input = sine(1_000, 96_000)
        let (flat, raised) = ("compressor,threshold=0", "compressor,threshold=0,makeup=12")
        let (low, high) = ("filter,frequency=250,q=0.7071", "filter,frequency=4000,q=0.7071")
        let moves = [
            Move(frame: 9_600, from: "\(flat);\(low)", to: "\(raised);\(low)", frames: 48_000),
            Move(frame: 24_000, from: "\(raised);\(low)", to: "\(raised);\(high)", frames: 48_000),
        ]
        let output = try process("\(flat);\(low)", input, moves)
        // In the middle of the filter's way, 38,400 frames into the other.
        #expect(abs(level(output, around: 48_000, frames: 192) - (9.6 - 3.01)) < 0.2)
    }

    @Test func whatRingsContinues() throws {
        // A tone of 20 ms, which the delay's low-pass leaves as it is.
        let input = sine(200, 96_000).enumerated().map { $0.offset < 960 ? $0.element : 0 }
        let (from, to) = ("delay,time=250,feedback=0.5,mix=1", "delay,time=250,feedback=0.8,mix=1")
        let output = try process(from, input, [Move(frame: 6_400, from: from, to: to)])
        let echoes = (1...3).map { level(output, around: $0 * 12_000 + 480, frames: 960) }
        // The first echo goes round with the new feedback.
        #expect(abs(echoes[0]) < 0.2)
        #expect(abs(echoes[1] - echoes[0] + 1.94) < 0.2)
        #expect(abs(echoes[2] - echoes[1] + 1.94) < 0.2)
    }

    @Test(arguments: moves)
    func callsOfAnyLengthGiveTheSame(_ from: String, _ to: String) throws {
        let input = sine(300, 24_000)
        let moves = [
            Move(frame: 2_048, from: from, to: to, frames: 9_000),
            Move(frame: 14_080, from: to, to: from),
        ]
        let reference = try process(from, input, moves, length: 64)
        for length in [1, 37, 500] where length > 1 || !from.hasPrefix("drive") {
            #expect(try process(from, input, moves, length: length) == reference, "\(length)")
        }
    }

    @Test func aChangeIsCompleteThoughNothingSounds() throws {
        var input = [Float](repeating: 0, count: 48_000)
        let late = sine(1_000, 48_000)
        for frame in 40_000..<48_000 { input[frame] = late[frame] }
        let (from, to) = ("eq,peak=1000:12", "eq,peak=1000:-12")
        let output = try process(from, input, [Move(frame: 640, from: from, to: to, frames: 9_600)])
        let reference = try process(to, input, [])
        #expect(output == reference)
    }

    @Test(arguments: [
        ("filter", "gate"), ("filter", "filter;gate"), ("filter", "filter,bypass=yes"),
        ("eq,peak=100:3", "eq,peak=100:3,peak=200:3"), ("eq,low-cut=80:12", "eq,low-cut=80:24"),
        ("compressor", "compressor,look-ahead=3"), ("limiter,release=60", "limiter,release=90"),
        ("drive,curve=soft", "drive,curve=hard"), ("delay,time=100", "delay,time=1/4"),
        ("delay,type=stereo", "delay,type=ping-pong"), ("limiter,mix=1", "limiter,mix=0.5"),
    ])
    func whatNeedsOtherMemoryCannotMove(_ from: String, _ to: String) throws {
        let isPossible = InsertChange.isPossible(
            from: try Self.inserts(from),
            to: try Self.inserts(to),
            rate: Self.rate
        )
        #expect(!isPossible)
    }
}
