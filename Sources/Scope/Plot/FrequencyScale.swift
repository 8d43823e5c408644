import Glibc

/// The logarithmic scale of frequencies: 20 Hz to 20 kHz.
package enum FrequencyScale {
    /// The lowest frequency, in Hz.
    package static let lowest = 20.0
    /// The highest frequency, in Hz.
    package static let highest = 20_000.0

    /// The position of a frequency.
    ///
    /// - Parameter hertz: The frequency, more than 0.
    /// - Returns: The position: 0 for ``lowest``, 1 for ``highest``.
    package static func position(of hertz: Double) -> Double {
        log(hertz / lowest) / log(highest / lowest)
    }

    /// The frequency at a position, in Hz.
    package static func frequency(at position: Double) -> Double {
        lowest * pow(highest / lowest, position)
    }
}
