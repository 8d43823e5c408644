package import ArgumentParser
import CommandSupport

/// The operations of `seqd edit`, for the parser, the help and the completions; ``EditScript`` has
/// their meaning and order.
package struct EditOptions: ParsableArguments {
    package init() {}

    @Option(
        help: ArgumentHelp(
            "Tracks for the operations that follow: 3, Bass, 2,4 or all.",
            valueName: "tracks"
        )
    )
    package var track: [String] = []

    @Option(
        help: ArgumentHelp(
            "Channels for the operations that follow: 10, 2/10, 1,3 or all.",
            valueName: "channels"
        )
    )
    package var channel: [String] = []

    @Option(
        name: [.long, .customLong("quantize")],
        help: ArgumentHelp(
            "Quantise notes to a grid: 1/16, or 1/8t for triplets.",
            valueName: "note"
        )
    )
    package var quantise: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Strength of --quantise, 0% to 100% (default: 100%).",
            valueName: "percent"
        )
    )
    package var strength: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Swing of --quantise, 50% (none) to 75%.",
            valueName: "percent"
        )
    )
    package var swing: [String] = []

    @Flag(help: "Let --quantise move the ends of notes too.")
    package var ends = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Transpose by semitones; channel 10 only if --channel selects it.",
            valueName: "n"
        )
    )
    package var transpose: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Cut a range and close the gap.", valueName: "range")
    )
    package var cut: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Delete the events in a range.", valueName: "range")
    )
    package var clear: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Copy a range to --to.", valueName: "range")
    )
    package var copy: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Move the events in a range to --to.", valueName: "range")
    )
    package var move: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Destination of --copy and --move.", valueName: "position")
    )
    package var to: [String] = []

    @Option(
        defaultAsFlag: "",
        parsing: .next,
        help: ArgumentHelp("Reverse a range, or everything.", valueName: "range")
    )
    package var reverse: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Multiply all times by a factor: 2, 3/2, 50%.", valueName: "factor")
    )
    package var scaleTime: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Multiply note velocities by a factor: 80%.", valueName: "factor")
    )
    package var scaleVelocity: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Shift events by ticks or a note value: 480t, -1/16.",
            valueName: "distance"
        )
    )
    package var offset: [String] = []

    @Option(
        help: ArgumentHelp(
            "Add the tracks of another file, without its tempo, meter, key and marker events.",
            valueName: "file"
        ),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    package var merge: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Delete tracks: 3, Bass.", valueName: "tracks")
    )
    package var deleteTracks: [String] = []

    @Option(help: ArgumentHelp("Rename the track that --track selects.", valueName: "name"))
    package var renameTrack: [String] = []

    @Option(
        help: ArgumentHelp(
            "Set the program from the start, instead of all program changes: Violin (a name of "
                + "General MIDI or a part of one), 0:40, 40.",
            valueName: "preset"
        )
    )
    package var program: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Set a fixed tempo in quarter notes per minute, 4 to 1000; rounded to whole "
                + "microseconds per quarter note.",
            valueName: "bpm"
        )
    )
    package var setTempo: [String] = []
}
