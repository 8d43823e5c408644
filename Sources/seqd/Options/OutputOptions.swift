import ArgumentParser
import SamplerHost

/// The options for the channels of a device or a file.
struct OutputOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Channels of the output, 1 to 32, each with the channel that it plays: 0 (left), 1 "
                + "(right), mono (both), or -1 for silence (default: 0,1).",
            valueName: "list"
        ),
        transform: Self.map
    )
    var map: ChannelMap?

    /// The channels of the output.
    var channels: ChannelMap { map ?? .stereo }

    private static func map(_ text: String) throws -> ChannelMap {
        do throws(RoutingSyntaxError) {
            return try ChannelMap(parsing: text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
