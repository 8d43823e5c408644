package import MIDI

/// The parameter of a channel's data entry controllers (CC6, CC38), as far as FluidSynth needs
/// help.
package struct DataEntry: BitwiseCopyable {
    /// The kind of the parameter number that came last.
    private enum Kind: UInt8, BitwiseCopyable {
        case none
        case registered
        case nonRegistered
    }

    /// The non-registered parameter number (CC99) of SoundFont generators, SoundFont 2.04 §9.6.2.
    private static var generators: UInt8 {
        @_noLocks get { 120 }
    }

    /// Whether FluidSynth must not know that a non-registered parameter (CC99) is selected: it would
    /// set any generator, those that address samples too, and versions from 2.4.5 on carry out some
    /// of what is seqd's.
    @_noLocks
    package static func isHidden(_ coarse: UInt8) -> Bool {
        coarse == generators || coarse == 1 || coarse == 127
    }

    private var kind = Kind.none
    /// The registered parameter's number; 127, 127 is none.
    private var parameter: (coarse: UInt8, fine: UInt8) = (127, 127)
    /// The non-registered parameter's number; 127, 127 is none.
    private var nonRegistered: (coarse: UInt8, fine: UInt8) = (127, 127)
    /// The sum of the fine numbers (CC98) so far: 100, 101 and 102 count 100, 1000 and 10000.
    private var generatorNumber = 0
    /// The generator that the last CC6 was for.
    private var lastGenerator = -1
    /// The last CC6 for the parameter; 255 for none.
    private var value: UInt8 = 255
    /// The last CC38 for the parameter.
    private var fineValue: UInt8 = 0
    /// The CC38 that came before the parameter's first CC6, 0 for none; for a later CC6 it is 0.
    package private(set) var leadingFine: UInt8 = 0
    /// The last CC98, whether CC99 came before it or comes behind it.
    private var lastFine: UInt8 = 127

    @_noLocks
    package init() {}

    /// Notes a controller, before it is sent.
    @_noLocks
    package mutating func note(_ controller: UInt8, _ value: UInt8) {
        switch controller {
        case 6:
            leadingFine = self.value == 255 ? fineValue : 0
            self.value = value
            guard isForGenerators, nonRegistered.fine < 100 else { break }
            lastGenerator = generatorNumber
            generatorNumber = 0
        case 38:
            fineValue = value
        case 98:
            kind = .nonRegistered
            nonRegistered.fine = value
            lastFine = value
            if nonRegistered.coarse == Self.generators { add(value) }
            forgetValue()
        case 99:
            kind = .nonRegistered
            nonRegistered = (value, 0)
            generatorNumber = 0
            lastGenerator = -1
            forgetValue()
        case 100:
            parameter.fine = value
            kind = .registered
            forgetValue()
        case 101:
            parameter.coarse = value
            kind = .registered
            forgetValue()
        case 121:
            self = DataEntry()
        default:
            break
        }
    }

    @_noLocks
    private mutating func forgetValue() {
        value = 255
        fineValue = 0
    }

    @_noLocks
    private mutating func add(_ fine: UInt8) {
        // No generator has a number of more than two digits; the sum stays small however long
        // the messages continue.
        guard generatorNumber < 100_000 else { return }
        switch fine {
        case 100: generatorNumber &+= 100
        case 101: generatorNumber &+= 1_000
        case 102: generatorNumber &+= 10_000
        case 103...127: break
        default: generatorNumber &+= Int(fine)
        }
    }

    private var isForGenerators: Bool {
        @_noLocks get {
            switch kind {
            case .nonRegistered: nonRegistered.coarse == Self.generators
            case .none, .registered: false
            }
        }
    }

    /// The generator that a controller, already noted, sets, and the coarse part of its value.
    @_noLocks
    package func generator(after controller: UInt8) -> (number: Int, coarse: UInt8)? {
        guard controller == 6 || controller == 38, isForGenerators, nonRegistered.fine < 100,
            lastGenerator >= 0, value < 128
        else { return nil }
        return (lastGenerator, value)
    }

    /// The CC6 to repeat after a controller was sent, or `nil`.
    ///
    /// FluidSynth sets a parameter at its coarse value (CC6) alone: a fine value (CC38) that comes
    /// after it, as it should, counts only when the coarse one is said again.
    @_noLocks
    package func repetition(after controller: UInt8) -> UInt8? {
        controller == 38 && value < 128 && !isForGenerators ? value : nil
    }

    /// Whether a controller, already noted, sets FluidSynth's fine tuning (RPN 1).
    @_noLocks
    package func setsFineTuning(_ controller: UInt8) -> Bool {
        guard case .registered = kind, parameter.coarse == 0, parameter.fine == 1 else {
            return false
        }
        return controller == 6 || repetition(after: controller) != nil
    }

    /// The registered parameter that is selected, or was before a non-registered one.
    package var registered: (coarse: UInt8, fine: UInt8) {
        @_noLocks get { parameter }
    }

    /// Whether a non-registered parameter is selected.
    package var isNonRegistered: Bool {
        @_noLocks get {
            if case .nonRegistered = kind { return true }
            return false
        }
    }

    /// The value of the parameter, 14 bits; without a coarse part (CC6) that of the middle.
    package var dataAroundMiddle: Int {
        @_noLocks get { Int(value == 255 ? 64 : value) << 7 | Int(fineValue) }
    }

    /// The value of the parameter, 14 bits.
    package var data: Int {
        @_noLocks get { Int(value == 255 ? 0 : value) << 7 | Int(fineValue) }
    }

    /// The parameter that a controller for data entry, increment or decrement, already noted, is
    /// for; `nil` for other controllers, and where nothing is carried out.
    @_noLocks
    package func parameter(after controller: UInt8) -> ChannelParameter? {
        switch controller {
        case 6, 38, 96, 97: break
        default: return nil
        }
        switch kind {
        case .none: return nil
        case .registered:
            return ChannelParameter.named(
                isRegistered: true,
                coarse: parameter.coarse,
                fine: parameter.fine
            )
        case .nonRegistered:
            return ChannelParameter.named(
                isRegistered: false,
                coarse: nonRegistered.coarse,
                fine: lastFine
            )
        }
    }

    /// The parameter that a controller selects.
    package enum TuningSelection: BitwiseCopyable {
        /// A tuning program, RPN 3.
        case program
        /// The bank of tuning programs, RPN 4.
        case bank
    }

    /// The parameter that a controller for data entry, increment or decrement selects; `nil` for
    /// one that is about another parameter.
    @_noLocks
    package func tuningSelection(_ controller: UInt8) -> TuningSelection? {
        switch controller {
        case 6, 38, 96, 97: break
        default: return nil
        }
        switch kind {
        case .registered where parameter.coarse == 0 && parameter.fine == 3: return .program
        case .registered where parameter.coarse == 0 && parameter.fine == 4: return .bank
        case .none, .registered, .nonRegistered: return nil
        }
    }
}
