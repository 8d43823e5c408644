/// Effects as the options have them.
extension EffectsSettings {
    /// The reverb as `--reverb` has it: `off`, a preset's name, or the parameters that differ from the
    /// default, to three decimals.
    public var reverbText: String { reverb?.text ?? "off" }
    /// The chorus as `--chorus` has it.
    public var chorusText: String { chorus?.text ?? "off" }
}

extension NamedEffect where Self: Hashable {
    /// The text that is read as these parameters.
    var text: String {
        if let preset = Self.presets.first(where: { $0.parameters == self }) { return preset.name }
        let usual = Self()
        var words: [String] = []
        // The time says the room size.
        for parameter in Self.parameters where parameter.name != "room-size" && has(parameter.name)
        {
            if let note = parameter.note, let value = self[keyPath: note] {
                words.append("\(parameter.name)=\(value)")
                continue
            }
            let value = self[keyPath: parameter.path]
            guard value != usual[keyPath: parameter.path] else { continue }
            words.append("\(parameter.name)=\(Self.decimal(value))")
        }
        for choice in Self.choices where self.choice(choice.name) != usual.choice(choice.name) {
            words.append("\(choice.name)=\(self.choice(choice.name))")
        }
        if let path = Self.sideChain, let strip = self[keyPath: path] {
            words.append("\(SideChainName.parameter)=\(strip)")
        }
        return words.joined(separator: ",")
    }

    /// A number of three decimals at most.
    private static func decimal(_ value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
