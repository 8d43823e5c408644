import Sequencer

extension Speed {
    /// The speed as a number.
    package var factor: Double { Double(numerator) / Double(denominator) }
}
