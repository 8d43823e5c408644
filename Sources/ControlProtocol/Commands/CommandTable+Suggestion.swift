import Wording

extension CommandTable {
    /// The names of the commands in other players: MPD, mpv, FluidSynth's shell, VLC, MPRIS.
    package static let synonyms: [String: String] = [
        // Playing.
        "start": "play", "loadfile": "play", "load-file": "play", "open": "play",
        "add": "enqueue", "append": "enqueue", "addid": "enqueue",
        "delete": "remove", "del": "remove", "deleteid": "remove", "moveid": "move",
        "playid": "jump", "swapid": "swap", "addnext": "insert",
        "resume": "continue", "cont": "continue", "unpause": "continue", "go": "continue",
        "playpause": "toggle", "play-pause": "toggle",
        "prev": "previous", "back": "previous", "skip": "next", "forward": "next",
        "playlist": "queue", "list": "queue", "ls": "queue", "playlistinfo": "queue",
        "goto": "seek", "locate": "seek", "seekcur": "seek", "position": "seek",
        "rate": "speed", "bpm": "tempo", "click": "metronome",
        "undo": "cancel",
        // Playlists.
        "store": "save", "save-playlist": "save", "playlistsave": "save",
        "load-playlist": "load", "recall": "load",
        "listplaylists": "playlists", "lsplaylists": "playlists",
        "rm": "delete-playlist", "remove-playlist": "delete-playlist",
        // Sound.
        "volume": "gain", "vol": "gain", "setvol": "gain", "loudness": "level",
        "replaygain": "level",
        "pitch": "transpose", "unsolo": "solo",
        "font": "load-font", "soundfont": "load-font", "sf2": "load-font",
        "instrument": "set-program", "change-program": "set-program",
        "inst": "presets", "instruments": "presets", "sounds": "presets", "fonts": "presets",
        // Notes.
        "noteon": "note", "noteoff": "note", "prog": "program", "patch": "program",
        "select": "program", "control": "cc", "controller": "cc", "sysex": "midi", "send": "midi",
        "reset": "panic", "silence": "panic", "alloff": "panic",
        // The daemon.
        "info": "status", "state": "status", "currentsong": "status",
        "sources": "ports", "inputs": "ports", "exit": "quit", "kill": "quit", "shutdown": "quit",
        "commands": "help", "?": "help", "idle": "subscribe", "listen": "subscribe",
        "noidle": "unsubscribe",
        "discover": "rpc.discover", "openrpc": "rpc.discover", "schema": "rpc.discover",
        "config": "reload-config", "reload": "reload-config", "rehash": "reload-config",
        "log": "log-level", "loglevel": "log-level",
        "role": "whoami", "permissions": "whoami", "notcommands": "whoami",
    ]

    /// The command nearest to an unknown name; `nil` if none is near.
    package static func suggestion(for name: String) -> String? {
        let name = name.prefix(64).lowercased().replacing("_", with: "-")
        let names = commands.map(\.name)
        // `set_volume` and `player-next` end with what is meant.
        let last = name.split(separator: "-").last.map(String.init) ?? name
        for word in [name, last] {
            if let command = synonyms[word] { return command }
            if names.contains(word) { return word }
        }
        return Suggestion.nearest(to: name, among: names)
    }

    /// The error for an unknown name, with a suggestion.
    static func unknown(_ name: String) -> RequestError {
        let hint =
            suggestion(for: name).map { "did you mean '\($0)'?" } ?? "help lists all commands"
        return RequestError(
            .unknownCommand,
            "unknown command '\(RequestError.cut(name))'; \(hint)"
        )
    }
}
