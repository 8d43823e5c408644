import Glibc
import Platform
import TerminalUI

/// The keys of `seqd live` on its terminal.
struct LiveKeys {
    /// The action of a key.
    enum Action: Hashable {
        case quit
        case help
    }

    /// The help that `?` prints.
    static let help = "keys: q quit, ? this help, Ctrl-Z suspend and release the device until fg"

    private let mode: TerminalMode?
    private var decoder = KeyDecoder()

    /// Finds the terminal of stdin or stderr.
    ///
    /// - Parameter sources: The values of `--raw`. A terminal among them sends MIDI, and has no keys.
    init(besides sources: [String]) {
        let paths = sources.flatMap { source in
            // With the input's number or without: `2=PATH`.
            [source, source.split(separator: "=", maxSplits: 1).last.map(String.init) ?? source]
        }
        let terminals = [STDIN_FILENO, STDERR_FILENO].compactMap(Self.terminal)
        let isTaken = paths.compactMap(Self.device).contains { device in
            terminals.contains(device) || device == Self.ownTerminal
        }
        mode = terminals.isEmpty || isTaken ? nil : TerminalMode()
    }

    /// The terminal of the process, `/dev/tty`.
    private static let ownTerminal = device("/dev/tty")

    /// The number of the device with a path; `nil` if it is not a character device.
    private static func device(_ path: String) -> UInt64? {
        guard let status = FileStatus(path), status.kind == .characterDevice else { return nil }
        return status.deviceNumber
    }

    /// The number of the terminal behind a descriptor; `nil` if it is not a terminal.
    private static func terminal(_ descriptor: Int32) -> UInt64? {
        guard isatty(descriptor) == 1 else { return nil }
        return FileStatus(descriptor: descriptor)?.deviceNumber
    }

    /// Whether there is a terminal whose keys can be taken.
    var isPossible: Bool { mode.map { !$0.isHungUp } ?? false }

    /// The descriptor to wait on for keys; below 0 for none.
    var descriptor: Int32 { mode?.descriptor ?? -1 }

    /// The actions of the keys pressed since the last call; takes the terminal if the process is in
    /// the foreground.
    mutating func actions() -> [Action] {
        guard let mode else { return [] }
        mode.enter()
        return decoder.decode(mode.read(), now: .now).compactMap { key in
            switch key {
            case .character("q"), .character("Q"): .quit
            case .character("?"): .help
            default: nil
            }
        }
    }

    /// Restores the terminal.
    func leave() {
        mode?.leave()
    }
}
