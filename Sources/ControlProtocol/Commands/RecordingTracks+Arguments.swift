extension RecordingTracks {
    /// The options for the tracks.
    static let arguments: [CommandArgument<RecordingTracks>] = [
        .option(
            "split",
            .choice,
            \.split,
            "a track for each input, or for each channel of each input; default `input`"
        ),
        .option(
            "quantise",
            .noteValue,
            \.grid,
            "grid for the notes; default: as they were played"
        ),
        .replace(\.replaces),
    ]
}
