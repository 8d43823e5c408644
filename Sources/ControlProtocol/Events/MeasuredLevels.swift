/// The levels of the master or of a strip since the event before, in dB below full scale.
public struct MeasuredLevels: Hashable, Sendable {
    /// The name of the strip; `nil` for the master.
    public var strip: String?
    /// The highest peak since the event before.
    public var peak: StripEntry.Levels
    /// The RMS level of the time since the event before.
    public var rms: StripEntry.Levels
    /// The held peak: it stays for a second, and then falls by 20 dB per second.
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

}

extension MeasuredLevels: Record {
    package init() {
        self.init(
            peak: StripEntry.Levels(),
            rms: StripEntry.Levels(),
            heldPeak: StripEntry.Levels()
        )
    }

    package static let fields = Field<MeasuredLevels>.table {
        Field("strip", \.strip, "absent for the master")
        Field("peakLeft", \.peak.left.level)
        Field("peakRight", \.peak.right.level)
        Field("rmsLeft", \.rms.left.level)
        Field("rmsRight", \.rms.right.level)
        Field("heldPeakLeft", \.heldPeak.left.level)
        Field("heldPeakRight", \.heldPeak.right.level)
    }
}
