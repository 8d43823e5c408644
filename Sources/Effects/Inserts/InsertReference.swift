extension InsertSettings {
    /// The kinds with their parameters and presets, as lines of Markdown.
    package static var reference: [String] {
        ["| kind | parameter | values | default |", "| --- | --- | --- | --- |"]
            + Effect.types.flatMap { type in
                type.rows.enumerated().map { "| \($0 == 0 ? "`\(type.kind)`" : "") | \($1) |" }
            }
    }
}
