package import ArgumentParser
import CommandSupport
import Glibc
import Instruments
import Platform
import SamplerHost
import SoundFont

/// `seqd font extract`: the samples of a font as sound files.
package struct FontExtractCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Write the samples of a font as sound files, with their keys and loops.",
        discussion: """
            EXAMPLES:
              seqd font extract gm.sf2 -o samples/        WAV files
              seqd font extract gm.sf3 -o samples/        Ogg files, as they are in the font
              seqd font extract gm.sf3 -o samples/ --wav  decoded

            Compressed samples are copied as they are, byte for byte: the Ogg Vorbis streams of \
            SF3, and the FLAC, Ogg, MP3 and other files of an SFZ file or a folder. All others \
            become WAV files: samples that are not compressed, those that play a part of a file, \
            and those of SF3 whose stream has another sample rate than its header.

            WAV files have the key and the loop of their sample. If samples were copied, an SFZ \
            file with the name of the font has those of all samples. The folder is then an \
            instrument: seqd play song.mid --sf2 samples/

            A sample whose sound file is damaged is reported. It is not copied, but decoded as far \
            as possible.
            """
    )

    @Argument(help: "Font: SF2, SF3, SFZ, DLS, .aupreset or a folder of sound files.")
    package var font: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Folder to write to; made if there is none.", valueName: "folder"),
        completion: .directory
    )
    package var output: String

    @Flag(help: "Decode compressed samples: all files are WAV files.")
    package var wav = false

    @Flag(help: "Replace files that exist.")
    package var force = false

    package func run() throws {
        let content = try FontCommand.content(font)
        let extraction = FontExtraction(content, decodesAll: wav)
        let folder = output.hasSuffix("/") ? output : output + "/"
        let listing = extraction.hasCopies ? folder + listingName : nil
        try check(extraction.files.map { folder + $0.name } + [listing].compactMap(\.self), content)
        let isNew = unsafe mkdir(folder.systemPath, 0o777) == 0
        if !isNew, FileStatus(folder)?.kind != .folder {
            throw CommandFailure(.cannotCreate, "\(output): \(SystemError.text())")
        }
        for damage in extraction.damages {
            Console.report("\(font): \(damage); decoded to a WAV file")
        }
        var writer = ExtractionWriter(content, extraction, folder: folder)
        var failures = FirstFailure()
        do throws(HostError) {
            for failure in try writer.writeSamples() { failures.note(CommandFailure(failure)) }
            if let listing { try writer.writeListing(to: listing) }
        } catch {
            // Where there is no room for one file, there is none for the others.
            writer.removeFiles()
            if isNew { unsafe rmdir(folder.systemPath) }
            throw CommandFailure(error)
        }
        if failures.status != nil { throw failures.asError }
    }

    /// The name of the SFZ file.
    private var listingName: String {
        guard FileStatus(font)?.kind == .folder else { return FilePath.stem(of: font) + ".sfz" }
        return FilePath.name(of: RealPath.of(font) ?? font) + ".sfz"
    }

    /// Refuses files that exist without `--force`, and those that the font is made of.
    private func check(_ files: [String], _ content: FontContent) throws(CommandFailure) {
        if !force, let existing = files.first(where: { FileStatus($0) != nil }) {
            throw CommandFailure(.cannotCreate, "\(existing): already exists; --force replaces it")
        }
        let sources = [font] + (content.image?.source.files.compactMap(\.self) ?? [])
        let own = Set(sources.compactMap { RealPath.of($0) })
        if let used = files.first(where: { RealPath.of($0).map(own.contains) ?? false }) {
            throw CommandFailure(.usage, "\(used): is a file of the font; expected another folder")
        }
    }
}
