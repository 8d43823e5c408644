/// The parameter that one channel's data entry acts on.
///
/// MIDI 1.0 Detailed Specification 4.2, "Registered and Non-Registered Parameter Numbers": the
/// halves of the two kinds are stored separately, and the kind that was written last is meant.
struct ParameterSelection {
    private var registered = ParameterNumber(isRegistered: true, coarse: 127, fine: 127)
    private var nonRegistered = ParameterNumber(isRegistered: false, coarse: 127, fine: 127)
    private var isRegistered = true

    /// The number that is selected; it may be none.
    var number: ParameterNumber { isRegistered ? registered : nonRegistered }

    /// Takes a controller of the channel.
    ///
    /// - Parameters:
    ///   - controller: Any controller's number.
    ///   - value: Its value.
    /// - Returns: Whether it is one of those that select, CC98 … CC101.
    mutating func take(_ controller: UInt8, _ value: UInt8) -> Bool {
        switch controller {
        case 98: nonRegistered.fine = value
        case 99: nonRegistered.coarse = value
        case 100: registered.fine = value
        case 101: registered.coarse = value
        default: return false
        }
        isRegistered = controller >= 100
        return true
    }

    /// Selects none, as CC121 does (RP-015).
    mutating func deselect() {
        self = ParameterSelection()
    }
}
