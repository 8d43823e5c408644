/// Where a ``StreamingWriter`` puts its bytes: a file, most of the time.
public protocol ByteSink: ~Copyable {
    /// What can go wrong.
    associatedtype Failure: Error

    /// Adds bytes at the end.
    ///
    /// - Parameter bytes: The bytes; a few thousand at a time.
    /// - Throws: What the sink has to say.
    mutating func write(_ bytes: [UInt8]) throws(Failure)

    /// Replaces bytes that have been written.
    ///
    /// - Parameters:
    ///   - bytes: The new ones, as many as the old.
    ///   - offset: Where they are, in bytes from the first that was written.
    /// - Throws: What the sink has to say.
    mutating func patch(_ bytes: [UInt8], at offset: Int) throws(Failure)

    /// Sees to it that what has been written outlasts a crash; by default does nothing.
    ///
    /// - Throws: What the sink has to say.
    mutating func synchronize() throws(Failure)
}

extension ByteSink where Self: ~Copyable {
    /// Does nothing: what the sink has may go with the process.
    public mutating func synchronize() throws(Failure) {}
}
