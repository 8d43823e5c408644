import Realtime

/// Finds where a sound that is stretched at its own pitch skips a part or repeats one.
///
/// The sound plays as recorded, and drifts away from where the music is. When it is too far away, it
/// continues at a place near the right one that sounds most alike. Attacks are neither left out nor
/// played twice: where one is ahead, the sound continues so that the attack is heard when it is due.
struct StretchSeam: ~Copyable {
    /// The frames of output from one decision to the next.
    let interval: Int
    /// The change of the level with each frame of output where it crosses over to another place.
    let ramp: Float

    /// Frames of the file: the length of a crossfade, and what two places are compared by.
    private let fade: Int
    /// The drift up to which the sound plays on, and how far from the right place it may continue.
    private let tolerance: Int
    /// The same where an attack is ahead.
    private let exact: Int
    /// The drift with which it continues at the right place, whatever is heard there.
    private let limit: Int
    /// The frames by which it may be behind the music while an attack is due.
    private var longestWait: Int { @_noLocks get { limit / 4 &* 3 } }
    /// The frames of which the loudness is compared to find attacks.
    private let block: Int
    /// The frames from an attack to where the sound may be played again.
    private let settling: Int

    /// The frames that are searched, as one channel; the same by fours.
    private var mono: SampleBuffer
    private var coarse: SampleBuffer
    /// The power of the differences between frames, by blocks.
    private var powers: SampleBuffer
    /// The attacks among them.
    private var attacks = FixedList<Int>(capacity: 64)

    private static let intervalSeconds = 0.012
    private static let fadeSeconds = 0.008
    /// More than half a period of the lowest note of a bass guitar.
    private static let toleranceSeconds = 0.014
    private static let exactSeconds = 0.002
    private static let limitSeconds = 0.08
    private static let blockSeconds = 0.002
    private static let settlingSeconds = 0.006
    /// The blocks before one that it is compared with: more than a period of a low voice, whose
    /// pulses are no attacks.
    private static var blocksBefore: Int { @_noLocks get { 12 } }
    /// How much louder than the loudest of those an attack is, as power: 4 dB.
    private static var rise: Float { @_noLocks get { 2.5 } }
    /// The power of a difference between two frames below which there is no attack: −80 dB.
    private static var floor: Float { @_noLocks get { 1e-8 } }
    private static var step: Int { @_noLocks get { 4 } }

    /// Makes one.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - fileRate: Frames of the file per second.
    ///   - rate: Frames of output per second.
    ///   - isUsed: Whether it will be asked, and needs memory for that.
    init(fileRate: Int, rate: Int, isUsed: Bool) {
        func frames(_ seconds: Double) -> Int { max(1, Int(seconds * Double(fileRate))) }
        interval = max(1, Int(Self.intervalSeconds * Double(rate)))
        ramp = Float(1 / max(1, Self.fadeSeconds * Double(rate)))
        fade = frames(Self.fadeSeconds)
        tolerance = frames(Self.toleranceSeconds)
        exact = frames(Self.exactSeconds)
        limit = frames(Self.limitSeconds)
        block = frames(Self.blockSeconds)
        settling = frames(Self.settlingSeconds)
        let most = isUsed ? frames(Self.capacitySeconds) : Self.step
        mono = SampleBuffer(capacity: most)
        coarse = SampleBuffer(capacity: most / Self.step + 1)
        powers = SampleBuffer(capacity: most / block + 1)
    }

    /// The longest part of a file that is searched: the limit, the longest wait, the tolerance and the
    /// blocks in front of the sound, and 0.14 seconds from there on.
    private static let capacitySeconds = 0.32

    /// The frames that are searched at most.
    var capacity: Int { mono.capacity }

    /// Where the sound is, and where the music is.
    struct Place: BitwiseCopyable {
        /// The frames of sound from the place of the sound to that of the music; below 0 where the
        /// sound is ahead.
        let drift: Int
        /// The frames of sound until the next decision, and those by which the music advances until
        /// then.
        let own: Int
        let due: Int
        /// The frames of sound that are left.
        let rest: Int

