import CommandSupport
import Platform
import Playback
import Waveform

/// The outputs of `seqd peaks`, checked before anything is read.
struct PeaksOutputs {
    /// The outputs of one input.
    struct Paths: Sendable {
        /// The file of each resolution; empty where only a picture is drawn.
        var data: [String]
        /// The picture; `nil` for none.
        var picture: String?
    }

    /// The outputs of each input, in their order.
    let paths: [Paths]
    /// The kind of data.
    let kind: PeakFormat.Kind
    /// Whether data may replace files.
    let mayReplace: Bool
    private let data: [OutputPaths]
    private let pictures: OutputPaths?

    /// Names and checks the outputs.
    ///
    /// - Parameters:
    ///   - output: The value of `--output`.
    ///   - kind: The value of `--type`.
    ///   - picture: The value of `--svg`.
    ///   - inputs: The files that are read.
    ///   - samplesPerPixel: The resolutions; empty for one that is found later.
    ///   - isForced: Whether outputs that seqd has named may replace files.
    /// - Throws: Status 64 for values that contradict each other, 73 for a file that exists.
    init(
        output: String?,
        kind: PeakFormat.Kind?,
        picture: String?,
        inputs: [OutputPaths.Input],
        samplesPerPixel: [Int],
        isForced: Bool
    ) throws(CommandFailure) {
        let file = output.flatMap { OutputPaths.isFolder($0) ? nil : $0 }
        let named = file.flatMap(Self.kind(of:))
        if let file { try Self.check(file, kind, named: named, inputs) }
        let chosen = kind ?? named ?? .dat
        self.kind = chosen
        let hasData = output != nil || kind != nil || picture == nil
        let infixes = samplesPerPixel.count > 1 ? samplesPerPixel.map { "\($0)." } : [""]
        var data: [OutputPaths] = []
        for infix in hasData ? infixes : [] {
            data.append(
                try OutputPaths(
                    output: file.map { Self.name($0, infix) } ?? output,
                    inputs: inputs,
                    fileExtension: infix + chosen.rawValue,
                    isForced: isForced
                )
            )
        }
        if file == "-", infixes.count > 1 {
            throw CommandFailure(.usage, "several resolutions need files: -o FILE or -o DIR/")
        }
        self.data = data
        // The user has named another file.
        let areDerived = file != nil && data.count > 1
        mayReplace = areDerived ? isForced : data.first?.mayReplace ?? true
        pictures = try picture.map { picture throws(CommandFailure) in
            try Self.pictures(picture, inputs)
        }
        paths = inputs.indices.map { [pictures] index in
            Paths(data: data.map { $0.paths[index] }, picture: pictures?.paths[index])
        }
        try checkPlaces(inputs)
        if areDerived, !isForced { try OutputPaths.checkAbsence(of: paths.flatMap(\.data)) }
    }

    private static func kind(of path: String) -> PeakFormat.Kind? {
        PeakFormat.Kind.allCases.first { path.lowercased().hasSuffix(".\($0.rawValue)") }
    }

    /// A name with an infix before its extension.
    private static func name(_ path: String, _ infix: String) -> String {
        guard !infix.isEmpty, let kind = kind(of: path) else {
            return infix.isEmpty ? path : "\(path).\(infix.dropLast())"
        }
        return path.dropLast(kind.rawValue.count) + infix + path.suffix(kind.rawValue.count)
    }

    /// Refuses an output among the inputs: the last file, if it has the name of one and is missing.
    ///
    /// - Parameter files: The arguments.
    /// - Throws: Status 64 with the command line that was meant.
    static func checkOutput(among files: [String]) throws(CommandFailure) {
        guard files.count > 1, let last = files.last, FileStatus(last) == nil else { return }
        let isPicture = last.lowercased().hasSuffix(".svg")
        guard isPicture || kind(of: last) != nil else { return }
        let (input, output) = (ShellWord.quoted(files[0]), ShellWord.quoted(last))
        throw CommandFailure(
            .usage,
            "\(last): is not an input; to write it: seqd peaks \(input) "
                + "\(isPicture ? "--svg" : "-o") \(output)"
        )
    }

