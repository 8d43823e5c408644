import ArgumentParser

/// The operations of `seqd edit`, for the parser, the help and the completions; what they mean, and
/// in which order, ``EditScript`` says.
struct EditOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act on these tracks alone from here on: 3 or Bass or 2,4 or all.",
            valueName: "tracks"
        )
    )
    var track: [String] = []

    @Option(
        help: ArgumentHelp(
            "Act on these channels alone from here on: 10 or 2/10 or 1,3 or all.",
            valueName: "channels"
        )
    )
    var channel: [String] = []

    @Option(
        name: [.long, .customLong("quantize")],
        help: ArgumentHelp("Put notes onto a grid: 1/16, 1/8t for triplets.", valueName: "note")
    )
    var quantise: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Of --quantise: how far towards the grid, 0% to 100%.",
            valueName: "percent"
        )
    )
    var strength: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Of --quantise: where every other line stands, 50% (the middle) to 75%.",
            valueName: "percent"
        )
    )
    var swing: [String] = []

    @Flag(help: "Of --quantise: put the ends of notes onto the grid too.")
    var ends = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Move keys by semitones; those of channel 10 only if --channel names it.",
            valueName: "n"
        )
    )
    var transpose: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Take a range out, and close the gap.", valueName: "range")
    )
    var cut: [String] = []

    @Option(help: ArgumentHelp("Take the events of a range out.", valueName: "range"))
    var clear: [String] = []

    @Option(help: ArgumentHelp("Add a copy of a range at --to.", valueName: "range"))
    var copy: [String] = []

    @Option(help: ArgumentHelp("Move the events of a range to --to.", valueName: "range"))
    var move: [String] = []

    @Option(help: ArgumentHelp("Of --copy and --move: where to.", valueName: "position"))
    var to: [String] = []

    @Option(
        defaultAsFlag: "",
        parsing: .next,
        help: ArgumentHelp("Play a range backwards, or all.", valueName: "range")
    )
    var reverse: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Make it so many times as long: 2, 3/2, 50%.", valueName: "factor")
    )
    var scaleTime: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Multiply the velocity of notes: 80%.", valueName: "factor")
    )
    var scaleVelocity: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Move events by ticks or a note value: 480t, -1/16.",
            valueName: "distance"
        )
    )
    var offset: [String] = []

    @Option(
        help: ArgumentHelp(
            "Add the tracks of another file, without its tempo, meter, keys and markers.",
            valueName: "file"
        ),
        completion: .file(extensions: ["mid", "midi", "kar", "rmi", "smf", "MID", "gz", "midz"])
    )
    var merge: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Take tracks out: 3, Bass.", valueName: "tracks")
    )
    var deleteTracks: [String] = []

    @Option(help: ArgumentHelp("Rename the track that --track names.", valueName: "name"))
    var renameTrack: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Give all one tempo: quarter notes per minute, 4 to 1000; rounded to whole "
                + "microseconds per quarter note.",
            valueName: "bpm"
        )
    )
    var setTempo: [String] = []
}
