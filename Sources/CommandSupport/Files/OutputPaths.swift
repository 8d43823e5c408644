import Glibc
import Platform
import Playback

/// The output of each input, checked before anything is written.
package struct OutputPaths {
    /// An input, and the name of its output where the user does not give it.
    package struct Input: Hashable {
        package var path: String
        /// The name without its extension; with folders where the input was found in a folder.
        package var name: String

        /// An input that was named itself.
        package init(_ path: String) {
            self.init(path, name: path.split(separator: "/").last.map(String.init) ?? path)
        }

        /// An input.
        ///
        /// - Parameters:
        ///   - path: The file, or `-`.
        ///   - name: The output's name, with the input's extension.
        package init(_ path: String, name: String) {
            self.path = path
            self.name = Self.withoutExtension(name)
        }

        private static func withoutExtension(_ name: String) -> String {
            let name = name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name
            let start = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
            guard let dot = name.lastIndex(of: "."), dot > start else { return name }
            return String(name[..<dot])
        }
    }

    /// The output of each input, in their order.
    package let paths: [String]
    /// Whether the files may replace others: the user has named the file or its folder, or forces it.
    package let mayReplace: Bool
    /// The prefix of the names that seqd has made: a folder with a final `/`, or nothing for the
    /// current one; `nil` where the user has named the file.
    private let prefix: String?

    /// The folder of outputs that seqd has named; `nil` where the user has named the file.
    package var folder: String? { prefix.map { $0.isEmpty ? "./" : $0 } }

    /// Works out the outputs.
    ///
    /// - Parameters:
    ///   - output: The value of `--output`: a file, `-`, or a folder (existing, or with a final
    ///     `/`); `nil` names each output after its input, in the current folder.
    ///   - inputs: The files that are read.
    ///   - fileExtension: The extension of outputs that seqd names.
    ///   - isForced: Whether those may replace files.
    ///   - option: The option of `output` in messages.
    /// - Throws: Status 64 for arguments that do not fit together, 73 for a file that exists
    ///   already.
    package init(
        output: String?,
        inputs: [Input],
        fileExtension: String,
        isForced: Bool,
        option: String = "--output"
    ) throws(CommandFailure) {
        if let output, !Self.isFolder(output) {
            guard inputs.count < 2 else {
                throw CommandFailure(
                    .usage,
                    "\(inputs.count) inputs need a folder: -o \(output == "-" ? "DIR" : output)/"
                )
            }
            prefix = nil
            mayReplace = true
            paths = [output]
            return
        }
        let prefix = output.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
        self.prefix = prefix
        mayReplace = output != nil || isForced
        paths = try Self.paths(after: prefix, for: inputs, fileExtension)
        let identities = Set(inputs.compactMap { RegularFile.identity(of: $0.path) })
        for path in paths {
            guard let identity = RegularFile.identity(of: path), identities.contains(identity)
            else { continue }
            throw CommandFailure(
                .usage,
                "\(path): is also \(inputs.count == 1 ? "the" : "an") input; choose another file "
                    + "or folder with \(option)"
            )
        }
        if !mayReplace { try Self.checkAbsence(of: paths) }
    }

    /// Refuses files that exist.
    ///
    /// - Parameter paths: Names that seqd has made.
    /// - Throws: Status 73.
    package static func checkAbsence(of paths: [String]) throws(CommandFailure) {
        let existing = paths.filter(exists)
        guard let first = existing.first else { return }
        let others = existing.count > 1 ? " (and \(existing.count - 1) more)" : ""
        throw CommandFailure(
            .cannotCreate,
            "\(first): already exists\(others); --force replaces it, --output names another"
        )
    }

    /// Whether an output is a folder.
    package static func isFolder(_ output: String) -> Bool {
        output.hasSuffix("/") || isDirectory(output)
    }

    /// Makes the folders of an output where there are none.
    ///
    /// Any thread, once for each input that could be read, so that nothing is made for none.
    ///
    /// - Parameter path: One of ``paths``.
    /// - Throws: Status 73 where they cannot be made.
    package func prepare(_ path: String) throws(CommandFailure) {
        guard let prefix else { return }
        if !prefix.isEmpty { try Self.make(prefix) }
        // Those in which inputs were found.
        var start = path.index(path.startIndex, offsetBy: prefix.count)
        while let slash = path[start...].firstIndex(of: "/") {
            try Self.make(String(path[..<slash]))
            start = path.index(after: slash)
        }
    }

    private static func make(_ folder: String) throws(CommandFailure) {
        guard unsafe mkdir(folder.systemPath, 0o777) != 0 else { return }
        let code = errno
        guard !isDirectory(folder) else { return }
        throw CommandFailure(
            .cannotCreate,
            "\(folder): \(MissingFolder.reason(code, creating: folder))"
        )
    }

    private static func paths(
        after prefix: String,
        for inputs: [Input],
        _ fileExtension: String
    ) throws(CommandFailure) -> [String] {
        var inputOfPath: [String: String] = [:]
        var paths: [String] = []
        for input in inputs {
            guard input.path != "-" else {
                throw CommandFailure(
                    .usage,
                    prefix.isEmpty
                        ? "standard input has no file name; name the output with --output"
                        : "standard input has no file name to use in a folder"
                )
            }
            let path = "\(prefix)\(input.name).\(fileExtension)"
            if let other = inputOfPath.updateValue(input.path, forKey: path) {
                throw CommandFailure(
                    .usage,
                    "\(other) and \(input.path) would both become \(path)"
                )
            }
            paths.append(path)
        }
        return paths
    }

    private static func exists(_ path: String) -> Bool {
        FileStatus(path, followsLinks: false) != nil
    }

    private static func isDirectory(_ path: String) -> Bool {
        FileStatus(path)?.kind == .folder
    }
}
