/// The effects of a bus.
public struct EffectsBusEntry: Hashable, Sendable {
    /// The bus: `main`, or a name of the rack.
    public var name: String
    /// The reverb as `--reverb` has it: a preset's name, `off`, or parameters.
    public var reverb: String
    /// The chorus as `--chorus` has it.
    public var chorus: String

    /// Makes an entry.
    public init(name: String, reverb: String, chorus: String) {
        self.name = name
        self.reverb = reverb
        self.chorus = chorus
    }
}

extension EffectsBusEntry: ListedRecord {
    package init() { self.init(name: "", reverb: "", chorus: "") }

    package static let fields = Field<EffectsBusEntry>.table {
        Field("bus", \.name)
        Field("reverb", \.reverb)
        Field("chorus", \.chorus)
    }

    package func words(at index: Int) -> String { "reverb=\(reverb) chorus=\(chorus) \(name)" }

    static let list = AnswerList<EffectsBusEntry>(
        "effects",
        line: "effects",
        "each bus: reverb, chorus and name; in JSON, objects with `bus`, `reverb` and `chorus`"
    )
}
