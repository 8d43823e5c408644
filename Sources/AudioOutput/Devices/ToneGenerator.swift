package import Realtime

/// Computes a test tone, frame after frame; on the audio thread.
///
/// A frame's phase is its number times a step of 2⁻⁶⁴ turns, in integers that wrap where a turn is
/// full: nothing adds up, and the frequency is right to 2⁻⁶⁵ of the rate.
package struct ToneGenerator: BitwiseCopyable {
    /// The next frame, from 0.
    package private(set) var frame: Int64
    /// The overall gain factor: 0 while pausing or stopping.
    package var gate = GainRamp(1)
    package let length: Int64
    /// Frames of a fade: 10 ms, or half of a step that is shorter than two.
    package let fade: Int64

    private let stepFrames: Int64
    private let amplitude: Double
    /// 2⁶⁴ are a turn.
    private let phaseStep: UInt64
    /// Two bits for each step, the first lowest: 1 for left, 2 for right.
    private let channels: UInt64

    /// The most steps that there may be.
    package static let stepLimit = 32

    /// Begins a tone, at one of its frames.
    package init(_ tone: TestTone, at frame: Int64 = 0) {
        precondition(tone.sides.count <= Self.stepLimit, "at most \(Self.stepLimit) steps")
        self.frame = frame
        length = tone.length
        stepFrames = tone.stepFrames
        amplitude = tone.amplitude
        fade = max(1, min(Int64(tone.rate / 100), tone.stepFrames / 2))
        // Below a half: the frequency is below half the rate.
        phaseStep = UInt64((tone.frequency / Double(tone.rate) * 0x1p64).rounded())
        channels = tone.sides.enumerated().reduce(0) { bits, step in
            let side: UInt64 =
                switch step.element {
                case .left: 1
                case .right: 2
                case .both: 3
                }
            return bits | side << UInt64(2 * step.offset)
        }
    }

    /// The step of the frame that was made last, from 0.
    package var lastStep: Int { Int(max(frame - 1, 0) / stepFrames) }

    /// Computes the next frames.
    ///
    /// - Parameters:
    ///   - sound: Where to.
    ///   - count: How many are wanted; fewer are made where the tone ends.
    /// - Returns: How many were made.
    @_noLocks
    package mutating func fill(_ sound: inout StereoBuffer, _ count: Int) -> Int {
        let frames = Int(min(Int64(count), length - frame))
        for index in 0..<frames {
            let side = channels >> UInt64(2 * (frame / stepFrames)) & 3
            let value = Float(sample()) * gate.next()
            sound.left[index] = side & 1 == 0 ? 0 : value
            sound.right[index] = side & 2 == 0 ? 0 : value
            frame += 1
        }
        return frames
    }

    /// The tone's value at the next frame, faded at the step's ends.
    @_noLocks
    private func sample() -> Double {
        let position = frame % stepFrames
        let distance = min(position, stepFrames - 1 - position)
        let value = amplitude * Self.sine(UInt64(bitPattern: frame) &* phaseStep)
        guard distance < fade else { return value }
        // Half a turn of a cosine: it begins and ends without a bend.
        let part = Double(distance) / Double(fade)
        let turns = UInt64(part * 0x1p63)
        return value * (0.5 - 0.5 * Self.sine(turns &+ 1 << 62))
    }

    /// The sine of an angle, of which 2⁶⁴ are a turn; the error is below 10⁻¹¹.
    ///
    /// The C library's may not be called here; a Taylor series is short enough within a quarter
    /// turn of 0.
    @_noLocks
    package static func sine(_ angle: UInt64) -> Double {
        // −½ … ½ turns, folded to −¼ … ¼.
        var turns = Double(Int64(bitPattern: angle)) * 0x1p-64
        if turns > 0.25 { turns = 0.5 - turns } else if turns < -0.25 { turns = -0.5 - turns }
        let x = turns * (2 * Double.pi)
        let y = x * x
        // 1 / 3!, 1 / 5! … 1 / 17!, by Horner's rule.
        var sum = 1.0
        sum = 1 - y / (16 * 17) * sum
        sum = 1 - y / (14 * 15) * sum
        sum = 1 - y / (12 * 13) * sum
        sum = 1 - y / (10 * 11) * sum
        sum = 1 - y / (8 * 9) * sum
        sum = 1 - y / (6 * 7) * sum
        sum = 1 - y / (4 * 5) * sum
        sum = 1 - y / (2 * 3) * sum
        return x * sum
    }
}
