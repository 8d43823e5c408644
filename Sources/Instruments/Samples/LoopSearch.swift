/// The search for a loop in a recording that has none.
///
/// A loop sounds as one tone where the waveform continues behind its last frame as behind its
/// first, so the two places are compared over some periods. Of all loops that are nearly as good as
/// the best one the longest is taken: a short one sounds like an organ. Nothing is found in noise,
/// drums and sounds that are over soon.
public struct LoopSearch {
    /// The recording, in one channel.
    private let frames: [Float]
    /// Frames per second.
    private let rate: Int
    /// The frames of one period, to a fraction.
    private let period: Double
    /// The frames between which the loop lies: behind the attack, before the sound has died away.
    private let sustain: Range<Int>
    /// The frames around both ends that are compared.
    private let window: Int

    /// The largest part of the energy that may change where the loop goes back: −20 dB.
    private static let largestDifference = 0.01
    /// A difference that nobody hears: −40 dB.
    private static let inaudible = 0.000_1

    /// Finds a loop.
    ///
    /// It takes some hundredths of a second.
    ///
    /// - Parameters:
    ///   - frames: The recording, in one channel.
    ///   - rate: Frames per second.
    /// - Returns: The frames of the loop; `nil` where no part of the recording repeats itself.
    public static func loop(in frames: [Float], rate: Int) -> Range<Int>? {
        LoopSearch(frames, rate)?.longestGood()
    }

    private init?(_ frames: [Float], _ rate: Int) {
        guard rate > 0, let sustain = Self.sustain(of: frames, rate),
            let period = Self.period(of: frames, in: sustain, rate)
        else { return nil }
        self.frames = frames
        self.rate = rate
        self.period = period
        self.sustain = sustain
        window = max(rate / 20, Int(2 * period))
    }

    // MARK: The sound

    /// The frames from 50 ms behind where the sound is nearly at its loudest to where it is 40 dB
    /// softer; `nil` for less than 100 ms.
    private static func sustain(of frames: [Float], _ rate: Int) -> Range<Int>? {
        let length = max(rate / 100, 1)
        let energies = stride(from: 0, to: frames.count - length, by: length).map { start in
            energy(of: frames, start..<start + length)
        }
        guard let largest = energies.max(), largest > 0,
            let loud = energies.firstIndex(where: { $0 > largest / 2 }),
            let last = energies.lastIndex(where: { $0 > largest / 10_000 })
        else { return nil }
        let range = (loud * length + rate / 20, (last + 1) * length)
        return range.1 - range.0 >= rate / 10 ? range.0..<range.1 : nil
    }

    /// The period, from where the sound is most like itself some frames later; `nil` without one from
    /// 27 to 4,200 Hz.
    private static func period(of frames: [Float], in sustain: Range<Int>, _ rate: Int) -> Double? {
        let longest = min(rate / 27, sustain.count / 3)
        let shortest = max(rate / 4_200, 2)
        guard shortest + 1 < longest else { return nil }
        let first = sustain.lowerBound + sustain.count / 4
        let count = min(2 * longest, sustain.upperBound - first - longest)
        guard count > shortest else { return nil }
        let lags = shortest - 1...longest
        let likeness = lags.map { lag in
            1 - difference(frames, first, first + lag, count: count, step: 1) * 2
        }
        let best = likeness.max() ?? 0
        // The first peak that is nearly as high as the highest: the others are its multiples.
        for index in 1..<likeness.count - 1
        where likeness[index] > 0.8 && likeness[index] > best - 0.05
            && likeness[index] >= likeness[index - 1] && likeness[index] >= likeness[index + 1]
        {
            // The top of the parabola through the three values.
            let (left, top, right) = (likeness[index - 1], likeness[index], likeness[index + 1])
            let bend = left - 2 * top + right
            let shift = bend < 0 ? (left - right) / (2 * bend) : 0
            return Double(lags.lowerBound + index) + shift
        }
        return nil
    }

