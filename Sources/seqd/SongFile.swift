import Glibc
import SMF
import SamplerHost
import Sequencer
import Transcoding
import Wording

/// A MIDI file that was given on the command line: read, and ready to be played.
struct SongFile: Sendable {
    /// What stands in a RIFF file beside the music.
    enum SoundBank: String, Sendable {
        case soundFont = "sf2"
        case downloadableSounds = "dls"
        case unknown
    }

    /// Which of the things noticed are printed on stderr.
    enum Reporting: Sendable {
        /// None: the caller shows them itself.
        case nothing
        /// Where music was lost or guessed.
        case errors
        /// All.
        case everything
    }

    /// At most so many things noticed are printed for a file; the others are counted.
    static let reportLimit = 10

    /// The path as the user gave it.
    let path: String
    /// What messages call the file.
    var name: String { Self.name(path) }
    /// The file's content.
    let file: MIDIFile
    /// What there is to play: one sequence, or one per pattern for format 2.
    let sequences: [PreparedSequence]
    /// The kind of the sound bank that came with the music, where there is one.
    let soundBank: SoundBank?
    /// That sound bank itself, where it was asked for.
    let soundBankBytes: ArraySlice<UInt8>?
    /// Whether it was.
    let isSoundBankWanted: Bool
    /// What makes strings of the file's text.
    let decoder: TextDecoder
    /// Whether the file was packed by gzip.
    let isPacked: Bool

    /// The name of the encoding that the file's text was taken to be in.
    var encoding: String { decoder.name }

    /// Reads a file and prints what was noticed.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard input.
    ///   - reporting: What is printed.
    ///   - reading: How it is read.
    /// - Returns: The song.
    /// - Throws: Status 66 for a file that cannot be read, 65 for one that is no MIDI file.
    static func load(
        _ path: String,
        reporting: Reporting,
        reading: SongReading = SongReading()
    ) throws(CommandFailure) -> SongFile {
        let song = try SongFile(path, reading)
        song.report(reporting)
        return song
    }

    private init(_ path: String, _ reading: SongReading) throws(CommandFailure) {
        let (bytes, isPacked) = try Self.bytes(of: path)
        do throws(SMFError) {
            file = try MIDIFile(
                bytes,
                policy: reading.policy,
                keeping: reading.keeping,
                using: .machine()
            )
        } catch {
            let hint = MixedUpInput.hint(for: path, holding: bytes).map { "; \($0)" } ?? ""
            let origin = isPacked ? "decompressed: " : ""
            throw CommandFailure(.data, "\(Self.name(path)): \(origin)\(error)\(hint)")
        }
        self.path = path
        self.isPacked = isPacked
        soundBank = Self.soundBank(of: file, in: bytes)
        isSoundBankWanted = reading.keepsSoundBank
        soundBankBytes = reading.keepsSoundBank ? Self.soundBankBytes(of: file, in: bytes) : nil
        decoder = reading.decoder ?? .guessed(for: file)
        sequences = PreparedSequence.sequences(from: file, decoding: decoder, using: .machine())
    }

    /// The content of a file, unpacked where gzip has packed it, whatever its name is.
    private static func bytes(
        of path: String
    ) throws(CommandFailure) -> (bytes: [UInt8], isPacked: Bool) {
        let bytes: [UInt8]
        do throws(HostError) {
            bytes = try InputFile.read(path)
        } catch {
            throw failure(error, path)
        }
        guard Gzip.isPresent(in: bytes) else { return (bytes, false) }
        do throws(TranscodingError) {
            return (try Gzip.decompressed(bytes), true)
        } catch {
            throw CommandFailure(.data, "\(name(path)): \(error)")
        }
    }

    /// A failure to read a file; where there is none, it tells which may have been meant.
    private static func failure(_ error: HostError, _ path: String) -> CommandFailure {
        guard error.code == .noInput, access(path, F_OK) != 0 else { return CommandFailure(error) }
        // What stands for bytes that are no text, on the command line as elsewhere: the name of such a
        // file cannot be passed on.
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            return CommandFailure(
                .noInput,
                "\(path): the file name is not UTF-8; rename the file, or use standard input (-)"
            )
        }
        guard let other = FileSuggestion.file(near: path, endings: PlaylistSource.musicEndings)
        else { return CommandFailure(error) }
        return CommandFailure(.noInput, "\(error); did you mean \(other)?")
    }

    private static func name(_ path: String) -> String {
        path == "-" ? "standard input" : path
    }

    private static func soundBank(of file: MIDIFile, in bytes: [UInt8]) -> SoundBank? {
        // A sound bank is a RIFF file of its own; its form stands after "RIFF" and the size.
        guard let form = soundBankBytes(of: file, in: bytes)?.dropFirst(8).prefix(4) else {
            return nil
        }
        return switch Array(form) {
        case Array("sfbk".utf8): .soundFont
        case Array("DLS ".utf8): .downloadableSounds
        default: .unknown
        }
    }

    private static func soundBankBytes(
        of file: MIDIFile,
        in bytes: [UInt8]
    ) -> ArraySlice<UInt8>? {
        guard case .riff(let range?, _) = file.container else { return nil }
        return bytes[range.clamped(to: bytes.indices)]
    }

    /// Where music was lost or guessed first; `nil` in a file that is whole.
    var damage: Finding? {
        file.diagnostics.first { $0.severity == .error }.map(Finding.init)
    }

    /// Whether this version of a file is to take over from another: not one that has lost what that
    /// has, be it half-written or cut short.
    ///
    /// - Throws: Status 65 with what was lost.
    func checkVersion(after other: SongFile) throws(CommandFailure) {
        if other.damage == nil, let damage {
            throw CommandFailure(.data, "\(name): \(damage)")
        }
        // Cut between two tracks, what is left of it is whole.
        guard missingTrackCount > other.missingTrackCount else { return }
        throw CommandFailure(
            .data,
            "\(name): truncated: the header says "
                + NumberText.count(file.promisedTrackCount ?? 0, "track")
                + ", found \(file.tracks.count)"
        )
    }

    /// How many tracks there are fewer than the header promises.
    private var missingTrackCount: Int {
        max(0, (file.promisedTrackCount ?? 0) - file.tracks.count)
    }

    /// What is sung in a sequence.
    func lyrics(ofSequence index: Int) -> Lyrics {
        sequences[index].lyrics(of: file, pattern: index, decoding: decoder)
    }

    /// What is to be played: all, or for format 2 the pattern with this number, from 1.
    ///
    /// - Throws: Status 64 where there is no such pattern.
    func sequences(pattern: Int?) throws(CommandFailure) -> [PreparedSequence] {
        guard let pattern else { return sequences }
        guard file.format == .independent else {
            throw CommandFailure(
                .usage,
                "\(name): has no patterns: its format is \(file.format.rawValue); --pattern needs "
                    + "format 2"
            )
        }
        guard pattern >= 1, pattern <= sequences.count else {
            throw CommandFailure(
                .usage,
                "\(name): no pattern \(pattern): it has \(NumberText.count(sequences.count, "pattern"))"
            )
        }
        return [sequences[pattern - 1]]
    }
}
