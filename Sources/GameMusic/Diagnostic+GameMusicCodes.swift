public import SMF

// Findings in game music, beside those that Standard MIDI Files have too.
extension Diagnostic.Code {
    /// Controllers are for the game's sound driver and not for an instrument.
    public static let driverControls = Self(rawValue: "driver-controls")
    /// A track is for another sound device than a General MIDI synthesizer.
    public static let trackForOtherDevice = Self(rawValue: "track-for-other-device")
    /// Later tempo events do not matter in a format with a fixed clock.
    public static let tempoUnused = Self(rawValue: "tempo-unused")
    /// Repeating a part as often as the file says would make too many events.
    public static let loopLimit = Self(rawValue: "loop-limit")
    /// A loop or jump is not carried out.
    public static let loopUnused = Self(rawValue: "loop-unused")
    /// Something follows an endless loop, where the game never arrives.
    public static let musicUnreachable = Self(rawValue: "music-unreachable")
    /// A part of an XMF file is not used.
    public static let resourceUnused = Self(rawValue: "resource-unused")

    /// All codes of findings that only game music has.
    public static let gameMusicCodes: [Self] = [
        .driverControls, .trackForOtherDevice, .tempoUnused, .loopLimit, .loopUnused,
        .musicUnreachable, .resourceUnused,
    ]
}
