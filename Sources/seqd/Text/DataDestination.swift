import Glibc
import SamplerHost

/// Where `seqd dump`, `assemble` and `convert` write, checked before anything is made.
struct DataDestination {
    /// The file; `nil` for stdout.
    private let path: String?

    /// Checks an output.
    ///
    /// - Parameters:
    ///   - output: What `-o` says: a file, or `-`.
    ///   - input: The file that is read.
    ///   - isBinary: Whether what is written is nothing for a terminal.
    /// - Throws: Status 64 for an output that is the input, or a terminal.
    init(output: String, input: String, isBinary: Bool) throws(CommandFailure) {
        guard !output.isEmpty else { throw CommandFailure(.usage, "-o needs a name") }
        if isBinary, let ending = [".gz", ".midz"].first(where: output.lowercased().hasSuffix) {
            throw CommandFailure(
                .usage,
                "\(output): what is written is not packed; leave out \(ending), or pipe -o - to gzip"
            )
        }
        path = output == "-" ? nil : output
        if isBinary, path == nil, Terminal.isTerminal(STDOUT_FILENO) {
            throw CommandFailure(
                .usage,
                "standard output is a terminal: a MIDI file needs -o FILE or a pipe"
            )
        }
        if Self.isSame(output, input) {
            throw CommandFailure(.usage, "\(output): is the input too")
        }
    }

    /// Whether both are one file: what takes the input's place might be less than it was.
    private static func isSame(_ output: String, _ input: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard input != "-", output != "-", stat(output, &first) == 0, stat(input, &second) == 0,
            first.st_mode & S_IFMT == S_IFREG
        else { return false }
        return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
    }

    /// Takes pieces of data.
    typealias Sink = (UnsafeRawBufferPointer) throws(CommandFailure) -> Void

    /// Writes; a file appears when all has been written, or not at all.
    ///
    /// - Parameter body: Hands the data to the sink that it gets.
    /// - Throws: What `body` throws; status 73 or 74 for what cannot be written.
    func write(_ body: (Sink) throws(CommandFailure) -> Void) throws(CommandFailure) {
        guard let path else {
            return try body { (piece) throws(CommandFailure) in try Console.write(piece) }
        }
        var file = try Self.open(path)
        try body { (piece) throws(CommandFailure) in
            do throws(HostError) {
                try file.write(piece)
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
        try write { (sink) throws(CommandFailure) in
            try bytes.withUnsafeBufferPointer { (bytes) throws(CommandFailure) in
                try sink(UnsafeRawBufferPointer(bytes))
            }
        }
    }

    /// Creates a file that appears when it is complete.
    ///
    /// - Throws: Status 73.
    static func open(_ path: String) throws(CommandFailure) -> DataFile {
        do throws(HostError) {
            return try DataFile(replacing: path)
        } catch {
            throw CommandFailure(error)
        }
    }
}
