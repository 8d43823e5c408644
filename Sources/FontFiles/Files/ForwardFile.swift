import CLinux
package import CSndFile
import Glibc

/// A pipe or a device as a sound library may write to it: from the beginning to the end.
///
/// libsndfile (1.2.0) treats a seek in a pipe as done, so its FLAC coder, which enters the lengths
/// in the header last, puts 27 bytes behind the end of the stream. Here bytes that are written
/// after going back are dropped: the header then says that the lengths are not known.
package final class ForwardFile {
    /// The descriptor that takes the bytes; not owned.
    private let descriptor: Int32
    /// The number of bytes written.
    private var end: sf_count_t = 0
    /// The position that the library assumes.
    private var position: sf_count_t = 0
    /// The errno of the first write that failed, or 0.
    package private(set) var failure: Int32 = 0

    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens it as a sound file; it has to live longer than that.
    package func open(_ info: inout SF_INFO) -> OpaquePointer? {
        var calls = unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe ForwardFile.of($0)?.end ?? 0 },
            seek: { unsafe ForwardFile.of($2)?.seek($0, $1) ?? 0 },
            read: { _, _, _ in 0 },
            write: { unsafe ForwardFile.of($2)?.write($0, $1) ?? 0 },
            tell: { unsafe ForwardFile.of($0)?.position ?? 0 }
        )
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe sf_open_virtual(&calls, Int32(SFM_WRITE), &info, context)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> ForwardFile? {
        unsafe context.map { unsafe Unmanaged<ForwardFile>.fromOpaque($0).takeUnretainedValue() }
    }

    private func seek(_ offset: sf_count_t, _ whence: Int32) -> sf_count_t {
        switch whence {
        case SEEK_SET: position = offset
        case SEEK_CUR: position &+= offset
        default: position = end &+ offset
        }
        return position
    }

    private func write(_ bytes: UnsafeRawPointer?, _ count: sf_count_t) -> sf_count_t {
        guard let bytes = unsafe bytes, failure == 0 else { return 0 }
        defer { position &+= count }
        guard position == end else { return count }
        let span = unsafe RawSpan(_unsafeStart: bytes, byteCount: Int(count))
        failure = Self.write(span, to: descriptor)
        guard failure == 0 else { return 0 }
        end &+= count
        return count
    }

    /// Writes all the bytes, however many calls that takes.
    ///
    /// - Returns: 0 or an errno.
    package static func write(_ bytes: RawSpan, to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.byteCount {
            let result = unsafe bytes.extracting(written...).withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if result >= 0 {
                written += result
                continue
            }
            switch errno {
            case EINTR:
                continue
            case EAGAIN:
                // Another program that has the pipe too has made it non-blocking.
                seqd_wait_writable(descriptor)
            case let code:
                return code
            }
        }
        return 0
    }
}
