import Glibc
import Platform
import TerminalUI

/// The keys of `seqd live` on its terminal.
struct LiveKeys {
    /// What a key asks for.
    enum Action: Hashable {
        case quit
        case help
    }

    /// What `?` says.
    static let help = "keys: q quit, ? this help, Ctrl-Z give the device back until fg"

    private let mode: TerminalMode?
    private var decoder = KeyDecoder()

    /// Finds the terminal: that of stdin or stderr.
    ///
    /// - Parameter sources: The values of `--raw`. A terminal among them sends MIDI, so no keys are
    ///   taken then.
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

    /// `/dev/tty`, which is the terminal that a process belongs to.
    private static let ownTerminal = device("/dev/tty")

    /// The device that a path names; `nil` where it names none.
    private static func device(_ path: String) -> UInt64? {
        guard let status = FileStatus(path), status.kind == .characterDevice else { return nil }
        return status.deviceNumber
    }

    /// The terminal behind a descriptor; `nil` where there is none.
    private static func terminal(_ descriptor: Int32) -> UInt64? {
        guard isatty(descriptor) == 1 else { return nil }
        return FileStatus(descriptor: descriptor)?.deviceNumber
    }

    /// Whether there is a terminal whose keys can be taken.
    var isPossible: Bool { mode.map { !$0.isHungUp } ?? false }

    /// What to wait on for keys; below 0 for nothing.
    var descriptor: Int32 { mode?.descriptor ?? -1 }

    /// What the keys pressed since the last time ask for; takes the terminal where the process is in
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
