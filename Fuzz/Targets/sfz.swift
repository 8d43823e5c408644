import Instruments

/// Takes the bytes for an SFZ file that may include itself and others.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let half = Array(bytes.suffix(bytes.count / 2))
    let reading = try? SFZReader.read(bytes, path: "fuzz.sfz") { path in
        path.hasSuffix("sfz") ? half : nil
    }
    guard let reading else { return 0 }
    let recordings = reading.sources.indices.map { index -> Recording? in
        switch index % 3 {
        case 0: Recording(frameCount: 200, rate: 48_000)
        case 1: Recording(frameCount: 50, channelCount: 2, rate: 96_000, bits: 24, loop: 10..<40)
        default: nil
        }
    }
    reading.requireSoundness(recordings)
    let files = reading.sources.map { SampleSetReader.File(path: $0.name) }
    guard let set = try? SampleSetReader.read(files, name: "set") else { return 0 }
    set.requireSoundness(set.sources.map { _ in Recording(frameCount: 200, rate: 48_000) })
    return 0
}
