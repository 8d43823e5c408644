import Wording

extension ReverbParameters: NamedEffect {
    static var effectName: String { "reverb" }

    /// Time, damping, size, width and level of the presets, beside the default.
    ///
    /// The times of the rooms, the plate and the first two halls are those of General MIDI 2's types;
    /// the rest was chosen by measurement. Roland's delays follow.
    private static let table: [(String, Double, Double, Double, Double, Double)] = [
        ("room", 1.1, 0.35, 0.3, 0.8, 0.7),
        ("plate", 1.3, 0.05, 0.3, 1, 0.7),
        ("small-hall", 1.5, 0.3, 0.5, 0.8, 0.7),
        ("medium-hall", 1.8, 0.35, 0.65, 0.8, 0.7),
        ("large-hall", 2.4, 0.3, 0.85, 0.8, 0.7),
        ("cathedral", 5, 0.45, 1, 1, 0.55),
    ]

    static let presets: [(name: String, parameters: ReverbParameters)] =
        [("default", ReverbParameters())]
        + table.map { name, time, damping, scale, width, level in
            var parameters = ReverbParameters()
            parameters.time = time
            parameters.damping = damping
            parameters.scale = scale
            parameters.width = width
            parameters.level = level
            return (name, parameters)
        } + [delay("delay", .delay), delay("panning-delay", .panningDelay)]

    /// A delay of Roland's.
    private static func delay(_ name: String, _ kind: ReverbKind) -> (String, ReverbParameters) {
        var parameters = ReverbParameters()
        parameters.become(kind)
        return (name, parameters)
    }

    static let parameters: [EffectsParameter<ReverbParameters>] = [
        // The room size in other units: one name is enough for what moves.
        EffectsParameter("time", 0.7...12.5, \.time, unit: .seconds, isMovable: false),
        EffectsParameter("room-size", 0...1, \.roomSize),
        EffectsParameter("damping", 0...1, \.damping),
        EffectsParameter("size", 0.25...1, \.scale),
        EffectsParameter("width", 0...1, \.width),
        EffectsParameter("level", 0...1, \.level),
        EffectsParameter("delay", 2...longestDelay, \.delay, unit: .milliseconds),
        EffectsParameter("feedback", 0...0.97, \.feedback),
    ]

    static let choices = [(name: "type", values: ["room", "delay", "panning-delay"])]

    mutating func choose(_ name: String, _ value: String) {
        algorithm =
            switch value {
            case "delay": .delay
            case "panning-delay": .panningDelay
            default: .room
            }
    }

    func choice(_ name: String) -> String {
        switch algorithm {
        case .room: "room"
        case .delay: "delay"
        case .panningDelay: "panning-delay"
        }
    }

    func has(_ name: String) -> Bool {
        switch name {
        case "damping", "level": true
        case "delay", "feedback": algorithm != .room
        default: algorithm == .room
        }
    }

    /// The names of the presets.
    public static var presetNames: [String] { presets.map(\.name) }

    /// Reads the name of a preset, `off`, or parameters: `large-hall,level=0.5`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The parameters; `nil` for `off`.
    /// - Throws: A name or a parameter that there is not, or a value out of range.
    public static func parsing(_ text: String) throws(EffectsError) -> ReverbParameters? {
        try parameters(parsing: text)
    }
}
