package import Realtime

/// A meter: peak, held peak and energy of a sound of two channels.
///
/// The audio thread's; it publishes ``figures``.
package struct LevelMeter: BitwiseCopyable {
    package private(set) var figures = MeterFigures()
    private let rate: Int
    /// Frames for which each held peak stays.
    private var leftHold = 0
    private var rightHold = 0

    /// Makes a meter of silence.
    ///
    /// - Parameter rate: Frames per second.
    package init(rate: Int) { self.rate = rate }

    /// Takes the first frames of a sound.
    ///
    /// - Parameters:
    ///   - sound: The sound.
    ///   - frames: How many frames it takes.
    ///   - isSilent: Whether they are zeros.
    @_noLocks
    package mutating func add(_ sound: borrowing StereoBuffer, frames: Int, isSilent: Bool = false)
    {
        guard frames > 0 else { return }
        figures.frames &+= Int64(frames)
        figures.leftPeak = isSilent ? 0 : sound.left.peak(from: 0, to: frames)
        figures.rightPeak = isSilent ? 0 : sound.right.peak(from: 0, to: frames)
        if !isSilent {
            figures.leftEnergy += sound.left.energy(frames)
            figures.rightEnergy += sound.right.energy(frames)
        }
        hold(figures.leftPeak, &figures.leftHeldPeak, &leftHold, frames)
        hold(figures.rightPeak, &figures.rightHeldPeak, &rightHold, frames)
    }

    /// Sets the gain reduction in dB.
    @_noLocks
    package mutating func setReduction(_ decibels: Float) { figures.reduction = decibels }

    /// Holds a peak for a second; then it falls by 20 dB per second, as a straight line of
    /// factors within each period.
    @_noLocks
    private func hold(_ peak: Float, _ held: inout Float, _ left: inout Int, _ frames: Int) {
        if peak >= held {
            held = peak
            left = rate
            return
        }
        left = max(0, left &- frames)
        guard left == 0 else { return }
        // 20 dB per second is a factor of 1 − ln 10 / rate for a frame.
        let fall = Float(2.302585 * Double(frames) / Double(rate))
        held = max(peak, held * max(0, 1 - fall))
    }
}

/// The readings of a meter after a period: one value, so that both sides are of the same frames.
package struct MeterFigures: BitwiseCopyable {
    /// Frames measured since the strip was made.
    package var frames: Int64 = 0
    /// The highest magnitude of the last period.
    package var leftPeak: Float = 0
    package var rightPeak: Float = 0
    package var leftHeldPeak: Float = 0
    package var rightHeldPeak: Float = 0
    /// The sum of the squares of all samples.
    package var leftEnergy = 0.0
    package var rightEnergy = 0.0
    /// The highest gain reduction of inserts in the last period, in dB.
    package var reduction: Float = 0

    @_noLocks
    package init() {}
}

/// A reading of a meter.
///
/// Readings take nothing from each other. Two of them give the level of the time between them.
public struct MeterReading: Hashable, Sendable {
    /// Values of the left and the right side.
    public struct Sides: Hashable, Sendable {
        /// That of the left side.
        public var left: Double
        /// That of the right side.
        public var right: Double

        /// Makes values.
        public init(left: Double, right: Double) {
            self.left = left
            self.right = right
        }
    }

    /// Frames measured up to here.
    public let frames: Int64
    /// The highest magnitude of the last period; 1 is full scale.
    public let peak: Sides
    /// The highest magnitude: it stays for a second, and then falls by 20 dB per second.
    public let heldPeak: Sides
    private let energy: Sides
    /// The highest gain reduction of the inserts' compressors and limiters in the last period, in dB.
    public let reduction: Double

    package init(_ figures: MeterFigures) {
        reduction = Double(figures.reduction)
        frames = figures.frames
        peak = Sides(left: Double(figures.leftPeak), right: Double(figures.rightPeak))
        heldPeak = Sides(left: Double(figures.leftHeldPeak), right: Double(figures.rightHeldPeak))
        energy = Sides(left: figures.leftEnergy, right: figures.rightEnergy)
    }

    /// The mean square of the samples since an earlier reading, or since the beginning; 0 where
    /// there is no frame between them.
    ///
    /// - Parameter earlier: A reading of the same meter.
    /// - Returns: The mean squares; their roots are the RMS levels.
    public func meanSquare(since earlier: MeterReading? = nil) -> Sides {
        let count = Double(frames - (earlier?.frames ?? 0))
        guard count > 0 else { return Sides(left: 0, right: 0) }
        return Sides(
            left: (energy.left - (earlier?.energy.left ?? 0)) / count,
            right: (energy.right - (earlier?.energy.right ?? 0)) / count
        )
    }
}
