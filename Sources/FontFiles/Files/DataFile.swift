import Glibc
public import Platform

/// A file of bytes that is written from the beginning to the end; complete after ``commit()``, else
/// not there.
///
/// A pipe or a device is written to, and not replaced.
public struct DataFile: ~Copyable {
    private var file: OutputFile?
    /// The descriptor that takes the bytes, for another process to write to; owned by the file.
    public let descriptor: Int32
    private let path: String

    /// Creates a file to replace `path`.
    ///
    /// - Parameters:
    ///   - path: Its name. An existing file is unchanged until ``commit()``.
    ///   - mayReplace: Whether it may replace an existing file at ``commit()``.
    /// - Throws: `cannotCreate` with the reason.
    public init(replacing path: String, mayReplace: Bool = true) throws(HostError) {
        self.path = path
        guard OutputFile.isSpecial(path) else {
            let created = try OutputFile(replacing: path, mayReplace: mayReplace)
            descriptor = created.descriptor
            file = consume created
            return
        }
        let opened = unsafe open(path.systemPath, O_WRONLY | O_CLOEXEC)
        guard opened >= 0 else { throw HostError(.cannotCreate, path, SystemError.text()) }
        descriptor = opened
        file = nil
    }

    deinit {
        if file == nil { close(descriptor) }
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: `io` with the reason.
    public mutating func write(_ bytes: RawSpan) throws(HostError) {
        let code = ForwardFile.write(bytes, to: descriptor)
        guard code != 0 else { return }
        let reason = code == EPIPE ? "closed by the reader" : SystemError.text(code)
        throw HostError(.io, path, reason)
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: `io` with the reason.
    public mutating func write(_ bytes: [UInt8]) throws(HostError) {
        try unsafe write(bytes.span.bytes)
    }

    /// Moves the file to its path, in one step.
    ///
    /// - Throws: `cannotCreate` or `io` with the reason.
    public mutating func commit() throws(HostError) {
        try file?.commit()
    }
}
