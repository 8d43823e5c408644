import Glibc
package import SamplerHost

/// The output of `seqd dump`, `assemble`, `convert` and `edit`.
package struct DataDestination {
    /// The file; `nil` for stdout.
    private let path: String?
    private let mayReplace: Bool

    /// Checks an output.
    ///
    /// - Parameters:
    ///   - output: The value of `-o`: a file, or `-`.
    ///   - category: The kind of content.
    ///   - inputs: The files that are read.
    ///   - command: The command that writes.
    /// - Throws: Status 64 for a name that ``OutputName`` refuses.
    package init(
        output: String,
        for category: FileCategory,
        inputs: [String],
        command: String
    ) throws(CommandFailure) {
        try OutputName.check(output, for: category, inputs: inputs, command: command)
        self.init(output)
    }

    /// A destination that has been checked.
    ///
    /// - Parameters:
    ///   - output: A file, or `-`.
    ///   - mayReplace: Whether it may replace an existing file.
    package init(_ output: String, mayReplace: Bool = true) {
        path = output == "-" ? nil : output
        self.mayReplace = mayReplace
    }

    /// Takes a part of the data.
    package typealias Sink = (UnsafeRawBufferPointer) throws(CommandFailure) -> Void

    /// Writes data; a file appears when it is complete, or not at all.
    ///
    /// - Parameter body: Gives the data to the sink.
    /// - Throws: The errors of `body`; status 73 or 74 for an output that cannot be written.
    package func write(_ body: (Sink) throws(CommandFailure) -> Void) throws(CommandFailure) {
        guard let path else {
            return try unsafe body { (piece) throws(CommandFailure) in
                try unsafe Console.write(piece)
            }
        }
        var file = try Self.open(path, mayReplace: mayReplace)
        try unsafe body { (piece) throws(CommandFailure) in
            do throws(HostError) {
                try unsafe file.write(piece.bytes)
            } catch {
                throw CommandFailure(error)
            }
        }
        do throws(HostError) {
            try file.commit()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Writes bytes.
    package func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try unsafe write { (sink) throws(CommandFailure) in
            try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(CommandFailure) in
                try unsafe sink(UnsafeRawBufferPointer(bytes))
            }
        }
    }

    /// Creates a file that appears when it is complete.
    ///
    /// - Throws: Status 73.
    package static func open(
        _ path: String,
        mayReplace: Bool = true
    ) throws(CommandFailure) -> DataFile {
        do throws(HostError) {
            return try DataFile(replacing: path, mayReplace: mayReplace)
        } catch {
            throw CommandFailure(error)
        }
    }
}
