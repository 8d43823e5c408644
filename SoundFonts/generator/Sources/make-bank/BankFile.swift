import Glibc

/// A file that is written completely or not at all.
struct BankFile {
    /// The reason why the file could not be written.
    struct Failure: Error {
        var reason: String

        /// The error of the last call of the C library.
        static var last: Failure { unsafe Failure(reason: String(cString: strerror(errno))) }
    }

    var path: String

    /// Writes a temporary file beside it, then gives that its name.
    func write(_ bytes: [UInt8]) throws(Failure) {
        let temporary = path + ".\(getpid()).new"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .last }
        do throws(Failure) {
            try Self.write(bytes[...], to: descriptor)
            guard fsync(descriptor) == 0 else { throw .last }
        } catch {
            close(descriptor)
            unsafe unlink(temporary)
            throw error
        }
        guard close(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
            let failure = Failure.last
            unsafe unlink(temporary)
            throw failure
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            rest = rest.dropFirst(count)
        }
    }
}
