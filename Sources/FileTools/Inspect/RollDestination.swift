package import CommandSupport
import Glibc
import PianoRoll
import Platform
package import Playback
import SamplerHost

/// The destination of `--piano-roll`, checked before anything is drawn.
package struct RollDestination {
    /// The kind of picture.
    package enum Kind: String {
        case svg
        case png
    }

    /// The picture of each input, in their order.
    package let paths: [String]
    package let kind: Kind
    /// The folder that there has to be; `nil` if the output is one file.
    private let folder: String?

    /// Works out the pictures.
    ///
    /// - Parameters:
    ///   - output: A name that ends in `.svg` or `.png`, or a folder, existing or with a final `/`.
    ///   - inputs: The MIDI files.
    /// - Throws: Status 64 for what does not fit together.
    package init(output: String, inputs: [String]) throws(CommandFailure) {
        let isFolder = output.hasSuffix("/") || FileStatus(output)?.kind == .folder
        folder = isFolder ? output : nil
        guard !isFolder else {
            kind = .svg
            paths = try Self.paths(in: output, for: inputs)
            return
        }
        let lowercased = output.lowercased()
        guard let kind = [Kind.svg, .png].first(where: { lowercased.hasSuffix("." + $0.rawValue) })
        else {
            throw CommandFailure(
                .usage,
                "--piano-roll \(output): expected a name that ends in .svg or .png, or a folder (DIR/)"
            )
        }
        guard inputs.count == 1 else {
            throw CommandFailure(
                .usage,
                "\(inputs.count) files need a folder: --piano-roll DIR/"
            )
        }
        self.kind = kind
        paths = [output]
    }

    private static func paths(
        in folder: String,
        for inputs: [String]
    ) throws(CommandFailure) -> [String] {
        var inputOfPath: [String: String] = [:]
        var paths: [String] = []
        for input in inputs {
            guard input != "-" else {
                throw CommandFailure(
                    .usage,
                    "standard input has no file name to use in a folder: --piano-roll FILE.svg"
                )
            }
            let path = (folder.hasSuffix("/") ? folder : folder + "/") + stem(of: input) + ".svg"
            if let other = inputOfPath.updateValue(input, forKey: path) {
                throw CommandFailure(.usage, "\(other) and \(input) would both become \(path)")
            }
            paths.append(path)
        }
        return paths
    }

    /// A path's last part without its ending.
    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Draws a file's picture, and makes the folder if it does not exist.
    ///
    /// - Throws: Status 73 and 74 for a file that cannot be written, 69 if the converter is
    ///   missing.
    package func draw(_ piece: PieceFile, pattern: Int?, at index: Int) throws(CommandFailure) {
        _ = try piece.sequences(pattern: pattern)
        if let folder, unsafe mkdir(folder.systemPath, 0o777) != 0 {
            let code = errno
            guard FileStatus(folder)?.kind == .folder else {
                throw CommandFailure(
                    .cannotCreate,
                    "\(folder): \(SystemError.text(code))"
                )
            }
        }
        let path = paths[index]
        try Self.check(path, against: piece.path)
        let roll = PianoRollPicture(piece, pattern: pattern)
        var file = try DataDestination.open(path)
        if kind == .png {
            try PictureConverter.writePNG(of: roll, to: file.descriptor, path: path)
        }
        do throws(HostError) {
            if kind == .svg { try file.write(roll.svg) }
            try file.commit()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// A picture that replaced the MIDI file would destroy it.
    private static func check(_ path: String, against input: String) throws(CommandFailure) {
        guard input != "-", let output = FileStatus(path),
            output.identity == FileStatus(input)?.identity
        else { return }
        throw CommandFailure(.usage, "\(path): is also the input")
    }
}
