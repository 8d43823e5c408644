import Instruments

/// Takes the bytes for a DLS bank.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let reading = try? DLSReader.read(FuzzInput(start, count).bytes, path: "fuzz.dls") else {
        return 0
    }
    let recordings = reading.sources.map { source -> Recording? in
        guard case .embedded(let frames) = source.location else { return nil }
        require(
            frames.bytes.lowerBound >= 0 && frames.bytes.upperBound <= count,
            "frames at \(frames.bytes) of \(count)"
        )
        return frames.recording
    }
    reading.requireSoundness(recordings)
    return 0
}
