import ControlProtocol
import Platform

/// The file of a recording.
struct RecordingTarget {
    /// The path to be written, without links.
    let path: String

    /// Checks the target of a recording.
    ///
    /// - Parameters:
    ///   - target: The path that the client has named.
    ///   - mayReplace: Whether a file may be replaced.
    ///   - policy: The folders below which it may be.
    /// - Throws: 64, 73 or 77 for a path that cannot be written.
    init(_ target: String, mayReplace: Bool, _ policy: PathPolicy) throws(RequestError) {
        do throws(RequestError) {
            path = try policy.resolvedForWriting(target)
        } catch {
            throw RequestError(number: error.number, "target: \(error.message)")
        }
        guard let status = FileStatus(path) else { return }
        guard status.kind == .regular else {
            let problem = status.kind == .folder ? "is a directory" : "not a regular file"
            throw RequestError(.cannotCreate, "target: \(target): \(problem)")
        }
        guard mayReplace else {
            throw RequestError(
                .cannotCreate,
                "target: \(target): already exists; replace=on replaces it"
            )
        }
    }
}
