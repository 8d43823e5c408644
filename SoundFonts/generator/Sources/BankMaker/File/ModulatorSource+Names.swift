import SoundFont

extension ModulatorSource {
    /// Note-on velocity, linear, from 1 (softest) to 0.
    static let softness = ModulatorSource(rawValue: 0x0102)
    /// Note-on velocity, concave, from 1 (softest) to 0.
    static let concaveSoftness = ModulatorSource(rawValue: 0x0502)
    /// Note-on key number, linear, from −1 to 1.
    static let key = ModulatorSource(rawValue: 0x0203)
    /// Note-on velocity as a switch: the second source of the filter's default in version 2.01.
    static let velocitySwitch = ModulatorSource(rawValue: 0x0C02)
}
