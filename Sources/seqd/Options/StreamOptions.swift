import ArgumentParser
import Clips
import CommandSupport
import SamplerHost
import Wording

/// The options for samples that are read while they are played.
struct StreamOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Memory for the samples of SFZ files in MiB (or 2G), 16 to 1048576. Samples without room "
                + "are read from disk as notes play them.",
            valueName: "mib"
        ),
        transform: Quantity(16...1_048_576, .mebibytes).whole
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
    /// - Parameter isQuiet: Whether notes that fade out for want of samples are not reported.
    func apply(isQuiet: Bool) {
        SampleStream.shared.settings = SampleStream.Settings(
            limit: sampleMemory << 20,
            headFrames: preload
        )
        guard !isQuiet else { return }
        SampleStream.shared.onShortage { Console.report($0.description) }
        Self.reportClips()
    }

    /// Has faults of clips' files reported.
    static func reportClips() {
        ClipStream.shared.onReport { Console.report($0.description) }
    }
}
