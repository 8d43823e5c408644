import Glibc
import Instruments
package import Platform

/// Reads the descriptions of instruments, each kind by its reader.
package enum InstrumentReader {
    /// The most bytes of a description.
    private static let textLimit = 1 << 26
    /// The most bytes of a bank that has its frames in it.
    private static let bankLimit = 1 << 31
    /// The most sound files of a folder.
    private static let fileLimit = 20_000

    /// Reads an instrument and the headers of its recordings.
    ///
    /// - Parameters:
    ///   - path: A file or a folder.
    ///   - kind: Its kind.
    ///   - folders: The folders, without links, below which the files must be that it names; empty for
    ///     anywhere.
    /// - Returns: The instrument.
    /// - Throws: What is not an instrument, with its line or byte.
    package static func read(
        _ path: String,
        _ kind: InstrumentKind,
        in folders: [String] = []
    ) throws(HostError) -> InstrumentSource {
        switch kind {
        case .sfz: try readSFZ(path, in: folders)
        case .folder: try readFolder(path, in: folders)
        case .sound: try readFiles([path], name: path)
        case .auPreset:
            try readWhole(path, in: folders, limit: textLimit) { (bytes) throws(InstrumentError) in
                try AUPresetReader.read(bytes, path: path, decoding: .paths)
            }
        case .downloadableSounds:
            try readWhole(path, in: folders, limit: bankLimit) { (bytes) throws(InstrumentError) in
                try DLSReader.read(bytes, path: path)
            }
        case .gusPatch:
            try readWhole(path, in: folders, limit: bankLimit) { (bytes) throws(InstrumentError) in
                try GUSPatchReader.read(bytes, path: path)
            }
        case .timidity: try readTiMidity(path, in: folders)
        }
    }

    /// Makes an instrument of sound files by their names and instrument data.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - name: The name of the instrument.
    /// - Returns: The instrument.
    /// - Throws: A file that cannot be read.
    package static func readFiles(
        _ paths: [String],
        name: String
    ) throws(HostError) -> InstrumentSource {
        try readFiles(paths, name: name, InstrumentFolder(of: "", in: []))
    }

    private static func readFiles(
        _ paths: [String],
        name: String,
        _ folder: consuming InstrumentFolder
    ) throws(HostError) -> InstrumentSource {
        var files: [SampleSetReader.File] = []
        for path in paths {
            let recording = try SoundFileReader(path).recording
            files.append(SampleSetReader.File(path: path, rootKey: recording.rootKey))
        }
        let description = try HostError.catching { () throws(InstrumentError) in
            try SampleSetReader.read(files, name: name)
        }
        return InstrumentSource(description, path: name, folder)
    }

    private static func readSFZ(
        _ path: String,
        in folders: [String]
    ) throws(HostError) -> InstrumentSource {
        var (bytes, found) = try readText(path, in: folders)
        let description = try HostError.catching { () throws(InstrumentError) in
            try SFZReader.read(bytes, path: path, decoding: .paths) { name in
                guard let file = found.find(name) else { return nil }
                return try? InputFile.read(file, limit: textLimit)
            }
        }
        return InstrumentSource(description, path: path, found)
    }

    private static func readTiMidity(
        _ path: String,
        in folders: [String]
    ) throws(HostError) -> InstrumentSource {
        var (bytes, found) = try readText(path, in: folders)
        let description = try HostError.catching { () throws(InstrumentError) in
            try TiMidityReader.read(bytes, path: path) { name, kind in
                guard let file = found.find(name) else { return nil }
                let limit = kind == .configuration ? textLimit : bankLimit
                do throws(HostError) {
                    let bytes = try InputFile.read(file, limit: limit)
                    return .success(.init(path: file, bytes: bytes))
                } catch {
                    return .failure(.init(reason: error.reason))
                }
            }
        }
        return InstrumentSource(description, path: path, found)
    }

    /// Reads a description that names other files, which are looked for in its folder.
    private static func readText(
        _ path: String,
        in folders: [String]
    ) throws(HostError) -> (bytes: [UInt8], folder: InstrumentFolder) {
        var folder = InstrumentFolder(of: path, in: folders)
        guard let file = folder.note(path) ?? (folders.isEmpty ? path : nil) else {
            throw HostError(.noInput, path, folder.missing)
        }
        return (try InputFile.read(file, limit: textLimit), folder)
    }

    private static func readWhole(
        _ path: String,
        in folders: [String],
        limit: Int,
        _ read: ([UInt8]) throws(InstrumentError) -> InstrumentDescription
    ) throws(HostError) -> InstrumentSource {
        var folder = InstrumentFolder(of: path, in: folders)
        folder.note(path)
        let bytes = try InputFile.read(path, limit: limit)
        let description = try HostError.catching { () throws(InstrumentError) in
            try read(bytes)
        }
        return InstrumentSource(description, path: path, folder)
    }

    private static func readFolder(
        _ path: String,
        in folders: [String]
    ) throws(HostError) -> InstrumentSource {
        let prefix = path.hasSuffix("/") ? path : path + "/"
        var folder = InstrumentFolder(of: "", in: folders)
        folder.noteFolder(path)
        guard let listing = FolderListing(path, limit: 100_000) else {
            throw InputFile.failure(path, errno)
        }
        let names = listing.names.filter { !$0.hasPrefix(".") }.sorted()
        let descriptions = names.filter { FilePath.fileExtension(of: $0) == "sfz" }
        if let first = descriptions.first {
            guard descriptions.count == 1 else {
                let shown = descriptions.prefix(5).joined(separator: ", ")
                let more = descriptions.count > 5 ? ", …" : ""
                throw HostError(
                    .data,
                    path,
                    "has \(descriptions.count) SFZ files; name one of them: \(shown)\(more)"
                )
            }
            return try readSFZ(prefix + first, in: folders)
        }
        var (sounds, findings): ([String], [InstrumentDiagnostic]) = ([], [])
        for name in names {
            let (file, type) = (prefix + name, FilePath.fileExtension(of: name))
            let position = InstrumentPosition(file: file)
            if InstrumentKind.soundExtensions.contains(type) {
                if let found = folder.file(file) {
                    sounds.append(found)
                } else {
                    findings.append(
                        InstrumentDiagnostic(
                            .warning,
                            position,
                            "file",
                            "\(folder.missing); left out"
                        )
                    )
                }
            } else if InstrumentKind.unreadableExtensions.contains(type) {
                let remedy = "ffmpeg -i \(name) \(FilePath.stem(of: name)).wav"
                findings.append(
                    InstrumentDiagnostic(
                        .warning,
                        position,
                        "file",
                        "\(type) files cannot be read; left out. \(remedy) converts it"
                    )
                )
            }
        }
        guard !sounds.isEmpty else {
            throw HostError(
                .noInput,
                path,
                findings.first.map { "has no sound file that can be read: \($0)" }
                    ?? "is a directory without sound files; expected names with keys, such as C4.wav"
            )
        }
        guard sounds.count <= fileLimit else {
            throw HostError(.data, path, "\(sounds.count) sound files, at most \(fileLimit)")
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var source = try readFiles(sounds, name: name, folder)
        source.description.diagnostics += findings.prefix(100)
        return source
    }
}

extension TextDecoding {
    /// Preserves bytes that are not UTF-8, as in paths of the system.
    fileprivate static let paths = TextDecoding { String(systemPathBytes: $0) }
}
