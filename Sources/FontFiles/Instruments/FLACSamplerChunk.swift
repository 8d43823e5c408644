import Instruments
import Platform

/// The loop and the key in a FLAC file.
///
/// FLAC has no place for them. `flac --keep-foreign-metadata` and others store the chunk `smpl` of a
/// WAV file in an APPLICATION block with the name `riff` (FLAC format, METADATA_BLOCK_APPLICATION).
enum FLACSamplerChunk {
    /// The most metadata blocks that are looked at, and the most bytes of one that is read.
    private static let (mostBlocks, mostBytes) = (256, 65_536)
    private static let application: UInt8 = 2

    /// Takes the loop and the key of a file, if it is FLAC and has them.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - recording: Takes them.
    static func read(_ file: borrowing InputFile, into recording: inout Recording) {
        guard bytes(file, at: 0, count: 4).elementsEqual("fLaC".utf8) else { return }
        var position = 4
        for _ in 0..<mostBlocks {
            let head = bytes(file, at: position, count: 4)
            guard head.count == 4 else { return }
            let count = Int(head[1]) << 16 | Int(head[2]) << 8 | Int(head[3])
            if head[0] & 0x7F == application, count <= mostBytes {
                let block = bytes(file, at: position + 4, count: count)
                // A name of four bytes, then a chunk: its name and its length.
                if block.count == count, block.starts(with: "riffsmpl".utf8) {
                    return take(block.dropFirst(12), into: &recording)
                }
            }
            guard head[0] & 0x80 == 0 else { return }
            position += 4 + count
        }
    }

    private static func bytes(_ file: borrowing InputFile, at offset: Int, count: Int) -> [UInt8] {
        (try? file.bytes(at: offset, count: count)) ?? []
    }

    /// Takes the content of a chunk `smpl`.
    private static func take(_ chunk: ArraySlice<UInt8>, into recording: inout Recording) {
        func number(at offset: Int) -> Int? {
            let bytes = chunk.dropFirst(offset).prefix(4)
            guard bytes.count == 4 else { return nil }
            return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        if let key = number(at: 12), key <= 127 { recording.rootKey = key }
        // The fraction of a semitone by which the recording is sharper than its key.
        if let fraction = number(at: 16) {
            recording.detune = -(Double(fraction) / 4_294_967_296 * 100).rounded()
        }
        // The last frame of a loop belongs to it.
        guard let loops = number(at: 28), loops > 0, let start = number(at: 44),
            let last = number(at: 48), start < min(last + 1, recording.frameCount)
        else { return }
        recording.loop = start..<min(last + 1, recording.frameCount)
    }
}
