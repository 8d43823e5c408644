/// The commands for sounds in memory, which clips play.
extension Command {
    /// Sends a sound file, or a part of it.
    public struct SendSound: ControlCommand {
        /// The answer.
        public typealias Answer = Int

        /// Its name.
        public var sound: String
        /// The bytes, in the format of the file.
        public var bytes: [UInt8]
        /// Whether they follow those that were sent before.
        public var isAppended: Bool = false

        /// The most bytes that fit in a line, whatever the name is.
        public static let maximumBytes = 48_000

        /// Makes the command.
        public init(_ sound: String, _ bytes: [UInt8], append isAppended: Bool = false) {
            (self.sound, self.bytes, self.isAppended) = (sound, bytes, isAppended)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SendSound("", []),
            .transport,
            arguments: [
                .required("name", .text, \.sound, "a name for it"),
                .required("data", .base64, \.bytes, "the file, or a part of it"),
                .option(
                    "append",
                    .flag,
                    \.isAppended,
                    default: false,
                    "whether it follows what was sent before; default `off`, which begins a sound"
                ),
            ],
            summary: "Send a sound file to be played by `load-clip`",
            discussion: """
                The daemon has it in memory, and `load-clip NAME memory:SOUND` makes a clip of it. \
                The bytes are those of a file: WAV, FLAC, Ogg, MP3 and others. Send one that is \
                longer than a line in parts of up to 48,000 bytes, with `append=on` from the second \
                on. Without `append`, a sound of that name is replaced; clips that were loaded from \
                the old one continue to play it. A sound is removed with the last clip that was \
                loaded from it. At most 64 sounds and 64 MiB in all; they are lost when the daemon \
                ends.
                """,
            answer: .number("bytes", "the bytes of the sound so far")
        )
    }

    /// Removes a sound that no clip plays.
    public struct RemoveSound: ControlCommand {
        /// Its name.
        public var sound: String

        /// Makes the command.
        public init(_ sound: String) { self.sound = sound }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            RemoveSound(""),
            .transport,
            arguments: [.required("name", .text, \.sound, "the name of a sound")],
            summary: "Remove a sound that was sent",
            discussion: "One that a clip was loaded from is removed by `remove-clip`."
        )
    }
}
