/// A tap to be made: the output of a strip, to be written to a file or a pipe while it is heard.
public struct StripTap: Hashable, Sendable {
    /// The name of the strip; `master` for what is heard.
    public var strip: String
    /// The absolute path of the file or the pipe.
    public var target: String
    /// The kind of file; `nil` for that of the target's extension.
    public var type: RenderFileType?
    /// The samples' format; `nil` for the usual one of the type.
    public var format: RenderFormat?
    /// Whether a file is replaced.
    public var replaces = false

    /// Makes a tap with the usual settings.
    public init(_ strip: String, to target: String) {
        self.strip = strip
        self.target = target
    }
}

extension StripTap {
    /// Reads the arguments of `tap`.
    ///
    /// - Throws: −32602 for a word that is no type or format.
    init(_ arguments: Arguments) throws(RequestError) {
        self.init(
            try arguments.text("strip"),
            to: arguments.sources("target").first?.text ?? ""
        )
        type = try arguments.optionalChoice("type")
        format = try arguments.optionalChoice("format")
        replaces = try arguments.optionalFlag("replace") ?? false
    }

    /// The values of the arguments by the names of their parameters.
    var values: [String: [ArgumentValue]] {
        [
            "strip": [.text(strip)], "target": [.path(SourcePath(target))],
            "type": type.map { [.text($0.rawValue)] } ?? [],
            "format": format.map { [.text($0.rawValue)] } ?? [],
            "replace": replaces ? [.flag(true)] : [],
        ]
    }
}
