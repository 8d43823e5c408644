import Realtime

/// A gate of both sides together.
struct Gate: ~Copyable {
    /// The numbers that its parameters stand for.
    struct Coefficients: BitwiseCopyable {
        fileprivate let open: Float
        fileprivate let close: Float
        fileprivate let range: Float
        fileprivate let attack: Float
        fileprivate let release: Float
        fileprivate let holdFrames: Int

        /// Works out the coefficients of numbers: the mix and ``GateParameters/parameters``.
        @_noLocks
        init(_ numbers: borrowing FixedArray<Double>, rate: Int) {
            let (threshold, range) = (numbers[1], numbers[2])
            let (attack, hold, release) = (numbers[3], numbers[4], numbers[5])
            open = Dynamics.exactFactor(threshold)
            close = Dynamics.exactFactor(threshold - 3)
            self.range = Dynamics.exactFactor(range)
            self.attack = Dynamics.remainder(ofMilliseconds: attack, rate: rate)
            self.release = Dynamics.remainder(ofMilliseconds: release, rate: rate)
            holdFrames = Int(hold * Double(rate) / 1_000)
        }
    }

    private var coefficients: Coefficients
    private var range: GainRamp
    private var isOpen = false
    /// The frames for which it stays open.
    private var held = 0
    /// The part of the gain above ``range``.
    private var excess: Float = 0
    private let gains: SampleMemory

    /// Makes a closed gate.
    init(_ numbers: borrowing FixedArray<Double>, rate: Int) {
        coefficients = Coefficients(numbers, rate: rate)
        range = GainRamp(coefficients.range)
        gains = SampleMemory(count: Block.frames)
    }

    /// Moves to other coefficients; without frames they are there at once.
    @_noLocks
    mutating func move(to next: Coefficients, frames: Int) {
        coefficients = next
        if frames > 0 {
            range.move(to: next.range, frames: frames)
        } else {
            range = GainRamp(next.range)
        }
    }

    /// Closes it.
    @_noLocks
    mutating func reset() {
        isOpen = false
        held = 0
        excess = 0
    }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    mutating func endBlock() -> Bool {
        guard !isOpen, excess < 0.000_001 else { return false }
        excess = 0
        return true
    }

    /// Applies the gain to the sides by levels, those of the sides if there are no others; the sends
    /// get the gains of the sides before.
    @_noLocks
    @unsafe
    mutating func process(
        _ pair: InsertPair,
        by levels: UnsafeMutablePointer<Float>?,
        isSend: Bool
    ) {
        let gains = unsafe gains.samples(from: 0, count: pair.count)
        let coefficients = coefficients
        for frame in 0..<pair.count {
            if !isSend {
                var level = unsafe max(pair.left[frame].magnitude, pair.right[frame].magnitude)
                if let levels = unsafe levels { level = unsafe levels[frame] }
                if level >= coefficients.open || isOpen && level >= coefficients.close {
                    isOpen = true
                    held = coefficients.holdFrames
                } else if held > 0 {
                    held &-= 1
                } else {
                    isOpen = false
                }
                let range = range.next()
                let aim: Float = isOpen ? 1 - range : 0
                let part = isOpen ? coefficients.attack : coefficients.release
                excess = aim + (excess - aim) * part
                unsafe gains[frame] = range + excess
            }
            unsafe pair.left[frame] *= gains[frame]
            unsafe pair.right[frame] *= gains[frame]
        }
    }
}
