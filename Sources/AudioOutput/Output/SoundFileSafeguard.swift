import CLinux
import CSndFile
import FontFiles
import Glibc
package import Platform

/// Keeps a sound file valid while it is written: a name that a crash leaves, a header that tells what
/// is there, and space for the end on a disk that gets full.
package final class SoundFileSafeguard {
    private let descriptor: Int32
    private let type: SoundFileType
    private let frameBytes: Int
    /// The name under which a crash leaves the file.
    private let recoveryPath: String?
    private var frames: Int64 = 0

    /// Bytes that a coder may hold back until the file is completed.
    ///
    /// A page of Ogg has at most 64 KiB, a block of FLAC less. A header needs a few.
    private var tail: Int64 { type == .flac || type.isLossy ? 65_536 : 512 }

    /// Gives the file its recovery name.
    ///
    /// - Parameters:
    ///   - path: The file's later name.
    ///   - descriptor: The file, owned by the caller.
    ///   - type: The kind of file.
    ///   - frameBytes: The bytes of a frame.
    /// - Throws: `cannotCreate` with the reason.
    package init(
        of path: String,
        descriptor: Int32,
        type: SoundFileType,
        frameBytes: Int
    ) throws(HostError) {
        self.descriptor = descriptor
        self.type = type
        self.frameBytes = frameBytes
        recoveryPath = try RecoveryName.give(to: descriptor, of: path)
    }

    /// Sets space aside for frames, and for the end of the file.
    ///
    /// - Parameter frames: The frames that will be written next.
    /// - Returns: 0, or the errno with which the disk refuses them.
    package func reserve(frames: Int) -> Int32 {
        let end = FileStatus(descriptor: descriptor)?.size ?? 0
        let length = Int64(frames * frameBytes) + tail
        // The headers of WAV and AIFF have 32 bits for the size.
        guard (type != .aiff && type != .wav) || Int64(end) + length < 0xFFFF_0000 else {
            return EFBIG
        }
        return seqd_reserve(descriptor, Int64(end), length)
    }

    /// Releases what was set aside and is not used.
    package func releaseReserve() {
        guard let size = FileStatus(descriptor: descriptor)?.size else { return }
        _ = ftruncate(descriptor, off_t(size))
    }

    /// Has the header tell what was written.
    ///
    /// - Parameters:
    ///   - sound: The file.
    ///   - frames: The frames that were written last.
    package func updateHeader(_ sound: OpaquePointer, frames: Int) {
        self.frames += Int64(frames)
        switch type {
        case .wav, .rf64, .aiff:
            unsafe sf_command(sound, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
        case .flac:
            updateStreamInfo()
        case .ogg, .opus, .mp3, .raw:
            // Pages and frames, which say by themselves how long they are; libsndfile would write
            // the header once more at the end.
            break
        }
    }

    /// Enters the number of frames in the blocks that a FLAC file has (RFC 9639 §8.2): libsndfile
    /// would do that at its end, and takes 0, "unknown", for 2^63.
    private func updateStreamInfo() {
        var info = [UInt8](repeating: 0, count: 26)
        guard unsafe pread(descriptor, &info, info.count, 0) == info.count else { return }
        let block = Int64(info[10]) << 8 | Int64(info[11])
        // The coder writes a block with the first frame after it.
        guard block > 0, frames > 0 else { return }
        let total = (frames - 1) / block * block
        info[21] = info[21] & 0xF0 | UInt8(truncatingIfNeeded: total >> 32 & 0x0F)
        for index in 0..<4 {
            info[22 + index] = UInt8(truncatingIfNeeded: total >> (24 - 8 * index))
        }
        _ = unsafe pwrite(descriptor, Array(info[21...]), 5, 21)
    }

    /// Removes the recovery name, when the file has its own or is given up.
    package func removeRecoveryName() {
        if let recoveryPath { unsafe unlink(recoveryPath) }
    }
}
