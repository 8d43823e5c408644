import CLinux
import CommandSupport
import Glibc
import Platform
import SamplerHost
import TerminalUI
import Transcoding

/// The kinds of file that `seqd peaks` and `seqd scope` read.
enum AudibleFile {
    /// A MIDI file or game music, which is rendered.
    case music
    /// A sound file.
    case sound

    /// Finds out the kind of a file, without reading further than its first bytes.
    ///
    /// - Parameter path: The file; `-` for standard input.
    /// - Throws: Status 65 for a file of another kind, 66 for a folder.
    init(_ path: String) throws(CommandFailure) {
        let name = path == "-" ? "standard input" : path
        guard FileStatus(path)?.kind != .folder else {
            throw CommandFailure(.noInput, "\(name): is a directory, expected a file")
        }
        let head = path == "-" ? Self.inputSignature : FileCategory.signature(of: path)
        // Of compressed files only MIDI files are read.
        if Gzip.isPresent(in: head) {
            self = .music
            return
        }
        switch FileCategory(signature: head) ?? FileCategory(extensionOf: path) {
        case .midi?, .gameMusic?, .midi2Clip?: self = .music
        case .sound?, nil: self = .sound
        case let other?:
            throw CommandFailure(
                .data,
                "\(name): is \(other.description), expected a sound file or a MIDI file"
            )
        }
    }

    /// The first bytes of what is on standard input.
    private static var inputSignature: [UInt8] {
        let path = "/dev/stdin"
        if FileStatus(path)?.kind == .regular { return FileCategory.signature(of: path) }
        var head = [UInt8](repeating: 0, count: FileCategory.signatureLength)
        let count = unsafe seqd_peek_pipe(STDIN_FILENO, &head, UInt(head.count))
        return Array(head.prefix(max(0, count)))
    }

    /// Refuses to read from a terminal, whose keys are no sound.
    ///
    /// - Throws: Status 64.
    static func checkTerminal(among paths: [String]) throws(CommandFailure) {
        guard paths.contains("-"), Terminal.isTerminal(STDIN_FILENO) else { return }
        throw CommandFailure(
            .usage,
            "standard input is a terminal, expected a pipe or a file with sound or MIDI"
        )
    }
}
