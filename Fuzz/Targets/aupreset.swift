import Instruments

/// Takes the bytes for a preset of Apple's sampler.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    guard let reading = try? AUPresetReader.read(bytes, path: "fuzz.aupreset") else { return 0 }
    reading.requireSoundness(
        reading.sources.map { _ in Recording(frameCount: 200, channelCount: 2, rate: 44_100) }
    )
    return 0
}
