import CommandSupport
import Glibc
import JSON
import Platform
import Playback
import SamplerHost
import Synchronization

/// The record of a folder of outputs: which are complete, and what they were made of.
///
/// It is a hidden file in that folder, with a line of JSON for each output. Lines are only added, so
/// several processes may use a folder; a line that was cut off, or whose output has changed since,
/// means nothing. Each shard writes a file of its own, since appending is not safe on network file
/// systems, and reads those of all.
final class RenderRecord: Sendable {
    /// The state of an output file.
    struct OutputState: Hashable, Sendable {
        /// The name, from the folder of the record on.
        var name: String
        var size: Int64
        var modified: Int64
    }

    /// A song whose outputs are complete.
    struct Entry: Hashable, Sendable {
        /// The fingerprint of the song and of all that its sound depends on.
        var digest: UInt64
        /// The outputs.
        var outputs: [OutputState]
        /// The figures of the song for a report; `nil` where none was asked for.
        var figures: JSONValue?
    }

    private static let name = ".seqd-render"

    private let folder: String
    /// The file that this process adds to.
    private let path: String
    /// The entries of earlier runs, by the name of the first output.
    private let entries: [String: [Entry]]
    /// The descriptor of the file; below 0 while it is not open.
    private let descriptor = Mutex<CInt>(-1)

    /// Reads the record of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, with a final `/`; it need not be there yet.
    ///   - shard: The share that this process renders.
    /// - Throws: A record that cannot be read.
    init(of folder: String, shard: RenderShard?) throws(CommandFailure) {
        self.folder = folder
        path = folder + Self.name + (shard.map { "-\($0.number)-of-\($0.count)" } ?? "")
        var entries: [String: [Entry]] = [:]
        let names = FolderListing(folder) { $0.hasPrefix(Self.name) }?.names ?? []
        for name in names.sorted() {
            let bytes = try CommandFailure.catching { () throws(HostError) in
                try InputFile.read(folder + name)
            }
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let entry = Entry(String(decoding: line, as: UTF8.self)),
                    let first = entry.outputs.first
                else { continue }
                entries[first.name, default: []].append(entry)
            }
        }
        self.entries = entries
    }

    deinit {
        descriptor.withLock { if $0 >= 0 { close($0) } }
    }

    /// The entry of an output that is complete and was made of the same; `nil` if there is none.
    ///
    /// Any thread.
    ///
    /// - Parameters:
    ///   - output: The path of the output.
    ///   - digest: The fingerprint of what it would be made of now.
    /// - Returns: The entry.
    func entry(of output: String, digest: UInt64) -> Entry? {
        entries[String(output.dropFirst(folder.count))]?.last { entry in
            entry.digest == digest && entry.outputs.allSatisfy { state(of: folder + $0.name) == $0 }
        }
    }

    private func state(of path: String) -> OutputState? {
        FileStatus(path).map {
            OutputState(
                name: String(path.dropFirst(folder.count)),
                size: $0.size,
                modified: $0.modified
            )
        }
    }

    /// Adds the outputs of a song, which are complete.
    ///
    /// Any thread.
    ///
    /// - Parameters:
    ///   - outputs: Their paths; the first one is that of ``entry(of:digest:)``.
    ///   - digest: The fingerprint of what they were made of.
    ///   - figures: The song's figures for a report.
    /// - Throws: Status 73 or 74 for a record that cannot be written.
    func add(
        _ outputs: [String],
        digest: UInt64,
        figures: JSONValue?
    ) throws(CommandFailure) {
        let entry = Entry(
            digest: digest,
            outputs: outputs.compactMap(state),
            figures: figures
        )
        let line = Array((entry.json.text + "\n").utf8)
        let failure: CommandFailure? = descriptor.withLock { descriptor in
            if descriptor < 0 {
                descriptor = unsafe open(
                    path.systemPath,
                    O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC,
                    0o666
                )
                guard descriptor >= 0 else {
                    return CommandFailure(.cannotCreate, "\(path): \(SystemError.text())")
                }
                Self.endLine(descriptor)
            }
            let written = unsafe line.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress, $0.count)
            }
            guard written == line.count else {
                let reason = written < 0 ? SystemError.text() : "no space left"
                return CommandFailure(.io, "\(path): \(reason)")
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Ends a line that a process was killed in.
    private static func endLine(_ descriptor: CInt) {
        let size = lseek(descriptor, 0, SEEK_END)
        var last = UInt8(ascii: "\n")
        guard size > 0, unsafe pread(descriptor, &last, 1, size - 1) == 1,
            last != UInt8(ascii: "\n")
        else { return }
        last = UInt8(ascii: "\n")
        _ = unsafe write(descriptor, &last, 1)
    }
}

extension RenderRecord.Entry {
    /// Reads a line; `nil` for one that is none.
    init?(_ line: String) {
        guard case .object(let object)? = try? JSONReader.read(line),
            case .string(let digits)? = object["digest"], let digest = UInt64(digits, radix: 16),
            case .array(let values)? = object["outputs"], !values.isEmpty
        else { return nil }
        self.digest = digest
        outputs = values.compactMap { value in
            guard case .object(let object) = value, case .string(let name)? = object["name"],
                case .integer(let size)? = object["size"],
                case .integer(let modified)? = object["modified"]
            else { return nil }
            return RenderRecord.OutputState(name: name, size: size, modified: modified)
        }
        guard outputs.count == values.count else { return nil }
        figures = object["figures"]
    }

    /// The line.
    var json: JSONValue {
        var object = JSONObject()
        object.set("digest", String(digest, radix: 16))
        object.set(
            "outputs",
            outputs.map { output in
                var object = JSONObject()
                object.set("name", output.name)
                object.set("size", output.size)
                object.set("modified", output.modified)
                return object
            }
        )
        object.set("figures", figures)
        return object.json
    }
}
