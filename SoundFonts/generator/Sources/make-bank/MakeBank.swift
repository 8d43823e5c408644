import BankMaker
import Glibc

/// `make-bank PATH` writes the General MIDI bank.
@main
struct MakeBank {
    private static let usage = "usage: make-bank PATH"

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let path = arguments.first, !path.isEmpty else { fail(64, usage) }
        guard path != "--help" else {
            print(
                """
                \(usage)
                Computes the General MIDI bank and writes it to PATH.
                """
            )
            return
        }
        guard arguments.count == 1 else { fail(64, usage) }
        write(GeneralMIDIBank.bytes(), to: path)
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        do {
            try BankFile(path: path).write(bytes)
        } catch {
            fail(73, "\(path): \(error.reason)")
        }
    }

    private static func fail(_ status: Int32, _ message: String) -> Never {
        let line = Array("make-bank: \(message)\n".utf8)
        _ = unsafe line.withUnsafeBytes {
            unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        exit(status)
    }
}
