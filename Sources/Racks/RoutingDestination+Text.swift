extension VelocityCurve: CustomStringConvertible {
    /// Reads `linear`, `power:0.5` or `fixed:100`.
    ///
    /// - Throws: The text and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if text == "linear" {
            self = .linear
        } else if parts.count == 2, parts[0] == "power", let exponent = Double(parts[1]),
            (0.1...10).contains(exponent)
        {
            self = .power(exponent)
        } else if parts.count == 2, parts[0] == "fixed", let velocity = UInt8(parts[1]),
            (1...127).contains(velocity)
        {
            self = .fixed(velocity)
        } else {
            throw RoutingSyntaxError(
                text,
                "expected linear, power:EXPONENT (0.1 to 10) or fixed:VELOCITY (1 to 127)"
            )
        }
    }

    /// The curve as it is written.
    public var description: String {
        switch self {
        case .linear: "linear"
        case .power(let exponent): "power:\(exponent)"
        case .fixed(let velocity): "fixed:\(velocity)"
        }
    }
}

extension RoutingDestination.FixedPreset: CustomStringConvertible {
    /// Reads `bank:program`, both from 0: `0:33`, `128:25`.
    ///
    /// - Throws: The text and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        guard parts.count == 2, let bank = parts[0], let program = parts[1],
            (0...16_383).contains(bank), (0...127).contains(program)
        else {
            throw RoutingSyntaxError(
                text,
                "expected BANK:PROGRAM, such as 0:48 (banks 0 to 16383, programs 0 to 127)"
            )
        }
        self.init(bank: bank, program: program)
    }

    /// The preset as it is written.
    public var description: String { "\(bank):\(program)" }
}

extension MessageKinds {
    /// Each kind with its name, in their order.
    public static var named: [(name: String, kind: MessageKinds)] {
        [
            ("notes", .notes), ("controllers", .controllers), ("programs", .programs),
            ("bends", .bends), ("pressures", .pressures), ("systemExclusive", .systemExclusive),
        ]
    }

    /// The names of the kinds.
    public var names: [String] { Self.named.filter { contains($0.kind) }.map(\.name) }
}
