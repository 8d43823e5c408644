import Glibc
import SamplerHost

/// Where `seqd render` writes, worked out and checked before anything is rendered.
struct RenderDestination {
    /// The output of each input, in their order.
    let paths: [String]
    /// The kind of file.
    let type: SoundFileType
    /// The samples' format.
    let format: SampleFormat
    /// The folder that there has to be; `nil` where the output is one file.
    private let folder: String?

    /// Works out the outputs.
    ///
    /// - Parameters:
    ///   - output: What `-o` says: a file, `-`, or a folder (existing, or with a final `/`).
    ///   - inputs: The MIDI files.
    ///   - type: What `--type` says.
    ///   - format: What `--format` says.
    ///   - rate: Frames a second.
    /// - Throws: Status 64 for what does not fit together.
    init(
        output: String,
        inputs: [String],
        type: SoundFileType?,
        format: SampleFormat?,
        rate: Int
    ) throws(CommandFailure) {
        guard !output.isEmpty else { throw CommandFailure(.usage, "-o needs a name") }
        let isFolder = output.hasSuffix("/") || Self.isDirectory(output)
        if inputs.count > 1 && !isFolder {
            throw CommandFailure(
                .usage,
                "\(inputs.count) inputs need a folder: -o \(output == "-" ? "DIR" : output)/"
            )
        }
        let chosen = type ?? (isFolder || output == "-" ? .wav : SoundFileType(extensionOf: output))
        guard let chosen else {
            let names = SoundFileType.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(
                .usage,
                "\(output): its extension names no type of sound file; give --type: \(names)"
            )
        }
        self.type = chosen
        let isStream = output == "-" || (!isFolder && SoundFileWriter.isSpecial(output))
        if isStream && !chosen.isStreamable {
            throw CommandFailure(
                .usage,
                "\(chosen.rawValue) cannot be written to a pipe; wav, raw, flac, ogg, opus and mp3 can"
            )
        }
        self.format = try CommandFailure.catching { () throws(HostError) in
            try chosen.check(rate: rate, format: format)
        }
        folder = isFolder ? output : nil
        paths =
            isFolder
            ? try Self.paths(in: output, for: inputs, fileExtension: chosen.fileExtension)
            : [output]
        for path in paths { try Self.check(path, against: inputs) }
    }

    /// Makes the folder where there is none.
    ///
    /// Any thread, once for each input that can be rendered, so that nothing is made for none.
    ///
    /// - Throws: Status 73 where it cannot be made.
    func prepare() throws(CommandFailure) {
        guard let folder, mkdir(folder, 0o777) != 0 else { return }
        let code = errno
        guard !Self.isDirectory(folder) else { return }
        throw CommandFailure(.cannotCreate, "\(folder): \(String(cString: strerror(code)))")
    }

    /// An output that took the place of an input would be a song lost.
    private static func check(_ path: String, against inputs: [String]) throws(CommandFailure) {
        var output = stat()
        guard stat(path, &output) == 0, output.st_mode & S_IFMT == S_IFREG else { return }
        for input in inputs where input != "-" {
            var status = stat()
            guard stat(input, &status) == 0 else { continue }
            if (status.st_dev, status.st_ino) == (output.st_dev, output.st_ino) {
                throw CommandFailure(.usage, "\(path): is an input too")
            }
        }
    }

    private static func paths(
        in folder: String,
        for inputs: [String],
        fileExtension: String
    ) throws(CommandFailure) -> [String] {
        var inputOfPath: [String: String] = [:]
        var paths: [String] = []
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        for input in inputs {
            guard input != "-" else {
                throw CommandFailure(.usage, "standard input has no name to use in a folder")
            }
            let path = prefix + baseName(of: input) + "." + fileExtension
            if let other = inputOfPath.updateValue(input, forKey: path) {
                throw CommandFailure(.usage, "\(other) and \(input) would both become \(path)")
            }
            paths.append(path)
        }
        return paths
    }

    /// A path's last part without its extension.
    private static func baseName(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
