/// The reason why a modulator is left out.
public enum ModulatorProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A source that does not exist, or that is a function of MIDI and not a controller (§8.2.1).
    case source(ModulatorSource)
    /// A curve that does not exist (§8.2.4).
    case curve(UInt8)
    /// A transform that does not exist (§8.3).
    case transform(UInt16)
    /// The absolute value of a product of which both sources count.
    case absoluteProduct
    /// A destination that modulators cannot change (§8.1.1).
    case destination(UInt16)
    /// It moves the end of a sample or a loop.
    case end(UInt16)
    /// A link that leads to no modulator whose source is a link, or in a circle (§7.4).
    case brokenLink
    /// No modulator is linked to it (§7.4).
    case noLink
    /// A chain of more than two controllers, or whose links are not linear or not of amount 1: the
    /// specification has no unit for them.
    case link

    /// The problem in words.
    public var description: String {
        switch self {
        case .source(let source): "unknown source \(hexadecimal(source.rawValue))"
        case .curve(let curve): "unknown curve \(curve), expected 0 to 3"
        case .transform(let transform): "unknown transform \(transform), expected 0 or 2"
        case .absoluteProduct: "the absolute value of two sources is not supported"
        case .destination(let number): "modulators cannot change generator \(number)"
        case .end(let number): "moving an end by generator \(number) is not supported"
        case .brokenLink: "its link leads to no modulator whose source is a link"
        case .noLink: "its source is a link, and no modulator leads to it"
        case .link:
            "linked modulators are supported with linear links of amount 1 and two controllers"
        }
    }
}