        @_noLocks
        init(drift: Int, own: Int, due: Int, rest: Int) {
            (self.drift, self.own, self.due, self.rest) = (drift, own, due, rest)
        }
    }

    /// Whether a sound has drifted so far that it continues at the right place without a search.
    @_noLocks
    func isFar(_ place: Place) -> Bool { place.drift.magnitude > UInt(limit) }

    /// Whether a sound plays on for certain.
    @_noLocks
    func isNear(_ place: Place) -> Bool {
        place.own == place.due && place.drift.magnitude <= UInt(exact)
    }

    /// The frames in front of the sound's place, and from it on, that ``jump(_:in:from:count:)`` reads.
    @_noLocks
    func reach(_ place: Place) -> (before: Int, behind: Int) {
        let back = max(0, 0 &- place.drift) &+ wait(place)
        // Of a file with very few frames per second, the lengths are rounded up.
        let wanted = back &+ tolerance &+ block &* (Self.blocksBefore &+ 1)
        let before = min(wanted, mono.capacity / 4 &* 3)
        let behind =
            max(0, place.drift) &+ tolerance &+ fade &+ max(horizon(place), fade &+ Self.step)
        return (before, min(behind, mono.capacity &- before))
    }

    /// The frames in which the sound reaches an attack before the next decision, or so soon behind it
    /// that there would be no room for a crossfade.
    @_noLocks
    private func near(_ place: Place) -> Int { place.own &+ fade &+ fade / 4 }

    /// The frames in front of the music's place in which an attack is due: what is seen there for the
    /// first time leaves room for a crossfade.
    @_noLocks
    private func horizon(_ place: Place) -> Int {
        max(place.due &+ place.due &* fade / max(place.own, 1) &+ fade / 4, near(place))
    }

    /// The frames by which the sound falls behind slower music while an attack is due.
    @_noLocks
    private func wait(_ place: Place) -> Int {
        guard place.due < place.own else { return 0 }
        let share = Double(place.own &- place.due) / Double(max(place.due, 1))
        return Int(min(Double(horizon(place)) * share, Double(longestWait)))
    }

    /// The frames from the sound's place to the one from which an attack is heard when it is due.
    ///
    /// - Parameters:
    ///   - place: Where the sound is.
    ///   - attack: The frames from there to the attack.
    /// - Returns: The frames.
    @_noLocks
    private func drift(_ place: Place, for attack: Int) -> Int {
        let due = attack &- place.drift
        let left = Double(due) * Double(place.own) / Double(max(place.due, 1))
        // Very slow music would have it go back too far.
        return attack &- Int(max(min(left, Double(due &+ longestWait)), -1e9))
    }

    /// The frames by which the sound continues later in the file, or earlier.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - line: Frames of the file: as many as ``reach(_:)`` says.
    ///   - origin: The frame of the line that the sound plays next.
    ///   - count: The number of frames in the line.
    /// - Returns: The frames; 0 where it plays on.
    @_noLocks
    mutating func jump(
        _ place: Place,
        in line: borrowing StereoBuffer,
        from origin: Int,
        count: Int
    ) -> Int {
        guard count &- origin >= fade &+ Self.step else { return 0 }
        // With one weight for both sides, what is opposite in them would not be heard.
        for index in 0..<count { mono[index] = line.left[index] + 0.7 * line.right[index] }
        findAttacks(count: count)
        // An attack during the crossfade would be heard in part. The end is one, too.
        let attack = min(nextAttack(from: origin) &- origin, place.rest)
        if attack < fade { return 0 }
        let isDue = attack &- place.drift <= horizon(place)
        let drift = isDue ? drift(place, for: attack) : place.drift
        let width = isDue || attack <= near(place) ? exact : tolerance
        guard drift.magnitude > UInt(width) else { return 0 }
        var (low, high) = (drift &- width, drift &+ width)
        if drift > 0 {
            low = max(low, exact)
            let last = nextAttack(from: origin) &- origin &- fade
            if last < high {
                high = last
                low = min(low, max(exact, high &- tolerance))
            }
        } else {
            high = min(high, 0 &- exact)
            let first = lastAttack(before: origin) &- origin &+ settling
            if first > low {
                low = first
                high = max(high, min(low &+ tolerance, 0 &- exact))
            }
        }
        low = max(low, 0 &- origin)
        high = min(high, count &- origin &- fade &- Self.step)
        guard low <= high else { return 0 }
        return mostSimilar(from: origin, low...high, near: drift)
    }

