public import GameMusic
import MIDI2
import Platform
public import Racks
public import SMF
import SamplerHost
public import Sequencer
import Transcoding
import Wording

/// A MIDI file that was read, with the sequences in it.
public struct PieceFile: Sendable {
    /// The kinds of sound bank that a RIFF or XMF file carries beside the music.
    public enum SoundBank: String, Sendable {
        /// A SoundFont.
        case soundFont = "sf2"
        /// A DLS bank.
        case downloadableSounds = "dls"
        /// Anything else.
        case unknown
    }

    /// The formats that are read as MIDI files.
    public enum Origin: Hashable, Sendable {
        case gameMusic(GameMusicFormat)
        case midi2Clip

        /// The format of a file; `nil` for a MIDI file and for anything else.
        init?(of bytes: [UInt8]) {
            if let format = GameMusicFormat(of: bytes) {
                self = .gameMusic(format)
            } else if MIDI2Clip.isPresent(in: bytes) {
                self = .midi2Clip
            } else {
                return nil
            }
        }

        /// The name in messages: `XMI`.
        package var name: String {
            switch self {
            case .gameMusic(let format): format.name
            case .midi2Clip: "MIDI 2.0 clip"
            }
        }

        /// The word in JSON: `xmi`.
        package var word: String {
            switch self {
            case .gameMusic(let format): format.rawValue
            case .midi2Clip: MIDI2Clip.fileExtension
            }
        }
    }

    /// The endings of the names of MIDI files, and of files that are read as one.
    public static let endings =
        [".mid", ".midi", ".kar", ".rmi", ".smf", ".mid.gz", ".midi.gz", ".kar.gz", ".midz"]
        + GameMusicFormat.extensions.map { ".\($0)" } + [".\(MIDI2Clip.fileExtension)"]

    /// The path as the user gave it; `-` for standard input.
    public let path: String
    /// The name of the file in messages.
    public var name: String { Self.name(path) }
    /// The file's content.
    public let file: MIDIFile
    /// The format that the content was read from; `nil` for a MIDI file.
    public let origin: Origin?
    /// The sequences: one, or one per pattern for format 2.
    public let sequences: [PreparedSequence]
    /// The kind of the sound bank that the file carries, if there is one.
    public let soundBank: SoundBank?
    /// The range of the sound bank in the file, decompressed.
    public let soundBankRange: Range<Int>?
    /// The sound bank, if it was requested.
    public let soundBankBytes: ArraySlice<UInt8>?
    /// Whether the sound bank was requested.
    public let isSoundBankWanted: Bool
    /// The clips beside the music, those of ``ClipFile``, where they were read.
    public var clips: [ClipSettings] = []
    /// The values of strips that move with the music, from the same file.
    public var automation = AutomationSettings()
    /// The decoder of the file's texts.
    public let decoder: TextDecoder
    /// The file and its version when it was read; `nil` for a file that is not a regular one.
    let version: String?
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
        // Before it is read: a change meanwhile makes another version.
        let status = path == "-" ? nil : FileStatus(handle ?? path)
        version = status?.kind == .regular ? status?.version : nil
        let (bytes, isCompressed) = try Self.bytes(of: path, at: handle ?? path)
        let origin = Origin(of: bytes)
        do throws(SMFError) {
            (file, soundBankRange) = try Self.read(bytes, as: origin, reading)
        } catch {
            let remedy = hint(path, bytes).map { "; \($0)" } ?? ""
            let content = isCompressed ? "decompressed: " : ""
            throw PlaybackError(.data, "\(Self.name(path)): \(content)\(error)\(remedy)")
        }
        self.path = path
        self.isCompressed = isCompressed
        self.origin = origin
        let bank = soundBankRange.map { bytes[$0.clamped(to: bytes.indices)] }
        soundBank = bank.map(Self.soundBank)
        isSoundBankWanted = reading.keepsSoundBank
        soundBankBytes = reading.keepsSoundBank ? bank : nil
        decoder = reading.decoder ?? .guessed(for: file)
        sequences = PreparedSequence.sequences(from: file, decoding: decoder, using: .machine())
        if reading.includesClips {
            let content = try ClipFile.content(for: path)
            (clips, automation) = (content.clips, content.automation)
        }
    }

    /// Takes a file that was made and not read.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: Its name in messages.
    public init(_ file: MIDIFile, named path: String) {
        self.file = file
        self.path = path
        version = nil
        isCompressed = false
        origin = nil
        soundBank = nil
        soundBankRange = nil
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

    /// Reads bytes: a MIDI file, or a file that is read as one.
    private static func read(
        _ bytes: [UInt8],
        as origin: Origin?,
        _ reading: ReadingOptions
    ) throws(SMFError) -> (file: MIDIFile, soundBank: Range<Int>?) {
        let format: GameMusicFormat
        switch origin {
        case .gameMusic(let music): format = music
        case .midi2Clip: return (try MIDI2Clip(bytes, policy: reading.policy).file, nil)
        case nil:
            let file = try MIDIFile(
                bytes,
                policy: reading.policy,
                keeping: reading.keeping,
                using: .machine()
            )
            guard case .riff(let range, _) = file.container else { return (file, nil) }
            return (file, range)
        }
        let music = try GameMusic(
            bytes,
            as: format,
            policy: reading.policy,
            keeping: reading.keeping,
            using: .machine(),
            inflating: { try? Zlib.decompressed($0) }
        )
        return (music.file, music.soundBank)
    }

    private static func soundBank(_ bytes: ArraySlice<UInt8>) -> SoundBank {
        // A sound bank is a RIFF file of its own; its form stands after "RIFF" and the size.
        switch Array(bytes.dropFirst(8).prefix(4)) {
        case Array("sfbk".utf8): .soundFont
        case Array("DLS ".utf8): .downloadableSounds
        default: .unknown
        }
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

    /// The user events of a sequence, in the order of time.
    ///
    /// - Parameter index: The sequence, from 0 in ``sequences``.
    /// - Returns: The events; their tracks are those of the file, from 0.
    public func userEvents(ofSequence index: Int) -> [UserEvent] {
        sequences[index].userEvents(of: file, pattern: index)
    }

    /// The syllables of a sequence as the file has them, in the order of time.
    ///
    /// - Parameter index: The sequence, from 0 in ``sequences``.
    /// - Returns: The syllables, with their marks of lines.
    public func lyricSyllables(ofSequence index: Int) -> [Lyrics.Syllable] {
        sequences[index].lyricSyllables(of: file, pattern: index, decoding: decoder)
    }
}