    /// Refuses a file whose name stands for something else, or that is an input.
    private static func check(
        _ file: String,
        _ kind: PeakFormat.Kind?,
        named: PeakFormat.Kind?,
        _ inputs: [OutputPaths.Input]
    ) throws(CommandFailure) {
        try OutputName.check(
            file,
            for: .waveform,
            inputs: inputs.map(\.path),
            command: "peaks",
            isReadable: (kind ?? named) == .json
        )
        if let kind, let named, kind != named {
            throw CommandFailure(
                .usage,
                "\(file): the extension is for \(named.rawValue), but --type is \(kind.rawValue); "
                    + "leave --type out, or change the extension"
            )
        }
        guard kind == nil, named == nil, file != "-" else { return }
        throw CommandFailure(
            .usage,
            "\(file): unknown extension, expected .dat or .json; or choose with --type dat or json"
        )
    }

    private static func pictures(
        _ picture: String,
        _ inputs: [OutputPaths.Input]
    ) throws(CommandFailure) -> OutputPaths {
        guard
            picture == "-" || OutputPaths.isFolder(picture)
                || picture.lowercased().hasSuffix(".svg")
        else {
            throw CommandFailure(
                .usage,
                "--svg \(picture): expected a name that ends in .svg, or a folder (DIR/)"
            )
        }
        if inputs.count > 1, !OutputPaths.isFolder(picture) {
            throw CommandFailure(.usage, "\(inputs.count) files need a folder: --svg DIR/")
        }
        return try OutputPaths(
            output: picture,
            inputs: inputs,
            fileExtension: "svg",
            isForced: true,
            option: "--svg"
        )
    }

    /// Refuses outputs that are inputs, and two with one name.
    private func checkPlaces(_ inputs: [OutputPaths.Input]) throws(CommandFailure) {
        let files = inputs.map(\.path).filter { $0 != "-" }
        let sources = Set(files.map(OutputPlace.of))
        let identities = Set(files.compactMap(RegularFile.identity(of:)))
        var places: Set<String> = []
        for path in paths.flatMap({ $0.data + [$0.picture].compactMap(\.self) }) {
            let place = OutputPlace.of(path)
            guard places.insert(place).inserted else {
                let name = path == "-" ? "standard output" : path
                throw CommandFailure(.usage, "\(name): is the output for two things")
            }
            let isInput =
                sources.contains(place)
                || RegularFile.identity(of: path).map(identities.contains) ?? false
            guard path == "-" || !isInput else {
                throw CommandFailure(
                    .usage,
                    "\(path): is also \(inputs.count == 1 ? "the" : "an") input"
                )
            }
        }
    }

    /// Makes the folders of the outputs where there are none, and checks that files can be created.
    ///
    /// Any thread, before the work.
    ///
    /// - Parameter paths: The outputs of one input.
    /// - Throws: Status 73.
    func prepare(_ paths: Paths) throws(CommandFailure) {
        var outputs = Array(zip(data, paths.data))
        if let pictures, let picture = paths.picture { outputs.append((pictures, picture)) }
        // No folder is made for nothing where another output fails.
        for (_, path) in outputs.filter({ $0.0.folder == nil }) { try Self.tryOut(path) }
        for (output, path) in outputs.filter({ $0.0.folder != nil }) {
            try output.prepare(path)
            try Self.tryOut(path)
        }
    }

    private static func tryOut(_ path: String) throws(CommandFailure) {
        guard path != "-" else { return }
        // A pipe would wait for its reader.
        guard FileStatus(path).map({ $0.kind == .regular || $0.kind == .folder }) ?? true else {
            return
        }
        _ = try DataDestination.open(path)
    }
}
