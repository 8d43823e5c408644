/// A value of a D-Bus message, of the types that this module sends and reads.
indirect enum BusValue: Hashable, Sendable {
    case text(String)
    case objectPath(String)
    case boolean(Bool)
    /// A signed number of 64 bits.
    case integer(Int64)
    /// An unsigned number of 32 bits.
    case word(UInt32)
    case real(Double)
    case texts([String])
    /// Texts, each with a value of any type.
    case dictionary([String: BusValue])
    /// A value that says which type it has.
    case variant(BusValue)
    /// A value of a type that nothing here takes.
    case other

    /// Its type as D-Bus writes it; empty for ``other``.
    var signature: String {
        switch self {
        case .text: "s"
        case .objectPath: "o"
        case .boolean: "b"
        case .integer: "x"
        case .word: "u"
        case .real: "d"
        case .texts: "as"
        case .dictionary: "a{sv}"
        case .variant: "v"
        case .other: ""
        }
    }
}
