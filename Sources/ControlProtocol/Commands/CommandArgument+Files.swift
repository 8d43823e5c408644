/// The options of commands that write files.
extension CommandArgument {
    /// The kind of a sound file.
    static func fileType(
        _ path: any WritableKeyPath<Root, RenderFileType?> & Sendable,
        default usual: String
    ) -> CommandArgument {
        .option("type", .choice, path, "file type; default: \(usual)")
    }

    /// The format of a sound file's samples.
    static func sampleFormat(
        _ path: any WritableKeyPath<Root, RenderFormat?> & Sendable
    ) -> CommandArgument {
        .option(
            "format",
            .choice,
            path,
            "format of the samples, for wav, rf64, flac, aiff and raw; default `s16`"
        )
    }

    /// Whether existing files are replaced.
    static func replace(
        _ path: any WritableKeyPath<Root, Bool> & Sendable,
        _ help: String = "whether an existing file is replaced"
    ) -> CommandArgument {
        .option("replace", .flag, path, default: false, "\(help); default `off`")
    }
}
