/// Offsets to a sound's generators that MIDI messages set (NRPN 120, SoundFont 2.04 §9.6.2).
package enum GeneratorOffset {
    /// The value that data entry means for a generator.
    ///
    /// Generators that move the start, the end or the loop within the samples (0 … 4, 12, 45, 50)
    /// have none: FluidSynth reads outside of the sample where a loop is moved too far.
    ///
    /// - Parameters:
    ///   - generator: The generator's number (§8.1.2).
    ///   - data: The 14 bits of CC6 and CC38; 8192 means no offset.
    /// - Returns: The offset in the generator's unit; `nil` for what MIDI messages cannot set.
    @_noLocks
    package static func value(of generator: Int, data: Int) -> Float? {
        guard let scale = scale(of: generator) else { return nil }
        return Float(max(-8_192, min(8_191, data &- 8_192)) &* scale)
    }

    /// The value of one step of data entry, §8.1.3 ("NRPN scale").
    @_noLocks
    private static func scale(of generator: Int) -> Int? {
        switch generator {
        case 22, 24: 4
        case 5...8, 10, 11, 21, 23, 25...28, 30, 33...36, 38: 2
        case 9, 13, 15...17, 29, 31, 32, 37, 39, 40, 47, 48, 51, 52, 56: 1
        default: nil
        }
    }
}