    // MARK: Attacks

    @_noLocks
    private mutating func findAttacks(count: Int) {
        attacks.removeAll()
        let blocks = (count &- 1) / block
        for number in 0..<blocks {
            let start = 1 &+ number &* block
            var power: Float = 0
            for index in start..<start &+ block {
                let change = mono[index] - mono[index &- 1]
                power += change * change
            }
            powers[number] = power
            guard number >= Self.blocksBefore else { continue }
            var most = Self.floor * Float(block)
            for before in number &- Self.blocksBefore..<number { most = max(most, powers[before]) }
            // Its first frames may stand at the end of the block before.
            if power > Self.rise * most { attacks.append(start &- block / 2) }
        }
    }

    @_noLocks
    private func nextAttack(from frame: Int) -> Int {
        for index in 0..<attacks.count where attacks[index] >= frame { return attacks[index] }
        return .max / 2
    }

    @_noLocks
    private func lastAttack(before frame: Int) -> Int {
        var last = Int.min / 2
        for index in 0..<attacks.count where attacks[index] < frame { last = attacks[index] }
        return last
    }

    // MARK: Similarity

    /// The distance of the place that sounds most like the present one.
    @_noLocks
    private mutating func mostSimilar(
        from origin: Int,
        _ range: ClosedRange<Int>,
        near wanted: Int
    ) -> Int {
        let shift = origin % Self.step
        let base = origin / Self.step
        let window = fade / Self.step
        let first = max((range.lowerBound &+ origin &- shift) / Self.step &- base, 0 &- base)
        let last = (range.upperBound &+ origin &- shift) / Self.step &- base
        for index in base &+ min(first, 0)..<base &+ max(last, 0) &+ window {
            let frame = index &* Self.step &+ shift
            coarse[index] = mono[frame] + mono[frame &+ 1] + mono[frame &+ 2] + mono[frame &+ 3]
        }
        var best = (distance: first, similarity: -Float.infinity)
        var index = first
        while index <= last {
            let similarity = Self.similarity(coarse, base, base &+ index, count: window)
            if similarity > best.similarity { best = (index, similarity) }
            index &+= 1
        }
        // Silence resembles nothing.
        guard best.similarity > 0 else {
            return min(max(wanted, range.lowerBound), range.upperBound)
        }
        let middle = best.distance &* Self.step
        best = (middle, -.infinity)
        var distance = max(middle &- Self.step, range.lowerBound)
        while distance <= min(middle &+ Self.step, range.upperBound) {
            let similarity = Self.similarity(mono, origin, origin &+ distance, count: fade)
            if similarity > best.similarity { best = (distance, similarity) }
            distance &+= 1
        }
        return min(max(best.distance, range.lowerBound), range.upperBound)
    }

    /// The correlation of two places, squared with its sign, per power of the second.
    @_noLocks
    private static func similarity(
        _ sound: borrowing SampleBuffer,
        _ first: Int,
        _ second: Int,
        count: Int
    ) -> Float {
        var products = SIMD8<Float>(repeating: 0)
        var powers = SIMD8<Float>(repeating: 0)
        var index = 0
        while index &+ 8 <= count {
            for lane in 0..<8 {
                let other = sound[second &+ index &+ lane]
                products[lane] += sound[first &+ index &+ lane] * other
                powers[lane] += other * other
            }
            index &+= 8
        }
        var (product, power): (Float, Float) = (0, 1e-12)
        for lane in 0..<8 {
            product += products[lane]
            power += powers[lane]
        }
        return product * product.magnitude / power
    }
}
