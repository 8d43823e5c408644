/// The controllers of MUS and those of MIDI that they stand for.
///
/// MUS File Format 1.31 (V. Arnost), "Change controller" and "System event".
enum MUSController {
    /// The program, which is no controller in MIDI.
    static let program: UInt8 = 0

    /// The MIDI controllers 1 … 14, from bank select to Reset All Controllers.
    private static let numbers: [UInt8] = [
        0, 1, 7, 10, 11, 91, 93, 64, 67, 120, 123, 126, 127, 121,
    ]

    /// The MIDI controller of a number, 1 … 14; `nil` for others.
    static func midiNumber(of number: UInt8) -> UInt8? {
        guard number >= 1, number <= numbers.count else { return nil }
        return numbers[Int(number) - 1]
    }

    /// The value of a controller that MUS gives none.
    ///
    /// Mono (126) says how many channels it makes: one.
    static func value(ofModeMessage number: UInt8) -> UInt8 { number == 126 ? 1 : 0 }
}
