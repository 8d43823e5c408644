public import Wording

/// The parameters of a delay in stereo.
public struct EchoParameters: Hashable, Sendable {
    /// The time from one echo to the next in ms, 1 … 2,000.
    public var time = 350.0
    /// The time as a note at the tempo of the music, in place of ``time``; `nil` for none.
    public var note: NoteValue?
    /// The part of an echo that comes back as the next, 0 … 0.95.
    public var feedback = 0.35
    /// The cutoff in Hz of the low-pass that each echo passes through, 200 … 20,000.
    public var highCut = 6_000.0
    /// Whether echoes alternate between left and right.
    public var isPingPong = false

    /// Three audible echoes, a third of a second apart.
    public init() {}
}

extension EchoParameters: NamedEffect, InsertParameters {
    static var usualMix: Double { 0.3 }

    var effect: InsertSettings.Effect { .delay(self) }

    static var effectName: String { "delay" }

    static let presets: [(name: String, parameters: EchoParameters)] = {
        var slap = EchoParameters()
        (slap.time, slap.feedback, slap.highCut) = (90, 0, 8_000)
        var pingPong = EchoParameters()
        (pingPong.feedback, pingPong.isPingPong) = (0.5, true)
        return [("default", EchoParameters()), ("slap", slap), ("ping-pong", pingPong)]
    }()

    static let parameters: [EffectsParameter<EchoParameters>] = [
        EffectsParameter(
            "time",
            1...2_000,
            \.time,
            unit: .milliseconds,
            note: \EchoParameters.note
        ),
        EffectsParameter("feedback", 0...0.95, \.feedback),
        EffectsParameter("high-cut", 200...20_000, \.highCut, unit: .hertz),
    ]

    static var choices: [(name: String, values: [String])] {
        [(name: "type", values: ["stereo", "ping-pong"])]
    }

    mutating func choose(_ name: String, _ value: String) { isPingPong = value == "ping-pong" }

    func choice(_ name: String) -> String { isPingPong ? "ping-pong" : "stereo" }
}
