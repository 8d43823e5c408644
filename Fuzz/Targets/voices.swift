import SoundFont
import SoundFontRegions
import Voices

/// Takes the bytes for a SoundFont, and plays its regions.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let bytes = input.bytes
    guard let reading = try? SoundBankReading(bytes), let range = reading.layout.frames else {
        return 0
    }
    let words = stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
    EngineRun.play(RegionBank(reading, frames: SampleFrames(words)), input.hash)
    return 0
}
