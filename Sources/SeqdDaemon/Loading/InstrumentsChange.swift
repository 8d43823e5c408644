import ControlProtocol

/// A change of the instruments with which everything plays: of the SoundFonts, or of the rack.
struct InstrumentsChange {
    /// The kinds; a further change of a kind replaces the one that waits for a position.
    enum Kind: Hashable {
        case fonts, rack
    }

    var kind: Kind
    /// Whether a client has named the SoundFonts.
    var areNamedByClient: () -> Bool
    /// The instruments with the change; the others may change while samplers are made.
    var instruments: () -> Instruments
    /// Checks the samplers that were made, and tells what they lack; throws if they are refused.
    var check: (PreparedFonts) throws(RequestError) -> LoadedFonts
    /// Called before the samplers play.
    var beforeUse: () -> Void = {}
}
