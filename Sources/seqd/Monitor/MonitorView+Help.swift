import TerminalUI

/// The keys, in pages where the window is small.
extension MonitorView {
    /// The table of the keys.
    var keyTable: KeyTable {
        typealias Entry = KeyTable.Entry
        let (left, right) = ability.isUnicode ? ("←", "→") : ("left", "right")
        let (up, down) = ability.isUnicode ? ("↑", "↓") : ("up", "down")
        let entries = [
            Entry(keys: "space", effect: "play, pause, resume"),
            Entry(keys: "S", effect: "stop"),
            Entry(keys: "n p, > <", effect: "next, previous file"),
            Entry(keys: "\(left) \(right)", effect: "seek by 5 s"),
            Entry(keys: "shift \(left) \(right)", effect: "seek by 30 s"),
            Entry(keys: "b f", effect: "a bar back, forward"),
            Entry(keys: "[ ] \\", effect: "loop start, end, off"),
            Entry(keys: "{ }", effect: "slower, faster"),
            Entry(keys: "backspace", effect: "normal speed"),
            Entry(keys: "+ -", effect: "louder, softer: output or strip"),
            Entry(keys: "M", effect: "metronome"),
            Entry(keys: "Tab", effect: "next panel"),
            Entry(keys: "\(up) \(down) PgUp PgDn", effect: "select"),
            Entry(keys: "Home End", effect: "select first, last"),
            Entry(keys: "m s", effect: "mute, solo the selection"),
            Entry(keys: "i", effect: "instrument of the track"),
            Entry(keys: "( )", effect: "pan the strip left, right"),
            Entry(keys: "Enter", effect: "play the queue entry"),
            Entry(keys: "d", effect: "remove the queue entry"),
            Entry(keys: "J K", effect: "move it down, up"),
            Entry(keys: "r y z R", effect: "repeat, single, random, consume"),
            Entry(keys: "Z", effect: "shuffle the queue"),
            Entry(keys: "!", effect: "silence all notes"),
            Entry(keys: ":", effect: "type a command of seqd ctl"),
            Entry(keys: "Ctrl-L", effect: "redraw"),
            Entry(keys: "?", effect: "help, next page"),
            Entry(keys: "q", effect: "quit; the daemon keeps running"),
        ]
        return KeyTable(entries, ability)
    }
}
