import Glibc
package import Platform

/// The name under which a crash leaves a file that is being written: `song.mid.part`, or with a number
/// where an earlier crash has left one.
package enum RecoveryName {
    /// The most recovery files of one name.
    private static let limit = 1000

    /// Gives an unnamed file a recovery name that is not taken yet.
    ///
    /// A lock tells a file that is being written from one that a crash has left; see
    /// `OpenedFile.isBeingWritten`.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - path: The name that it is to get; symbolic links are followed, since names on one file
    ///     system can share a file.
    /// - Throws: `cannotCreate` with the reason.
    /// - Returns: The name; `nil` where the file system has no second names for a file: there
    ///   `OutputFile` has given it one already.
    package static func give(to descriptor: Int32, of path: String) throws(HostError) -> String? {
        let target = RealPath.of(path) ?? path
        // A file system without locks has none, and the file is as good as any other.
        flock(descriptor, LOCK_EX | LOCK_NB)
        for number in 1...limit {
            let name = number == 1 ? "\(target).part" : "\(target).part\(number)"
            if UnnamedFile.link(name, to: descriptor) { return name }
            // The file of an earlier crash is left for the user.
            if errno == EEXIST { continue }
            if errno == EPERM || errno == EOPNOTSUPP { return nil }
            throw HostError(.cannotCreate, name, SystemError.text())
        }
        throw HostError(
            .cannotCreate,
            "\(target).part",
            "\(limit) recovery files exist; delete those not needed"
        )
    }
}
