import Tuning

/// Takes the bytes for a scale and for a keyboard mapping, each with a usual partner.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    if let scale = try? Scale(reading: bytes, path: "fuzz.scl") {
        requireSoundness(KeyTuning(scale: scale, mapping: .linear))
    }
    if let mapping = try? KeyboardMapping(reading: bytes, path: "fuzz.kbm") {
        requireSoundness(KeyTuning(scale: .equalTemperament, mapping: mapping))
    }
    return 0
}

private func requireSoundness(_ tuning: KeyTuning) {
    precondition(tuning.pitches.count == 128)
    for case let pitch? in tuning.pitches { precondition(KeyTuning.range.contains(pitch)) }
}
