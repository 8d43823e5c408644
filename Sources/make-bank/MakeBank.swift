import BankMaker
import Glibc

/// `make-bank PATH` writes the General MIDI bank, or a part of it.
@main
struct MakeBank {
    private static let usage = "usage: make-bank PATH [BANK:PROGRAM ...]"

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let path = arguments.first, !path.isEmpty else { fail(64, usage) }
        guard path != "--help" else {
            print(
                """
                \(usage)
                Computes the General MIDI bank and writes it to PATH: all of it, or only the
                presets that are named, such as 0:33 for a bass and 128:0 for the drums.
                """
            )
            return
        }
        var presets: [PresetNumber] = []
        for argument in arguments.dropFirst() {
            guard let preset = PresetNumber(argument) else {
                fail(64, "'\(argument)': expected BANK:PROGRAM, such as 0:33; \(usage)")
            }
            presets.append(preset)
        }
        do throws(GeneralMIDIBank.MissingPreset) {
            write(
                presets.isEmpty
                    ? GeneralMIDIBank.bytes() : try GeneralMIDIBank.bytes(only: presets),
                to: path
            )
        } catch {
            fail(64, "\(error.preset): the bank has no such preset")
        }
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
