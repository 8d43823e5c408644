import JSON

/// The levels of the master or of a strip since the event before, in dB below full scale.
public struct MeasuredLevels: Hashable, Sendable {
    /// The name of the strip; `nil` for the master.
    public var strip: String?
    /// The highest peak since the event before.
    public var peak: StripEntry.Levels
    /// The RMS level of the time since the event before.
    public var rms: StripEntry.Levels
    /// The held peak: it stays for a second, and then falls by 20 dB a second.
    public var heldPeak: StripEntry.Levels

    /// Makes levels.
    public init(
        strip: String? = nil,
        peak: StripEntry.Levels,
        rms: StripEntry.Levels,
        heldPeak: StripEntry.Levels
    ) {
        self.strip = strip
        self.peak = peak
        self.rms = rms
        self.heldPeak = heldPeak
    }

    init(_ fields: JSONFields) throws(RequestError) {
        func levels(_ name: String) throws(RequestError) -> StripEntry.Levels {
            let left = try fields.level("\(name)Left")
            return StripEntry.Levels(left: left, right: try fields.level("\(name)Right"))
        }
        self.init(
            strip: try fields.optionalString("strip"),
            peak: try levels("peak"),
            rms: try levels("rms"),
            heldPeak: try levels("heldPeak")
        )
    }
}

extension JSONObject {
    mutating func set(_ levels: MeasuredLevels) {
        set("strip", levels.strip)
        for (name, sides) in [
            ("peak", levels.peak), ("rms", levels.rms), ("heldPeak", levels.heldPeak),
        ] {
            set("\(name)Left", LevelText.json(sides.left))
            set("\(name)Right", LevelText.json(sides.right))
        }
    }
}
