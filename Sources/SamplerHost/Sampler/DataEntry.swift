/// What a channel's data entry controllers (CC6, CC38) are about, as far as FluidSynth needs help.
struct DataEntry: BitwiseCopyable {
    private var isRegistered = false
    /// The registered parameter's number; 127, 127 is none.
    private var parameter: (coarse: UInt8, fine: UInt8) = (127, 127)
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
        case 98, 99:
            isRegistered = false
            self.value = 255
        case 100:
            parameter.fine = value
            isRegistered = true
            self.value = 255
        case 101:
            parameter.coarse = value
            isRegistered = true
            self.value = 255
        case 121:
            self = DataEntry()
        default:
            break
        }
    }

    /// The CC6 to repeat after a controller was sent, or `nil`.
    ///
    /// FluidSynth sets a parameter at its coarse value (CC6) alone: a fine value (CC38) that comes
    /// after it, as it should, counts only when the coarse one is said again.
    @_noLocks
    func repetition(after controller: UInt8) -> UInt8? {
        controller == 38 && value < 128 ? value : nil
    }

    /// Whether a controller selects a tuning program (RPN 3), for which FluidSynth allocates.
    @_noLocks
    func selectsTuning(_ controller: UInt8) -> Bool {
        guard controller == 6 || controller == 38 else { return false }
        return isRegistered && parameter.coarse == 0 && parameter.fine == 3
    }
}
