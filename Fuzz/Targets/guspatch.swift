import Instruments

/// Takes the bytes for a patch of the Gravis UltraSound, and for a configuration whose patches are
/// the bytes themselves.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    if let reading = try? GUSPatchReader.read(bytes, path: "fuzz.pat") {
        requireFrames(reading, size: count)
    }
    // The configuration ends where the patch begins.
    let end = bytes.indices.first { GUSPatchReader.isPatch(bytes[$0...].prefix(16)) } ?? count
    let reading = try? TiMidityReader.read(Array(bytes[..<end]), path: "fuzz.cfg") { name, _ in
        name.hasSuffix("cfg")
            ? .success(.init(path: name, bytes: Array(bytes[..<end])))
            : .success(.init(path: name, bytes: Array(bytes[end...])))
    }
    if let reading { requireFrames(reading, size: count) }
    return 0
}

/// Requires that frames are within the file, in whatever order they are played.
private func requireFrames(_ reading: InstrumentDescription, size: Int) {
    let recordings = reading.sources.map { source -> Recording? in
        guard case .embedded(let frames) = source.location else { return nil }
        require(
            frames.bytes.lowerBound >= 0 && frames.bytes.upperBound <= size,
            "frames at \(frames.bytes) of \(size)"
        )
        let count = frames.bytes.count / (frames.recording.bits / 8)
        var total = 0
        for run in frames.runs {
            require(
                run.frames.lowerBound >= 0 && run.frames.upperBound <= count,
                "frames \(run.frames) of \(count)"
            )
            total += run.frames.count
        }
        require(total == frames.recording.frameCount, "\(total) frames")
        return frames.recording
    }
    reading.requireSoundness(recordings)
}
