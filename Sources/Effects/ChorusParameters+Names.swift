import Wording

extension ChorusParameters: NamedEffect {
    static var effectName: String { "chorus" }
    static var ofBuses: [String] { ["reverb-send"] }

    private static let table: [(String, ChorusKind)] = [
        ("chorus-1", .chorus1), ("chorus-2", .chorus2), ("chorus-3", .chorus3),
        ("chorus-4", .chorus4), ("feedback-chorus", .feedbackChorus), ("flanger", .flanger),
        ("short-delay", .shortDelay), ("short-feedback-delay", .shortFeedbackDelay),
    ]

    static let presets: [(name: String, parameters: ChorusParameters)] =
        [("default", ChorusParameters())]
        + table.map { name, kind in
            var parameters = ChorusParameters()
            parameters.become(kind)
            return (name, parameters)
        }

    static let parameters: [EffectsParameter<ChorusParameters>] = [
        EffectsParameter("voices", 0...99, \.voiceNumber, isWhole: true),
        EffectsParameter("level", 0...10, \.level),
        EffectsParameter("speed", 0...20, \.speed, unit: .hertz),
        EffectsParameter("depth", 0...256, \.depth, unit: .milliseconds),
        EffectsParameter("delay", 0...100, \.delay, unit: .milliseconds),
        EffectsParameter("feedback", 0...0.97, \.feedback),
        EffectsParameter("reverb-send", 0...1, \.reverbSend),
    ]

    /// ``voices`` for the table of parameters.
    private var voiceNumber: Double {
        get { Double(voices) }
        set { voices = Int(newValue) }
    }

    static let choices = [(name: "shape", values: ["sine", "triangle"])]

    mutating func choose(_ name: String, _ value: String) {
        shape = value == "triangle" ? .triangle : .sine
    }

    func choice(_ name: String) -> String { shape.isTriangle ? "triangle" : "sine" }

    /// The names of the presets.
    public static var presetNames: [String] { presets.map(\.name) }

    /// Reads the name of a preset, `off`, or parameters: `flanger,level=0.5`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The parameters; `nil` for `off`.
    /// - Throws: A name or a parameter that there is not, or a value out of range.
    public static func parsing(_ text: String) throws(EffectsError) -> ChorusParameters? {
        try parameters(parsing: text)
    }
}
