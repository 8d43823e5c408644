/// An opcode with its value.
///
/// Values are read once, where they stand; regions inherit them many times.
struct SFZSetting {
    /// The setting of an opcode.
    enum Value {
        case number(Double)
        case text(String)
        /// A region sounds only while a controller is within a range: the lower or the upper end.
        case condition(controller: Int, isLower: Bool, value: Double)
        /// A controller changes the opcode's value.
        case modulation(controller: Int, part: SFZModulation.Part, value: Double)
        /// A region fades with a controller.
        case crossfade(controller: Int, end: SFZCrossfade.End, value: Double)
        /// The factor of a velocity.
        case velocityPoint(velocity: Int, factor: Double)
    }

    let opcode: SFZOpcode
    let value: Value
    let position: InstrumentPosition

    var number: Double {
        if case .number(let number) = value { number } else { 0 }
    }

    var text: String {
        if case .text(let text) = value { text } else { "" }
    }
}
