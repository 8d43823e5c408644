/// The names of MIDI outputs as destinations of rules, beside those of samplers: `out:1` … `out:16`.
public enum MIDIOutputName {
    /// The most outputs.
    public static let maximum = 16

    /// The name of an output.
    ///
    /// - Parameter output: The output, from 0.
    /// - Returns: The name.
    public static func name(_ output: Int) -> String { "out:\(output + 1)" }

    /// The output, from 0, with a name; `nil` for the name of a sampler.
    ///
    /// - Parameter name: The name.
    /// - Returns: The output.
    public static func output(_ name: String) -> Int? {
        guard name.hasPrefix("out:"), let number = Int(name.dropFirst(4)),
            (1...maximum).contains(number), name == self.name(number - 1)
        else { return nil }
        return number - 1
    }

    /// Whether a name has the form of an output's name, even if its number is out of range.
    package static func isReserved(_ name: String) -> Bool {
        name.hasPrefix("out:")
    }
}

extension RackSettings {
    /// The number of MIDI outputs that its rules need: the highest that one leads to.
    public var midiOutputs: Int {
        rules.flatMap(\.destinations).compactMap { MIDIOutputName.output($0.sampler) }
            .max().map { $0 + 1 } ?? 0
    }

    /// The names of the MIDI outputs that its rules lead to, in order.
    public var outputNames: [String] {
        Set(rules.flatMap(\.destinations).compactMap { MIDIOutputName.output($0.sampler) })
            .sorted().map(MIDIOutputName.name)
    }

    /// A rack that plays each port of a piece, or each live input, on the MIDI output of its number, and
    /// nothing else: for playing without samplers.
    ///
    /// - Parameters:
    ///   - outputs: The number of outputs, 1 … 16; the remaining ports go to the last.
    ///   - source: Makes the source of a number, from 1.
    /// - Returns: The rack.
    public static func midi(
        outputs: Int,
        _ source: (Int) -> RoutingSource = { .port($0) }
    ) -> RackSettings {
        var rack = RackSettings(samplers: [])
        rack.rules = (0..<outputs).map { output in
            RoutingRule(
                source: output == outputs - 1 ? .all : source(output + 1),
                destinations: [RoutingDestination(sampler: MIDIOutputName.name(output))]
            )
        }
        return rack
    }
}
