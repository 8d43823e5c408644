/// The names of notes, spelled alike everywhere: in ASCII, black keys as sharps.
///
/// A key number does not distinguish C sharp from D flat, and a terminal may not show `♯`.
public enum NoteName {
    /// The name of a key, with middle C (60) as C4: `F#3`, `C-1`.
    public static func text(_ key: UInt8) -> String {
        let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
        return "\(names[Int(key) % 12])\(Int(key) / 12 - 1)"
    }
}
