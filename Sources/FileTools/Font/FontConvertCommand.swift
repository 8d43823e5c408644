package import ArgumentParser
import CommandSupport
import SamplerHost
import Wording

/// `seqd font convert`: an instrument of another kind as an SF2 or SF3 file.
package struct FontConvertCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert an SFZ, DLS or other instrument to SF2 or SF3, and SF2 to SF3 and back.",
        discussion: """
            EXAMPLES:
              seqd font convert gm.sf2 -o gm.sf3        a fifth of the size, at the default quality
              seqd font convert gm.sf2 -o gm.sf3 --quality 0.9
              seqd font convert gm.sf3 -o gm.sf2        for programs that cannot read SF3
              seqd font convert piano.sfz -o piano.sf2

            What a SoundFont cannot do is reported. The samples of SF3 are Ogg Vorbis streams, \
            which is lossy; converted to SF2 they have 16 bits. Samples of 24 bits have 16 in \
            SF3. From SF3 to SF3, and from Ogg Vorbis files with one channel that are played \
            whole, the streams are copied as they are, unless --quality is given.
            """
    )

    @Argument(
        help: "Font: SF2, SF3, SFZ, DLS, .aupreset, .pat, .cfg, a sound file or a folder of them."
    )
    package var font: String

    @OptionGroup package var output: FontOutput

    @OptionGroup package var compressing: CompressionOptions

    package func run() throws {
        try output.check(inputs: [font], command: "convert")
        let compression = try compressing.compression(for: output.output)
        let content = try FontCommand.content(font, isForFile: true)
        if compression == nil, let image = content.image { return try output.write(image) }
        let findings = BoundedLines.of(
            content.reportedFindings,
            hint: "seqd font check lists them"
        )
        for finding in findings { Console.report(finding) }
        try output.write(FontCommand.bytes(of: content.bank, from: content, compression))
    }
}
