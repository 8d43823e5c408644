import Wording

/// The commands for the queue.
extension Command {
    /// Adds files to the end of the queue.
    public struct Enqueue: ControlCommand {
        /// The answer.
        public typealias Answer = AddedFiles

        /// The files.
        public var files: FileRequest

        /// Makes the command.
        public init(_ files: FileRequest) { self.files = files }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Enqueue(FileRequest([])),
            .transport,
            arguments: ([FileRequest.sources(.repeatedRest)] + FileRequest.reading).map {
                $0.moved(to: \.files)
            },
            summary: "Add files to the end of the queue",
            discussion: """
                They follow without a gap. If nothing is playing, `continue` starts them. The \
                answer comes when all files have been read. Paths are written and refused as for \
                `play`; the options are the same too.
                """,
            answer: .record(without: "warning")
        )
    }

    /// Inserts files into the queue.
    public struct Insert: ControlCommand {
        /// The answer.
        public typealias Answer = AddedFiles

        /// The files.
        public var files: FileRequest
        /// The position in the queue, from 1; `nil` after the current entry.
        public var position: Int?

        /// Makes the command.
        public init(_ files: FileRequest, position: Int? = nil) {
            (self.files, self.position) = (files, position)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Insert(FileRequest([])),
            .transport,
            arguments: [
                FileRequest.sources(.repeatedRest).moved(to: \.files),
                .option(
                    "position",
                    .integer(1...10_000),
                    \.position,
                    "queue position of the first file, from 1; default: after the current file",
                    placeholder: "N"
                ),
            ] + FileRequest.reading.map { $0.moved(to: \.files) },
            summary: "Insert files into the queue",
            discussion: """
                They play after the current file, also in random order, or at the given queue \
                position. Otherwise it works like `enqueue`.
                """,
            answer: .record(without: "warning")
        )
    }

    /// Lists the queue.
    public struct Queue: ControlCommand {
        /// The answer.
        public typealias Answer = QueueListing

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Queue(),
            .observer,
            isReadOnly: true,
            summary: "List the queue",
            discussion: "Lengths are given at speed 1, and at the tempo set with `tempo`.",
            answer: .record
        )
    }

    /// Goes to an entry of the queue.
    public struct Jump: ControlCommand {
        /// The entry.
        public var entry: EntryAddress

        /// Makes the command.
        public init(to entry: EntryAddress) { self.entry = entry }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Jump(to: 1),
            .transport,
            .near,
            arguments: [.required("entry", .entry, \.entry, "the file")],
            summary: "Go to a file in the queue",
            discussion: "It works like `next`.",
            warning: .warning
        )
    }

    /// Removes entries from the queue.
    public struct Remove: ControlCommand {
        /// The entry, or the first of several.
        public var first: EntryAddress
        /// The last of several; `nil` for one.
        public var last: EntryAddress?

        /// Makes the command.
        public init(_ first: EntryAddress, through last: EntryAddress? = nil) {
            (self.first, self.last) = (first, last)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Remove(1),
            .transport,
            arguments: [
                .required("first", .entry, \.first, "the file to remove"),
                .option("last", .entry, \.last, "the last of several files to remove", .optional),
            ],
            summary: "Remove files from the queue",
            discussion: """
                If the current file is among them, the one after them plays, or playback stops \
                if there is none. The files after them move up.
                """
        )
    }

    /// Moves an entry of the queue.
    public struct Move: ControlCommand {
        /// The entry.
        public var entry: EntryAddress
        /// Its new position, from 1.
        public var position: Int

        /// Makes the command.
        public init(_ entry: EntryAddress, to position: Int) {
            (self.entry, self.position) = (entry, position)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Move(1, to: 1),
            .transport,
            arguments: [
                .required("entry", .entry, \.entry, "the file to move"),
                .required(
                    "position",
                    .integer(1...10_000),
                    \.position,
                    "its new queue position, from 1"
                ),
            ],
            summary: "Move a file to another position in the queue",
            discussion: "Playback is not interrupted."
        )
    }

    /// Exchanges two entries of the queue.
    public struct Swap: ControlCommand {
        /// One entry.
        public var first: EntryAddress
        /// The other entry.
        public var second: EntryAddress

        /// Makes the command.
        public init(_ first: EntryAddress, _ second: EntryAddress) {
            (self.first, self.second) = (first, second)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Swap(1, 1),
            .transport,
            arguments: [
                .required("first", .entry, \.first, "one file"),
                .required("second", .entry, \.second, "the other file"),
            ],
            summary: "Exchange two files in the queue",
            discussion: "Playback is not interrupted."
        )
    }

    /// Puts the entries of the queue into a random order, the current one first.
    public struct Shuffle: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Shuffle(),
            .transport,
            summary: "Put the queue into a random order",
            discussion: "The current file keeps playing, and becomes the first."
        )
    }

    /// Clears the queue; the current file plays to its end.
    public struct Clear: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Clear(),
            .transport,
            summary: "Clear the queue",
            discussion: "The current file plays to its end, and stays in the queue until then."
        )
    }

    /// Sets whether the first file of the queue follows the last.
    public struct Repeat: ControlCommand {
        /// Whether it is on.
        public var isOn: Bool

        /// Makes the command.
        public init(_ isOn: Bool) { self.isOn = isOn }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Repeat(false),
            .transport,
            arguments: [
                .required("repeat", .flag, \.isOn, "whether to repeat; `off` at start").formerly(
                    "on"
                )
            ],
            summary: "Repeat the queue",
            discussion: """
                The first file follows the last without a gap. With `single on`, each file \
                repeats. `loop` repeats a file or a part of it without leaving it.
                """
        )
    }

    /// Sets whether playback stops after each file; with `repeat`, whether each file repeats.
    public struct Single: ControlCommand {
        /// Whether it is on.
        public var isOn: Bool

        /// Makes the command.
        public init(_ isOn: Bool) { self.isOn = isOn }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Single(false),
            .transport,
            arguments: [
                .required("single", .flag, \.isOn, "whether to stop; `off` at start").formerly("on")
            ],
            summary: "Stop after each file",
            discussion: """
                `continue` then plays the next file.
                """
        )
    }

    /// Sets whether the queue plays in random order.
    public struct Random: ControlCommand {
        /// Whether it is on.
        public var isOn: Bool

        /// Makes the command.
        public init(_ isOn: Bool) { self.isOn = isOn }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Random(false),
            .transport,
            arguments: [
                .required("random", .flag, \.isOn, "whether the order is random; `off` at start")
                    .formerly("on")
            ],
            summary: "Play the queue in random order",
            discussion: """
                Each file plays once; with `repeat on`, the next pass has another order. \
                `previous` goes back to the files that were played. The queue itself keeps its \
                order; `shuffle` changes that.
                """
        )
    }

    /// Sets whether files are removed from the queue when they have been played.
    public struct Consume: ControlCommand {
        /// Whether it is on.
        public var isOn: Bool

        /// Makes the command.
        public init(_ isOn: Bool) { self.isOn = isOn }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Consume(false),
            .transport,
            arguments: [
                .required("consume", .flag, \.isOn, "whether to remove them; `off` at start")
                    .formerly("on")
            ],
            summary: "Remove files from the queue when they have been played",
            discussion: """
                `next` removes the current file, too.
                """
        )
    }

    /// Sets the time for which two files play together where one follows the other.
    public struct Crossfade: ControlCommand {
        /// The time in seconds, 0 … 60; 0 for none.
        public var seconds: Double

        /// Makes the command.
        public init(seconds: Double) { self.seconds = seconds }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Crossfade(seconds: 0),
            .transport,
            arguments: [
                .required(
                    "crossfade",
                    .number(0...60, .seconds),
                    \.seconds,
                    "0 is the default: each file begins where the one before ends"
                )
            ],
            summary: "Fade from each file to the next",
            discussion: """
                The next file begins this long before the end of the current one, and fades in \
                while that fades out; the loudness stays about the same. It is at most half of either file. \
                A file that `next` or `jump` begins is not faded in, and files on MIDI outputs \
                are not faded. When the fade begins, events and `status` already name the next file, \
                and commands that wait for a later position of the current one are cancelled.
                """
        )
    }

    /// Sets the priority of entries in random order.
    public struct Prioritize: ControlCommand {
        /// The entry, or the first of several.
        public var first: EntryAddress
        /// The priority, 0 … 255.
        public var priority: Int
        /// The last of several; `nil` for one.
        public var last: EntryAddress?

        /// Makes the command.
        public init(_ first: EntryAddress, through last: EntryAddress? = nil, priority: Int) {
            (self.first, self.last, self.priority) = (first, last, priority)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Prioritize(1, priority: 0),
            .transport,
            arguments: [
                .required("first", .entry, \.first, "the file"),
                .required("priority", .integer(0...255), \.priority, "0 is the default"),
                .option("last", .entry, \.last, "the last of several files", .optional),
            ],
            summary: "Play files earlier in random order",
            discussion: """
                With `random on`, files with a higher priority play before the others. A file \
                that was already played plays once more if its priority is above 0. When a file \
                begins, its priority is 0 again. Without `random`, `move` changes the order.
                """
        )
    }
}
