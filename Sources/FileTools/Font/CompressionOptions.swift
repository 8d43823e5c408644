package import ArgumentParser
package import CommandSupport
import Instruments
package import SamplerHost

/// The options for the compression of samples.
package struct CompressionOptions: ParsableArguments {
    package init() {}

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Compress the samples, as SF3 does (default: for an output with the extension .sf3, "
                + "and for .rmi if the samples of the font are compressed)."
        )
    )
    package var compress: Bool?

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
        if compress == true, ending == "sf2" {
            throw CommandFailure(
                .usage,
                "\(output): compressed samples are for SF3 files, expected .sf3"
            )
        }
        if compress == false, ending == "sf3" {
            throw CommandFailure(.usage, "\(output): --no-compress is for SF2 files, expected .sf2")
        }
        guard compress == true || ending == "sf3" else {
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

    /// Whether samples that are compressed already stay so in an output that may hold both kinds.
    ///
    /// - Parameter output: A file, or `-` for standard output.
    /// - Returns: Whether they do.
    package func copiesStreams(to output: String) -> Bool {
        compress == nil && EmbeddingOutput.isNamed(by: output)
    }
}
