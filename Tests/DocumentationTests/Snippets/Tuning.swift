import Tuning

/// The example of Tuning's page.
func startWithTuning(_ bytes: [UInt8]) throws {
    // begin
    let scale = try Scale(reading: bytes, path: "quarter-comma-meantone.scl")
    let tuning = KeyTuning(scale: scale, mapping: .linear)
    for key in 60...72 {
        print(key, tuning.pitches[key] ?? 0)
    }
    // end
}
