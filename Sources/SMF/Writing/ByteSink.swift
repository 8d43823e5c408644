/// The destination of a ``StreamingWriter``'s bytes: usually a file.
public protocol ByteSink: ~Copyable {
    /// The errors of the sink.
    associatedtype Failure: Error

    /// Adds bytes at the end.
    ///
    /// - Parameter bytes: The bytes; a few thousand at a time.
    /// - Throws: The sink's error.
    mutating func write(_ bytes: [UInt8]) throws(Failure)

    /// Replaces bytes that have been written.
    ///
    /// - Parameters:
    ///   - bytes: The new ones, as many as the old.
    ///   - offset: Their position, in bytes from the first that was written.
    /// - Throws: The sink's error.
    mutating func patch(_ bytes: [UInt8], at offset: Int) throws(Failure)

    /// Makes written bytes survive a crash; by default does nothing.
    ///
    /// - Throws: The sink's error.
    mutating func synchronize() throws(Failure)
}

extension ByteSink where Self: ~Copyable {
    /// Does nothing: the sink's content may be lost with the process.
    public mutating func synchronize() throws(Failure) {}
}