    // MARK: The loop

    private struct Candidate {
        var loop: Range<Int>
        var difference: Double
    }

    private func longestGood() -> Range<Int>? {
        var candidates = ends.flatMap { end in lengths(before: end).compactMap { best(end, $0) } }
        // What is good where every part of the window is looked at is good in a sample of it too.
        let likely = 4 * (candidates.map(\.difference).min() ?? 1) + Self.inaudible
        candidates.removeAll { $0.difference > likely }
        for index in candidates.indices {
            let loop = candidates[index].loop
            candidates[index].difference = difference(loop.upperBound, loop.count, step: 1)
        }
        let smallest = candidates.map(\.difference).min() ?? 1
        guard smallest <= Self.largestDifference else { return nil }
        let limit = max(1.5 * smallest, Self.inaudible)
        return candidates.filter { $0.difference <= limit }.max { $0.loop.count < $1.loop.count }?
            .loop
    }

    /// The places at which the loop may end: eight in the last two thirds.
    private var ends: [Int] {
        let last = min(sustain.upperBound, frames.count - window / 2 - 8)
        let first = sustain.lowerBound + sustain.count / 3
        guard first < last else { return [] }
        return (0..<8).map { last - $0 * (last - first) / 8 }
    }

    /// The lengths near which loops are tried: numbers of periods from 50 ms to 2 s, at most 400.
    ///
    /// A vibrato is not cut where it is elsewhere in its turn, so that they may not lie far apart.
    private func lengths(before end: Int) -> [Double] {
        let longest = min(Double(2 * rate), Double(end - max(sustain.lowerBound, window / 2)))
        let fewest = max((Double(rate) / 20 / period).rounded(.up), 1)
        let most = (longest / period).rounded(.down)
        guard fewest <= most else { return [] }
        let step = max(((most - fewest) / 400).rounded(.up), 1)
        return stride(from: fewest, through: most, by: step).map { $0 * period }
    }

    /// The best loop of a length within half a period of a given one, by a sample of the window.
    private func best(_ end: Int, _ length: Double) -> Candidate? {
        let step = max(window / 64, 1)
        var found = (length: Int(length.rounded()), difference: 2.0)
        func compare(_ length: Int) {
            guard length >= 32, end - length - window / 2 >= 8 else { return }
            let difference = difference(end, length, step: step)
            if difference < found.difference { found = (length, difference) }
        }
        // First in steps of which twelve are a period, then each length around the best.
        let stride = max(Int(period / 12), 1)
        for count in -6...6 { compare(Int(length.rounded()) + count * stride) }
        let middle = found.length
        for offset in 1 - stride..<stride where stride > 1 { compare(middle + offset) }
        guard found.difference < 1 else { return nil }
        return Candidate(loop: end - found.length..<end, difference: found.difference)
    }

    private func difference(_ end: Int, _ length: Int, step: Int) -> Double {
        let first = end - window / 2
        return Self.difference(frames, first - length, first, count: window, step: step)
    }

    /// The difference of two parts: 0 if they are equal, 1 if one is the other inverted.
    private static func difference(
        _ frames: [Float],
        _ first: Int,
        _ second: Int,
        count: Int,
        step: Int
    ) -> Double {
        var difference: Float = 0
        var energy: Float = 0
        unsafe frames.withUnsafeBufferPointer { frames in
            // In a build for debugging a range would take ten times as long.
            var index = 0
            while index < count {
                let (one, other) = unsafe (frames[first &+ index], frames[second &+ index])
                difference += (one - other) * (one - other)
                energy += one * one + other * other
                index &+= step
            }
        }
        return energy > 0 ? Double(difference / (2 * energy)) : 1
    }

    private static func energy(of frames: [Float], _ range: Range<Int>) -> Float {
        var energy: Float = 0
        for index in range { energy += frames[index] * frames[index] }
        return energy
    }
}
