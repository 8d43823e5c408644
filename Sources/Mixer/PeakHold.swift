import Synchronization

/// The highest peaks of both sides since they were last taken.
///
/// The audio thread raises them, and one other thread takes them. Neither waits; a peak that is
/// raised while another is taken may be given a second time, but is never lost.
package struct PeakHold: ~Copyable {
    // The bits of Floats: those of non-negative ones order as the numbers do.
    private let left = Atomic<UInt32>(0)
    private let right = Atomic<UInt32>(0)

    @_noLocks
    package init() {}

    /// Takes the peaks of a period: factors, 1 is full scale.
    @_noLocks
    package func raise(_ leftPeak: Float, _ rightPeak: Float) {
        // NaN would stay the highest for ever, and fails this comparison.
        if leftPeak > 0, leftPeak.bitPattern > left.load(ordering: .relaxed) {
            left.store(leftPeak.bitPattern, ordering: .relaxed)
        }
        if rightPeak > 0, rightPeak.bitPattern > right.load(ordering: .relaxed) {
            right.store(rightPeak.bitPattern, ordering: .relaxed)
        }
    }

    /// The highest peaks since the last call.
    package func take() -> MeterReading.Sides {
        MeterReading.Sides(
            left: Double(Float(bitPattern: left.exchange(0, ordering: .relaxed))),
            right: Double(Float(bitPattern: right.exchange(0, ordering: .relaxed)))
        )
    }
}
