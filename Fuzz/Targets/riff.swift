import SMF

/// Takes the bytes for a RIFF file, and for what stands in one of the form RMID.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    check(bytes)
    let size = UInt32(truncatingIfNeeded: count + 4)
    let head = Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    check(head + Array("RMID".utf8) + bytes)
    return 0
}

/// Requires that nothing is made up, and that all that is retained is written unchanged.
private func check(_ bytes: [UInt8]) {
    guard let file = try? MIDIFile(bytes, keeping: .everything) else { return }
    file.requireSoundness(byteCount: bytes.count)
    if case .riff(let bank?, _) = file.container {
        require(bank.lowerBound >= 12 && bank.upperBound <= bytes.count, "bank at \(bank)")
    }
    let foreign = file.foreignChunks.reduce(0) { $0 + 8 + $1.bytes.count }
    let around = file.wrapper.map { $0.prefix.count + $0.suffix.count } ?? 0
    require(foreign + around + file.headerExtension.count <= bytes.count, "kept too much")
    for chunk in file.foreignChunks {
        require((0...file.tracks.count).contains(chunk.trackIndex), "chunk \(chunk.trackIndex)")
    }
    let music = succeed("music alone") { () throws(SMFError) in try MIDIFile(bytes) }
    file.requireEqual(music, "keeping everything or not")
    guard file.isAccepted else { return }
    let written = succeed("writing") { () throws(SMFWriteError) in try file.bytes(.preserving) }
    require(written == bytes, "written otherwise than read")
}
