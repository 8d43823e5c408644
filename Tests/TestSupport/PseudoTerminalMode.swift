import Glibc

/// How a terminal treats what is typed and written, termios(3).
public struct PseudoTerminalMode: Hashable, Sendable, CustomStringConvertible {
    private let flags: [UInt32]
    private let characters: [UInt8]

    /// Whether what is typed appears.
    public var isEchoing: Bool { flags[3] & UInt32(ECHO) != 0 }
    /// Whether a program gets what is typed line by line.
    public var isByLines: Bool { flags[3] & UInt32(ICANON) != 0 }
    /// Whether Ctrl-C makes a signal.
    public var makesSignals: Bool { flags[3] & UInt32(ISIG) != 0 }

    /// For the messages of failed tests.
    public var description: String {
        "flags \(flags.map { String($0, radix: 8) }), characters \(characters)"
    }

    init(of descriptor: Int32) {
        var mode = termios()
        tcgetattr(descriptor, &mode)
        flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
        characters = withUnsafeBytes(of: mode.c_cc) { Array($0) }
    }
}
