import ArgumentParser
import CommandSupport
import SamplerHost
import Wording

/// The options for samples that are read while they are played.
struct StreamOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Memory for the samples of SFZ files in MiB, 16 to 1048576; the rest is read from disk "
                + "while it is played. First frames, and samples of a render, may exceed it.",
            valueName: "mib"
        ),
        transform: Quantity(16...1_048_576, .count(of: "MiB")).whole
    )
    var sampleMemory = SampleStream.Settings().limit >> 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Frames of each sample of an SFZ file that are read before the first note, 1024 to "
                + "1048576.",
            valueName: "frames"
        ),
        transform: Quantity(1_024...1_048_576, .count(of: "frames")).whole
    )
    var preload = SampleStream.Settings().headFrames

    /// Makes the settings those of the process, before it loads instruments.
    ///
    /// - Parameter isQuiet: Whether notes that fade out because samples come too late are not reported.
    func apply(isQuiet: Bool) {
        SampleStream.shared.settings = SampleStream.Settings(
            limit: sampleMemory << 20,
            headFrames: preload
        )
        guard !isQuiet else { return }
        SampleStream.shared.onShortage { Console.report($0.description) }
    }
}
