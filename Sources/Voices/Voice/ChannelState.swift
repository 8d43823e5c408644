import Realtime

/// The controllers of a channel, as voices read them.
struct ChannelState: ~Copyable {
    private(set) var controllers = InlineArray<128, UInt8>(repeating: 0)
    /// Whether a message has set the controller of a bit, or the one that is 64 higher.
    private var isSet: (low: UInt64, high: UInt64) = (0, 0)
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

    /// Sets a controller, as a message does.
    @_noLocks
    mutating func set(_ number: Int, _ value: UInt8) {
        controllers[number] = value
        let bit: UInt64 = 1 << UInt64(number & 63)
        if number < 64 { isSet.low |= bit } else { isSet.high |= bit }
    }

    /// The value of a controller, 0 … 1: that of a message, or else that with which a preset begins.
    @_noLocks
    func normalized(_ number: Int, _ controls: LentElements<ControlsRecord>?) -> Float {
        let bits = number < 64 ? isSet.low : isSet.high
        if let controls, bits >> UInt64(number & 63) & 1 == 0 {
            return controls[0].initialValues[number]
        }
        return Float(controllers[number]) / 127
    }

    /// Resets the controllers that CC121 resets (RP-015).
    @_noLocks
    mutating func resetControllers() {
        isSet = (isSet.low & ~(1 << 1 | 1 << 11), isSet.high & ~0x3F)
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
