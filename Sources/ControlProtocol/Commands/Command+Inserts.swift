public import Effects
public import Sequencer

/// The commands for single inserts of a strip; `strip` sets all of them.
extension Command {
    /// Adds an insert to a strip.
    public struct AddInsert: GroupedCommand {
        /// The name of the strip, or `master`, `output:3-4`, `effects:main`.
        public var strip: String
        /// The insert.
        public var insert: InsertSettings
        /// Its number among those of the strip, from 1; `nil` for the last.
        public var number: Int?

        /// Makes the command.
        public init(_ strip: String, _ insert: InsertSettings, number: Int? = nil) {
            (self.strip, self.insert, self.number) = (strip, insert, number)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            AddInsert("", InsertSettings(.filter(FilterParameters()))),
            .transport,
            .exact,
            arguments: [
                .required("name", .text, \.strip, nameHelp),
                .required("insert", .insert, \.insert, "the insert: `compressor,vocal`"),
                .option("number", numbers, \.number, "its number; by default it is the last"),
            ],
            summary: "Add an insert to a strip",
            discussion: "The inserts from that number on move one place back. \(fade)"
        )
    }

    /// Changes an insert of a strip.
    public struct SetInsert: GroupedCommand {
        /// The name of the strip, as for ``AddInsert``.
        public var strip: String
        /// Its number among those of the strip, from 1.
        public var number: Int
        /// The parameters that change: `threshold=-20,ratio=3`.
        public var parameters: String
        /// The time that the change takes; `nil` for 1,024 frames.
        public var length: PositionOffset?

        /// Makes the command.
        public init(
            _ strip: String,
            _ number: Int,
            _ parameters: String,
            over length: PositionOffset? = nil
        ) {
            (self.strip, self.number) = (strip, number)
            (self.parameters, self.length) = (parameters, length)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SetInsert("", 1, ""),
            .transport,
            .exact,
            arguments: [
                .required("name", .text, \.strip, nameHelp),
                .required("number", numbers, \.number, "its number, from 1"),
                .required(
                    "parameters",
                    .text,
                    \.parameters,
                    "a preset, and parameters that change: `threshold=-20,mix=0.8`, `bypass=yes`"
                ),
                .option("over", .moveLength, \.length, overHelp),
            ],
            summary: "Change an insert of a strip",
            discussion: """
                Other parameters are unchanged; a preset sets all of them. A band of an equalizer \
                replaces the one of its kind and frequency, or is added. Numbers move within 1,024 \
                frames, or evenly over the time of `over`, frequencies and times by their ratio; \
                echoes and reverb continue. For `bypass`, `curve`, `look-ahead`, the `release` of a \
                limiter, another number of filters in an `eq` and the controls of a plugin, the \
                inserts of the strip fade over 1,024 frames into new ones, which begin in silence.
                """
        )
    }

    /// Moves an insert of a strip to another place.
    public struct MoveInsert: GroupedCommand {
        /// The name of the strip, as for ``AddInsert``.
        public var strip: String
        /// Its number among those of the strip, from 1.
        public var number: Int
        /// The number that it gets.
        public var target: Int

        /// Makes the command.
        public init(_ strip: String, _ number: Int, to target: Int) {
            (self.strip, self.number, self.target) = (strip, number, target)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            MoveInsert("", 1, to: 1),
            .transport,
            .exact,
            arguments: [
                .required("name", .text, \.strip, nameHelp),
                .required("number", numbers, \.number, "its number, from 1"),
                .required("to", numbers, \.target, "the number that it gets"),
            ],
            summary: "Move an insert of a strip",
            discussion: "The others keep their order. \(fade)"
        )
    }

    /// Removes an insert of a strip.
    public struct RemoveInsert: GroupedCommand {
        /// The name of the strip, as for ``AddInsert``.
        public var strip: String
        /// Its number among those of the strip, from 1.
        public var number: Int

        /// Makes the command.
        public init(_ strip: String, _ number: Int) {
            (self.strip, self.number) = (strip, number)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            RemoveInsert("", 1),
            .transport,
            .exact,
            arguments: [
                .required("name", .text, \.strip, nameHelp),
                .required("number", numbers, \.number, "its number, from 1"),
            ],
            summary: "Remove an insert of a strip",
            discussion: "\(fade)"
        )
    }

    private static let nameHelp = "strip, `master`, `output:3-4` or `effects:main`"
    private static let fade =
        "The inserts of the strip fade over 1,024 frames into new ones, which begin in silence."
    private static var numbers: ArgumentKind<Int> { .integer(1...InsertSettings.most) }
}
