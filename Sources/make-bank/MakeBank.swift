import BankMaker
import Glibc

/// `make-bank PATH` writes the General MIDI bank.
@main
struct MakeBank {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let path = arguments.first, arguments.count == 1, !path.isEmpty else {
            say("usage: make-bank PATH")
            exit(64)
        }
        guard path != "--help" else {
            print("usage: make-bank PATH\nComputes the General MIDI bank and writes it to PATH.")
            return
        }
        do {
            try BankFile(path: path).write(GeneralMIDIBank.bytes())
        } catch {
            say("\(path): \(error.reason)")
            exit(73)
        }
    }

    private static func say(_ message: String) {
        let line = Array("make-bank: \(message)\n".utf8)
        _ = unsafe line.withUnsafeBytes {
            unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }
}
