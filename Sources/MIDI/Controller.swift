/// A controller number, 0 … 127 (MIDI 1.0 Detailed Specification 4.2, table III).
@frozen
public struct Controller: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The number, 0 … 127.
    public var rawValue: UInt8

    /// Names the controller with this number.
    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Bank select, coarse (CC0).
    @inlinable public static var bankSelect: Controller { Controller(rawValue: 0) }
    /// Modulation wheel (CC1).
    @inlinable public static var modulation: Controller { Controller(rawValue: 1) }
    /// Data entry, coarse (CC6).
    @inlinable public static var dataEntry: Controller { Controller(rawValue: 6) }
    /// Channel volume (CC7).
    @inlinable public static var volume: Controller { Controller(rawValue: 7) }
    /// Pan (CC10).
    @inlinable public static var pan: Controller { Controller(rawValue: 10) }
    /// Expression (CC11).
    @inlinable public static var expression: Controller { Controller(rawValue: 11) }
    /// Bank select, fine (CC32).
    @inlinable public static var bankSelectLSB: Controller { Controller(rawValue: 32) }
    /// Data entry, fine (CC38).
    @inlinable public static var dataEntryLSB: Controller { Controller(rawValue: 38) }
    /// The sustain pedal (CC64); 64 and above is down.
    @inlinable public static var sustain: Controller { Controller(rawValue: 64) }
    /// The sostenuto pedal (CC66).
    @inlinable public static var sostenuto: Controller { Controller(rawValue: 66) }
    /// The soft pedal (CC67).
    @inlinable public static var soft: Controller { Controller(rawValue: 67) }
    /// Reverb send (CC91).
    @inlinable public static var reverbSend: Controller { Controller(rawValue: 91) }
    /// Chorus send (CC93).
    @inlinable public static var chorusSend: Controller { Controller(rawValue: 93) }
    /// Data increment (CC96).
    @inlinable public static var dataIncrement: Controller { Controller(rawValue: 96) }
    /// Data decrement (CC97).
    @inlinable public static var dataDecrement: Controller { Controller(rawValue: 97) }
    /// Non-registered parameter number, fine (CC98).
    @inlinable public static var nonRegisteredLSB: Controller { Controller(rawValue: 98) }
    /// Non-registered parameter number, coarse (CC99).
    @inlinable public static var nonRegisteredMSB: Controller { Controller(rawValue: 99) }
    /// Registered parameter number, fine (CC100).
    @inlinable public static var registeredLSB: Controller { Controller(rawValue: 100) }
    /// Registered parameter number, coarse (CC101).
    @inlinable public static var registeredMSB: Controller { Controller(rawValue: 101) }
    /// All sound off (CC120): silence at once.
    @inlinable public static var allSoundOff: Controller { Controller(rawValue: 120) }
    /// Reset all controllers (CC121).
    @inlinable public static var resetAllControllers: Controller { Controller(rawValue: 121) }
    /// All notes off (CC123): every key up; pedals still hold.
    @inlinable public static var allNotesOff: Controller { Controller(rawValue: 123) }
}
