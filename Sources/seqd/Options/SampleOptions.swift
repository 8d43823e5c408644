import ArgumentParser
import CommandSupport
import SamplerHost
import Wording

/// The options for the samples of a device or a file.
struct SampleOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sample rate in Hz, 8000 to 96000.", valueName: "hz"),
        transform: Quantity(8_000...96_000, .hertz).whole
    )
    var rate: Int = 48_000

    @Option(help: ArgumentHelp("Sample format (default: s16).", valueName: "format"))
    var format: SampleFormat?
}
