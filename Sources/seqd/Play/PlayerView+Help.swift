import TerminalUI
import Wording

/// The keys, shown until the next key, in pages where the window is small.
extension PlayerView {
    /// The table of the keys.
    var keyTable: KeyTable {
        typealias Entry = KeyTable.Entry
        let (left, right) = ability.isUnicode ? ("←", "→") : ("left", "right")
        let (up, down) = ability.isUnicode ? ("↑", "↓") : ("up", "down")
        let entries = [
            Entry(keys: "space", effect: "pause, resume"),
            Entry(keys: "\(left) \(right)", effect: "seek by 5 s"),
            Entry(keys: "shift \(left) \(right)", effect: "seek by 30 s"),
            Entry(keys: ", .", effect: "scrub by 0.1 s"),
            Entry(keys: "PgUp PgDn", effect: "seek by a bar"),
            Entry(keys: "\(up) \(down)", effect: "faster, slower"),
            Entry(keys: "backspace", effect: "normal speed"),
            Entry(keys: "[ ] \\", effect: "loop start, end, off"),
            Entry(keys: "n p", effect: "next, previous file"),
            Entry(keys: "r", effect: "restart"),
            Entry(keys: "1 2 … 9 0", effect: "mute channel 1 … 10"),
            Entry(keys: "t 1 … t 6", effect: "mute channel 11 … 16"),
            Entry(keys: "s 1, s t 1", effect: "solo channel 1, 11"),
            Entry(keys: "s s", effect: "clear solo"),
            Entry(keys: "+ -", effect: "louder, softer"),
            Entry(keys: "m", effect: "metronome"),
            Entry(keys: "i", effect: "change an instrument"),
            Entry(keys: "?", effect: "help, next page"),
            Entry(keys: "q", effect: "quit"),
        ]
        return KeyTable(entries, ability)
    }
}
