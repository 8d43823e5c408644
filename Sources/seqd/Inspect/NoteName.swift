/// Keys as musicians name them.
enum NoteName {
    /// The name of a key, with 60 as C4.
    static func text(_ key: UInt8) -> String {
        let names = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"]
        return "\(names[Int(key) % 12])\(Int(key) / 12 - 1)"
    }
}
