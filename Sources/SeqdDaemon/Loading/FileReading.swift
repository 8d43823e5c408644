import ControlProtocol
import Platform
import Playback
import Racks
import SMF
import SamplerHost

/// The content of a file that was read for the queue.
struct FileReading: Sendable {
    let file: PieceFile
    /// The length of each sequence.
    let lengths: [PieceLength]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - options: The reading options.
    ///   - hint: The hint for a file that is not a MIDI file.
    ///   - rate: Frames per second.
    ///   - policy: The folders below which the file may be.
    /// - Throws: Status 64 for a relative path, 65 or 66 for a file that cannot be read or played, 77
    ///   for one that is not allowed.
    init(
        _ path: String,
        _ options: ReadingOptions,
        hint: PieceFile.Hint,
        rate: Int,
        _ policy: PathPolicy = .unrestricted
    ) throws(RequestError) {
        guard path.hasPrefix("/") else {
            throw RequestError(.usage, "\(path): not an absolute path")
        }
        let file = try Self.file(path, options, hint: hint, policy)
        guard !file.file.tracks.isEmpty, !file.sequences.isEmpty else {
            throw RequestError(.data, "\(path): nothing to play: the file has no tracks")
        }
        self.file = file
        lengths = file.sequences.indices.map {
            PieceLength(file.lastingSequence($0, rate: rate), rate: rate)
        }
    }

    /// Reads only the content of a file.
    ///
    /// - Throws: Status 65 or 66 for a file that cannot be read, 77 for one that is not allowed.
    static func file(
        _ path: String,
        _ options: ReadingOptions,
        hint: PieceFile.Hint,
        _ policy: PathPolicy
    ) throws(RequestError) -> PieceFile {
        let opened = try policy.open(path)
        // Reading opens it anew by its descriptor.
        defer { withExtendedLifetime(opened) {} }
        var music = options
        music.includesClips = false
        var file = try RequestError.catching { () throws(PlaybackError) in
            if opened == nil { try RegularFile.check(path) }
            return try PieceFile(path, music, openedAt: opened?.handle, hint: hint)
        }
        if options.includesClips {
            let content = try content(for: path, policy)
            (file.clips, file.automation) = (content.clips, content.automation)
        }
        return file
    }

    /// Reads the clips and the automation of a file; each clip has to be allowed.
    private static func content(
        for path: String,
        _ policy: PathPolicy
    ) throws(RequestError) -> ClipFile.Content {
        let list = ClipFile.path(for: path)
        guard FileStatus(list) != nil else { return ClipFile.Content() }
        let opened = try policy.open(list)
        defer { withExtendedLifetime(opened) {} }
        var content = try RequestError.catching { () throws(PlaybackError) in
            if opened == nil { try RegularFile.check(list) }
            return try ClipFile.content(for: path, openedAt: opened?.handle)
        }
        for index in content.clips.indices {
            content.clips[index].path = try policy.resolved(content.clips[index].path)
        }
        return content
    }
}
