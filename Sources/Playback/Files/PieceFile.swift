import Platform
public import SMF
import SamplerHost
public import Sequencer
import Transcoding
import Wording

/// A MIDI file that was read, with the sequences in it.
public struct PieceFile: Sendable {
    /// The kinds of sound bank that a RIFF file carries beside the music.
    public enum SoundBank: String, Sendable {
        /// A SoundFont.
        case soundFont = "sf2"
        /// A DLS bank.
        case downloadableSounds = "dls"
        /// Anything else.
        case unknown
    }

    /// The endings of the names of MIDI files.
    public static let endings = [
        ".mid", ".midi", ".kar", ".rmi", ".smf", ".mid.gz", ".midi.gz", ".kar.gz", ".midz",
    ]

    /// The path as the user gave it; `-` for standard input.
    public let path: String
    /// The name of the file in messages.
    public var name: String { Self.name(path) }
    /// The file's content.
    public let file: MIDIFile
    /// The sequences: one, or one per pattern for format 2.
    public let sequences: [PreparedSequence]
    /// The kind of the sound bank that the file carries, if there is one.
    public let soundBank: SoundBank?
    /// The sound bank, if it was requested.
    public let soundBankBytes: ArraySlice<UInt8>?
    /// Whether the sound bank was requested.
    public let isSoundBankWanted: Bool
    /// The decoder of the file's texts.
    public let decoder: TextDecoder
    /// Whether the file was compressed by gzip.
    public let isCompressed: Bool

    /// The name of the encoding of the file's texts.
    public var encoding: String { decoder.name }

    /// Gives the remedy that ends the message about a file that is not a MIDI file, from its path
    /// and its content.
    public typealias Hint = @Sendable (_ path: String, _ content: [UInt8]) -> String?

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard input.
    ///   - reading: How it is read.
    ///   - handle: Another path of the same file, at which it is opened; messages do not name it.
    ///   - hint: Gives the remedy that the message ends with if the file is not a MIDI file.
    /// - Throws: `noInput` for a file that cannot be read, `data` for one that is not a MIDI file.
    public init(
        _ path: String,
        _ reading: ReadingOptions = ReadingOptions(),
        openedAt handle: String? = nil,
        hint: Hint = { _, _ in nil }
    ) throws(PlaybackError) {
        let (bytes, isCompressed) = try Self.bytes(of: path, at: handle ?? path)
        do throws(SMFError) {
            file = try MIDIFile(
                bytes,
                policy: reading.policy,
                keeping: reading.keeping,
                using: .machine()
            )
        } catch {
            let remedy = hint(path, bytes).map { "; \($0)" } ?? ""
            let origin = isCompressed ? "decompressed: " : ""
            throw PlaybackError(.data, "\(Self.name(path)): \(origin)\(error)\(remedy)")
        }
        self.path = path
        self.isCompressed = isCompressed
        soundBank = Self.soundBank(of: file, in: bytes)
        isSoundBankWanted = reading.keepsSoundBank
        soundBankBytes = reading.keepsSoundBank ? Self.soundBankBytes(of: file, in: bytes) : nil
        decoder = reading.decoder ?? .guessed(for: file)
        sequences = PreparedSequence.sequences(from: file, decoding: decoder, using: .machine())
    }

    /// Takes a file that was made and not read.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: Its name in messages.
    public init(_ file: MIDIFile, named path: String) {
        self.file = file
        self.path = path
        isCompressed = false
        soundBank = nil
        isSoundBankWanted = false
        soundBankBytes = nil
        decoder = .utf8OrWindows1252
        sequences = PreparedSequence.sequences(from: file)
    }

    /// The content of a file, decompressed if gzip has compressed it, whatever its name is.
    private static func bytes(
        of path: String,
        at handle: String
    ) throws(PlaybackError) -> (bytes: [UInt8], isCompressed: Bool) {
        let bytes: [UInt8]
        do throws(HostError) {
            bytes = try InputFile.read(handle)
        } catch {
            guard handle == path else {
                throw PlaybackError(error.code, "\(name(path)): cannot be read")
            }
            throw failure(error, path)
        }
        guard Gzip.isPresent(in: bytes) else { return (bytes, false) }
        do throws(TranscodingError) {
            return (try Gzip.decompressed(bytes), true)
        } catch {
            throw PlaybackError(.data, "\(name(path)): \(error)")
        }
    }

    /// The error for a file that cannot be read; for one that does not exist it suggests another.
    private static func failure(_ error: HostError, _ path: String) -> PlaybackError {
        guard error.code == .noInput, FileStatus(path) == nil else { return PlaybackError(error) }
        guard let other = FileSuggestion.file(near: path, endings: Self.endings)
        else { return PlaybackError(error) }
        return PlaybackError(.noInput, "\(error); did you mean \(other)?")
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

    /// Checks that this version of a file may replace the one before: a version that has lost music,
    /// such as a file that is half-written or cut short, may not.
    ///
    /// - Parameter other: The version before.
    /// - Throws: `data` with the loss.
    public func checkVersion(after other: PieceFile) throws(PlaybackError) {
        if other.damage == nil, let damage {
            throw PlaybackError(.data, "\(name): \(damage)")
        }
        // A file that was cut between two tracks has no damage.
        guard missingTrackCount > other.missingTrackCount else { return }
        throw PlaybackError(
            .data,
            "\(name): truncated: the header says "
                + NumberText.count(file.promisedTrackCount ?? 0, "track")
                + ", found \(file.tracks.count)"
        )
    }

    /// The number of tracks that the header promises and that are missing.
    private var missingTrackCount: Int {
        max(0, (file.promisedTrackCount ?? 0) - file.tracks.count)
    }

    /// The lyrics of a sequence.
    ///
    /// - Parameter index: The sequence, from 0 in ``sequences``.
    /// - Returns: The lyrics; empty for music without lyrics.
    public func lyrics(ofSequence index: Int) -> Lyrics {
        sequences[index].lyrics(of: file, pattern: index, decoding: decoder)
    }

    /// The syllables of a sequence as the file has them, in the order of time.
    ///
    /// - Parameter index: The sequence, from 0 in ``sequences``.
    /// - Returns: The syllables, with their marks of lines.
    public func lyricSyllables(ofSequence index: Int) -> [Lyrics.Syllable] {
        sequences[index].lyricSyllables(of: file, pattern: index, decoding: decoder)
    }
}
