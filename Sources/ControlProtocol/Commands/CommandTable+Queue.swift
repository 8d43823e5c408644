extension CommandTable {
    static let queue = [
        Command(
            .enqueue,
            .transport,
            parameters: [path, encoding, embeddedFont],
            summary: "Add files to the end of the queue",
            discussion: """
                They follow without a gap. If nothing is playing, `continue` starts them. The \
                answer comes when all files have been read. Paths are written and refused as for \
                `play`; the options are the same too.
                """,
            results: AddedFiles.results.filter { $0.json != "warning" }
        ),
        Command(
            .insert,
            .transport,
            parameters: [
                path,
                Parameter(
                    "position",
                    .integer(1...10_000),
                    .option,
                    "queue position of the first file, from 1; default: after the current file",
                    placeholder: "N"
                ),
                encoding, embeddedFont,
            ],
            summary: "Insert files into the queue",
            discussion: """
                They play after the current file, also in random order, or at the given queue \
                position. Otherwise it works like `enqueue`.
                """,
            results: AddedFiles.results.filter { $0.json != "warning" }
        ),
        Command(
            .queue,
            .observer,
            isReadOnly: true,
            summary: "List the queue",
            discussion: "Lengths are given at speed 1, and at the tempo set with `tempo`.",
            results: QueueListing.results
        ),
        Command(
            .jump,
            .transport,
            .near,
            parameters: [entry("entry", "the file")],
            summary: "Go to a file in the queue",
            discussion: "It works like `next`.",
            results: [.warning]
        ),
        Command(
            .remove,
            .transport,
            parameters: [
                entry("first", "the file to remove"),
                Parameter("last", .entry, .optional, "the last of several files to remove"),
            ],
            summary: "Remove files from the queue",
            discussion: """
                If the current file is among them, the one after them plays, or playback stops \
                if there is none. The files after them move up.
                """
        ),
        Command(
            .move,
            .transport,
            parameters: [
                entry("entry", "the file to move"),
                Parameter("position", .integer(1...10_000), "its new queue position, from 1"),
            ],
            summary: "Move a file to another position in the queue",
            discussion: "Playback is not interrupted."
        ),
        Command(
            .swap,
            .transport,
            parameters: [entry("first", "one file"), entry("second", "the other file")],
            summary: "Exchange two files in the queue",
            discussion: "Playback is not interrupted."
        ),
        Command(
            .shuffle,
            .transport,
            summary: "Put the queue into a random order",
            discussion: "The current file keeps playing, and becomes the first."
        ),
        Command(
            .clear,
            .transport,
            summary: "Clear the queue",
            discussion: "The current file plays to its end, and stays in the queue until then."
        ),
        Command(
            .repeat,
            .transport,
            parameters: [
                Parameter("repeat", .flag, "whether to repeat; `off` at start").formerly("on")
            ],
            summary: "Repeat the queue",
            discussion: """
                The first file follows the last without a gap. With `single on`, each file \
                repeats. `loop` repeats a file or a part of it without leaving it.
                """
        ),
        Command(
            .single,
            .transport,
            parameters: [
                Parameter("single", .flag, "whether to stop; `off` at start").formerly("on")
            ],
            summary: "Stop after each file",
            discussion: "`continue` then plays the next file."
        ),
        Command(
            .random,
            .transport,
            parameters: [
                Parameter("random", .flag, "whether the order is random; `off` at start").formerly(
                    "on"
                )
            ],
            summary: "Play the queue in random order",
            discussion: """
                Each file plays once; with `repeat on`, the next pass has another order. \
                `previous` goes back to the files that were played. The queue itself keeps its \
                order; `shuffle` changes that.
                """
        ),
        Command(
            .consume,
            .transport,
            parameters: [
                Parameter("consume", .flag, "whether to remove them; `off` at start").formerly("on")
            ],
            summary: "Remove files from the queue when they have been played",
            discussion: "`next` removes the current file, too."
        ),
    ]

    private static func entry(_ name: String, _ meaning: String) -> Parameter {
        Parameter(name, .entry, meaning)
    }
}
