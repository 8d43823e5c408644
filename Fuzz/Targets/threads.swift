import SMF

/// Reads a file with several threads, which must give what one gives.
///
/// The bytes get a chunk behind them that makes them large enough to be shared. The jobs are carried
/// out one by one, the last first: what they do to each other is the affair of another sanitizer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes + padding
    guard let file = try? MIDIFile(bytes, keeping: .everything) else { return 0 }
    file.requireSoundness(byteCount: bytes.count)
    for threads in [2, 5] {
        let resources = ReadingResources(threadCount: threads) { count, job in
            for number in (0..<count).reversed() { job(number) }
        }
        let shared = succeed("\(threads) threads") { () throws(SMFError) in
            try MIDIFile(bytes, keeping: .everything, using: resources)
        }
        file.requireEqual(shared, "\(threads) threads")
        require(file.foreignChunks == shared.foreignChunks, "foreign chunks")
    }
    return 0
}

/// A chunk of 256 KiB: from that size on tracks are read by several threads.
///
/// Its bytes are no event, so that a track that swallows it soon ends.
private let padding =
    Array("Junk".utf8) + [0, 4, 0, 0] + [UInt8](repeating: 0xFF, count: 256 << 10)
