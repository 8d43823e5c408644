import SamplerHost

extension RenderTimes {
    /// The times in words: `render time p50 8 %, p99 21 %, max 45 % of a period, late periods 0`.
    var text: String {
        "render time p50 \(Self.percent(median)), p99 \(Self.percent(percentile99)), "
            + "max \(Self.percent(longest)) of a period, late periods \(late)"
    }

    /// A part of a period in per cent: with a tenth below 10.
    static func percent(_ part: Double) -> String {
        guard part.isFinite, part < 1e6 else { return "over 99999 %" }
        guard part < 0.0995 else { return "\(Int((part * 100).rounded())) %" }
        let tenths = Int((max(part, 0) * 1_000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
