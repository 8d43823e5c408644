/// The commands for the audio devices.
extension Command {
    /// Lists the audio devices.
    public struct Outputs: ControlCommand {
        /// The answer.
        public typealias Answer = OutputListing

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Outputs(),
            .observer,
            isReadOnly: true,
            summary: "List the audio devices, and the strips on outputs of their own",
            answer: .record
        )
    }

    /// Plays on another audio device.
    public struct Device: ControlCommand {
        /// The ALSA name, or `none`.
        public var device: String

        /// Makes the command.
        public init(_ device: String) { self.device = device }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Device(""),
            .admin,
            arguments: [
                .required(
                    "name",
                    .text,
                    \.device,
                    "ALSA device, as `seqd devices` shows it, or `none`"
                )
            ],
            summary: "Play on another audio device",
            discussion: """
                The new device is opened during playback and then replaces the old one, whose \
                buffer (some 20 ms) is lost. It must support the same rate, period, format and \
                channels. If it does not, the error says why, and the old one continues. With \
                `none`, the old one is closed, and playback continues in real time, silently. \
                While the daemon is idle, the device is tried and released. The change does not \
                outlast the daemon.
                """
        )
    }
}
