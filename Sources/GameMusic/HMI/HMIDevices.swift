/// The sound devices that a track of HMI is for.
///
/// The numbers are those of the Sound Operating System's drivers, as ZDoom's and libADLMIDI's
/// readers have them.
struct HMIDevices {
    private let numbers: [Int]

    /// The most devices of a track.
    private static let limit = 8
    /// General MIDI, MPU-401, and the AWE32, which is played like General MIDI.
    private static let generalMIDI: Set<Int> = [0xA000, 0xA001, 0xA008]

    /// Reads the list at an offset, which ends with 0.
    init(_ bytes: [UInt8], at offset: Int) {
        numbers = Array(
            (0..<Self.limit).lazy.compactMap { bytes.littleEndian16(at: offset + $0 * 2) }
                .prefix { $0 != 0 }
        )
    }

    /// Whether a General MIDI synthesizer plays the track; a list without entries is for all.
    var isForGeneralMIDI: Bool {
        numbers.isEmpty || numbers.contains(where: Self.generalMIDI.contains)
    }
}
