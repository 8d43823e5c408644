package import ArgumentParser
package import CommandSupport
import Instruments
package import SamplerHost

/// The options for the compression of samples.
package struct CompressionOptions: ParsableArguments {
    package init() {}

    @Flag(
        help: "Compress the samples, as SF3 does (always for an output with the extension .sf3)."
    )
    package var compress = false

    @Option(
        help: ArgumentHelp(
            "Quality of the compressed samples, 0 to 1 (default: 0.6). If it is given, samples "
                + "that are compressed already are compressed again.",
            valueName: "q"
        ),
        transform: Quantity(0...1).value
    )
    package var quality: Double?

    /// The compression for an output; `nil` for samples that are not compressed.
    ///
    /// - Parameter output: A file, or `-` for standard output.
    /// - Returns: The compression.
    /// - Throws: Status 64 for options that do not fit the output.
    package func compression(for output: String) throws(CommandFailure) -> SampleCompression? {
        let ending = output == "-" ? "" : FilePath.fileExtension(of: output)
        if compress, ending == "sf2" {
            throw CommandFailure(
                .usage,
                "\(output): compressed samples are for SF3 files, expected .sf3"
            )
        }
        guard compress || ending == "sf3" else {
            guard quality == nil else {
                throw CommandFailure(
                    .usage,
                    "--quality is for compressed samples: expected --compress or an output .sf3"
                )
            }
            return nil
        }
        return SampleCompression(quality: quality)
    }
}
