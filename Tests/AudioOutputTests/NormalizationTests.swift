import Testing

@testable import AudioOutput

@Suite("A level to normalize to")
struct NormalizationTests {
    @Test("is a peak, a true peak or a loudness")
    func parsing() {
        #expect(Normalization(parsing: "peak=-1") == .peak(-1))
        #expect(Normalization(parsing: "true-peak=-0.5") == .truePeak(-0.5))
        #expect(Normalization(parsing: "lufs=-14") == .loudness(-14))
        for text in [
            "peak", "peak=", "peak=1", "peak=-61", "lufs=-4", "lufs=nan", "lufs=-14=1", "rms=-14",
            "=-14", "-14",
        ] {
            #expect(Normalization(parsing: text) == nil, "\(text)")
        }
    }
}
