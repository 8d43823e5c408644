/// The parameter of a channel's data entry controllers (CC6, CC38), as far as FluidSynth needs
/// help.
struct DataEntry: BitwiseCopyable {
    /// The kind of the parameter number that came last.
    private enum Kind: UInt8, BitwiseCopyable {
        case none
        case registered
        case nonRegistered
    }

    /// The non-registered parameter number (CC99) of SoundFont generators, SoundFont 2.04 §9.6.2.
    static var generators: UInt8 {
        @_noLocks get { 120 }
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

    @_noLocks
    init() {}

    /// Notes a controller, before it is sent.
    @_noLocks
    mutating func note(_ controller: UInt8, _ value: UInt8) {
        switch controller {
        case 6:
            self.value = value
            guard isForGenerators, nonRegistered.fine < 100 else { break }
            lastGenerator = generatorNumber
            generatorNumber = 0
        case 98:
            kind = .nonRegistered
            nonRegistered.fine = value
            if nonRegistered.coarse == Self.generators { add(value) }
            self.value = 255
        case 99:
            kind = .nonRegistered
            nonRegistered = (value, 0)
            generatorNumber = 0
            lastGenerator = -1
            self.value = 255
        case 100:
            parameter.fine = value
            kind = .registered
            self.value = 255
        case 101:
            parameter.coarse = value
            kind = .registered
            self.value = 255
        case 121:
            self = DataEntry()
        default:
            break
        }
    }

    @_noLocks
    private mutating func add(_ fine: UInt8) {
        // No generator has a number of more than two digits; the sum stays small however long
        // the messages go on.
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
    func generator(after controller: UInt8) -> (number: Int, coarse: UInt8)? {
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
    func repetition(after controller: UInt8) -> UInt8? {
        controller == 38 && value < 128 && !isForGenerators ? value : nil
    }

    /// What a controller selects.
    enum TuningSelection: BitwiseCopyable {
        /// A tuning program, RPN 3.
        case program
        /// The bank of tuning programs, RPN 4.
        case bank
    }

    /// What a controller for data entry, increment or decrement selects; `nil` for one that is about
    /// another parameter.
    @_noLocks
    func tuningSelection(_ controller: UInt8) -> TuningSelection? {
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
