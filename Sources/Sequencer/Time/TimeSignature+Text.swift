public import SMF

extension TimeSignature {
    /// Reads a meter as musicians write it, `6/8`; `nil` for anything else.
    ///
    /// The metronome's click is a beat of the meter.
    ///
    /// - Parameter text: The meter, with a beat of a 64th note or longer.
    public init?(parsing text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
            let upper = UInt8(parts[0]), let lower = Int(parts[1]), upper > 0,
            let power = (0...MeterMap.greatestDenominatorPower).first(where: {
                1 << Int($0) == lower
            })
        else { return nil }
        // A whole note has 96 MIDI clocks.
        self.init(
            numerator: upper,
            denominatorPower: power,
            clocksPerClick: UInt8(max(96 >> Int(power), 1))
        )
    }
}
