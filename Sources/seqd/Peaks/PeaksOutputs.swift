import CommandSupport
import Platform
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
        if file == "-", chosen == .dat, OutputName.isTerminal("-") {
            throw CommandFailure(
                .usage,
                "standard output is a terminal: peaks need -o FILE, a pipe, or --type json"
            )
        }
        self.data = data
        mayReplace = data.first?.mayReplace ?? true
        pictures = try picture.map { picture throws(CommandFailure) in
            try Self.pictures(picture, inputs)
        }
        paths = inputs.indices.map { [pictures] index in
            Paths(data: data.map { $0.paths[index] }, picture: pictures?.paths[index])
        }
        try checkPlaces()
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
        guard !file.isEmpty else { throw CommandFailure(.usage, "-o needs a name") }
        try checkInput(file, inputs)
        if let kind, let named, kind != named {
            throw CommandFailure(
                .usage,
                "\(file): the extension is for \(named.rawValue), but --type is \(kind.rawValue); "
                    + "leave --type out, or change the extension"
            )
        }
        if file.lowercased().hasSuffix(".svg") {
            throw CommandFailure(.usage, "\(file): is a picture, which --svg draws: --svg \(file)")
        }
        guard kind == nil, named == nil, file != "-" else { return }
        throw CommandFailure(
            .usage,
            "\(file): unknown extension, expected .dat or .json; or choose with --type dat or json"
        )
    }

    private static func checkInput(
        _ file: String,
        _ inputs: [OutputPaths.Input]
    ) throws(CommandFailure) {
        let place = OutputPlace.of(file)
        guard file != "-", inputs.contains(where: { OutputPlace.of($0.path) == place }) else {
            return
        }
        throw CommandFailure(.usage, "\(file): is also the input")
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
        if !OutputPaths.isFolder(picture) { try checkInput(picture, inputs) }
        return try OutputPaths(
            output: picture,
            inputs: inputs,
            fileExtension: "svg",
            isForced: true
        )
    }

    /// Refuses two outputs with one name.
    private func checkPlaces() throws(CommandFailure) {
        var places: Set<String> = []
        for path in paths.flatMap({ $0.data + [$0.picture].compactMap(\.self) }) {
            guard places.insert(OutputPlace.of(path)).inserted else {
                let name = path == "-" ? "standard output" : path
                throw CommandFailure(.usage, "\(name): is the output for two things")
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
        for (outputs, path) in zip(data, paths.data) { try outputs.prepare(path) }
        if let pictures, let picture = paths.picture { try pictures.prepare(picture) }
        for path in paths.data + [paths.picture].compactMap(\.self) where path != "-" {
            // A pipe would wait for its reader.
            guard FileStatus(path).map({ $0.kind == .regular || $0.kind == .folder }) ?? true else {
                continue
            }
            _ = try DataDestination.open(path)
        }
    }
}
