import Glibc

/// A file that is there complete or not at all.
struct BankFile {
    /// Why it could not be written.
    struct Failure: Error {
        var reason: String

        /// What the C library has just reported.
        static var last: Failure { Failure(reason: String(cString: strerror(errno))) }
    }

    var path: String

    /// Writes a temporary file beside it, then gives that its name.
    func write(_ bytes: [UInt8]) throws(Failure) {
        let temporary = path + ".\(getpid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .last }
        do throws(Failure) {
            try Self.write(bytes[...], to: descriptor)
            guard fsync(descriptor) == 0 else { throw .last }
        } catch {
            close(descriptor)
            unlink(temporary)
            throw error
        }
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let failure = Failure.last
            unlink(temporary)
            throw failure
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            rest = rest.dropFirst(count)
        }
    }
}
