import Glibc
import Platform
import SamplerHost

/// A file without a name, in `$TMPDIR` or `/tmp`: gone when the process ends, whatever ends it.
///
/// It is for readers that want a file: another process, or a library.
package struct ScratchFile: ~Copyable {
    /// The open file, to be read and written.
    package let descriptor: Int32
    /// What messages call it.
    private let name: String

    /// Makes an empty file.
    ///
    /// - Parameter name: What messages call it.
    /// - Throws: Status 73.
    package init(_ name: String) throws(PlaybackError) {
        guard let opened = UnnamedFile.openTemporary() else {
            throw PlaybackError(
                .cannotCreate,
                "\(name): no temporary file in \(UnnamedFile.temporaryFolder): \(SystemError.text())"
            )
        }
        descriptor = opened
        self.name = name
    }

    deinit {
        close(descriptor)
    }

    /// Writes bytes at a place.
    ///
    /// - Throws: Status 74.
    package func write(_ bytes: ArraySlice<UInt8>, at offset: Int = 0) throws(PlaybackError) {
        let error: Int32 = bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                done += count
            }
            return 0
        }
        guard error == 0 else {
            throw PlaybackError(.io, "\(name): \(SystemError.text(error))")
        }
    }

    /// The first line, as far as it is in the first 400 bytes.
    package var firstLine: String {
        var bytes = [UInt8](repeating: 0, count: 400)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let line = bytes.prefix(max(count, 0)).prefix { $0 != 0x0A }
        return String(decoding: line, as: UTF8.self)
    }
}
