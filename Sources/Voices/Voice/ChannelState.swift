/// The controllers of a channel, as voices read them.
struct ChannelState: ~Copyable {
    var controllers = InlineArray<128, UInt8>(repeating: 0)
    var keyPressures = InlineArray<128, UInt8>(repeating: 0)
    var pressure: UInt8 = 0
    /// The position of the pitch wheel, 0 … 16,383.
    var wheel = 8_192
    /// The range of the pitch wheel in semitones.
    var wheelRange = 2.0
    /// Offsets of parameters, by their numbers.
    var offsets = InlineArray<64, Double>(repeating: 0)
    var preset: PresetReference?

    /// The state after a reset.
    @_noLocks
    init() {
        for number in 70..<80 { controllers[number] = 64 }
        for number in 98..<102 { controllers[number] = 127 }
        controllers[7] = 100
        controllers[8] = 64
        controllers[10] = 64
        resetControllers()
    }

    /// Resets the controllers that CC121 resets (RP-015).
    @_noLocks
    mutating func resetControllers() {
        controllers[1] = 0
        controllers[11] = 127
        for number in 64..<70 { controllers[number] = 0 }
        for number in 98..<102 { controllers[number] = 127 }
        for key in keyPressures.indices { keyPressures[key] = 0 }
        pressure = 0
        wheel = 8_192
    }

    /// Whether a pedal is down.
    @_noLocks
    func isDown(_ pedal: Int) -> Bool { controllers[pedal] >= 64 }
}
