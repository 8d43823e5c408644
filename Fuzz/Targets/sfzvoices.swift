import Instruments
import SFZRegions
import Voices

/// Takes the bytes for an SFZ file, and plays its regions.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let reading = try? SFZReader.read(input.bytes, path: "fuzz.sfz") { _ in nil }
    guard let instrument = reading?.sfz else { return 0 }
    let recordings = instrument.sources.indices.map { index -> Recording? in
        switch index % 4 {
        case 0: Recording(frameCount: 200, rate: 48_000)
        case 1: Recording(frameCount: 50, channelCount: 2, rate: 96_000, bits: 24, loop: 10..<40)
        case 2: Recording(frameCount: 1, rate: 8_000)
        default: nil
        }
    }
    var findings: [InstrumentDiagnostic] = []
    let bank = RegionBank(
        instrument,
        recordings: recordings,
        sides: { index in
            guard let recording = recordings[index] else { return [] }
            return (0..<recording.channelCount).map { side in
                let count = recording.frameCount
                guard side == 0 else { return SampleFrames([Float](repeating: 0.5, count: count)) }
                return SampleFrames((0..<count).map { Int16(truncatingIfNeeded: $0 &* 977) })
            }
        },
        wave: { _ in SampleFrames((0..<64).map { Float($0) / 32 - 1 }) },
        findings: &findings
    )
    require(bank.presets.allSatisfy { $0.regions.count <= count }, "regions from nothing")
    EngineRun.play(bank, input.hash)
    return 0
}
