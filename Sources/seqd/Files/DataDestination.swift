import Glibc
import SamplerHost

/// Where `seqd dump`, `assemble`, `convert` and `edit` write.
struct DataDestination {
    /// The file; `nil` for stdout.
    private let path: String?
    private let mayReplace: Bool

    /// Checks an output.
    ///
    /// - Parameters:
    ///   - output: What `-o` says: a file, or `-`.
    ///   - category: What is written.
    ///   - inputs: The files that are read.
    ///   - command: The command that writes.
    /// - Throws: Status 64 for what ``OutputName`` refuses.
    init(
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
    ///   - mayReplace: Whether a file of that name may be there.
    init(_ output: String, mayReplace: Bool = true) {
        path = output == "-" ? nil : output
        self.mayReplace = mayReplace
    }

    /// Takes pieces of data.
    typealias Sink = (UnsafeRawBufferPointer) throws(CommandFailure) -> Void

    /// Writes; a file appears when all has been written, or not at all.
    ///
    /// - Parameter body: Hands the data to the sink that it gets.
    /// - Throws: What `body` throws; status 73 or 74 for what cannot be written.
    func write(_ body: (Sink) throws(CommandFailure) -> Void) throws(CommandFailure) {
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

    /// Writes bytes that are there already.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try unsafe write { (sink) throws(CommandFailure) in
            try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(CommandFailure) in
                try unsafe sink(UnsafeRawBufferPointer(bytes))
            }
        }
    }

    /// Creates a file that appears when it is complete.
    ///
    /// - Throws: Status 73.
    static func open(
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
