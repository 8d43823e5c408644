/// What the pages have in common.
extension Roff {
    mutating func addEnvironment() {
        list(
            "ENVIRONMENT",
            [
                ("SEQD_SOUNDFONT", "The SoundFont to use where none is named."),
                (
                    "XDG_RUNTIME_DIR",
                    "Where the daemon has its folder, and in it its socket."
                ),
                ("NO_COLOR", "If it is set to anything, no colours are used."),
                ("TERM", "With dumb, the player keeps no line in place."),
                ("LC_ALL, LC_CTYPE, LANG", "Whether the terminal is sent more than ASCII."),
                ("COLUMNS, LINES", "The size of a terminal that does not tell it."),
                ("ALSA_CONFIG_PATH", "ALSA's configuration, and with it the device default."),
            ],
            kind: "Ev"
        )
    }

    mutating func addFiles() {
        list(
            "FILES",
            [
                (
                    "/usr/share/sounds/sf2/default-GM.sf2",
                    "The system's SoundFont; other General MIDI fonts in the usual folders are "
                        + "found too, and at last the bank that comes with seqd."
                ),
                (
                    "$XDG_RUNTIME_DIR/seqd/control.sock",
                    "The daemon's socket; below /run/user/UID where that variable is not set."
                ),
            ],
            kind: "Pa"
        )
    }

    mutating func addExitStatus(isWhole: Bool) {
        guard isWhole else {
            macro("Sh", "EXIT STATUS")
            line("0, or what went wrong first, as seqd(1) lists it.")
            return
        }
        let statuses: [(ExitStatus, String)] = [
            (.success, "All was done."),
            (.usage, "The command line asks for something that there is not."),
            (.data, "A file's content is wrong."),
            (.noInput, "A file is not there or cannot be read."),
            (.unavailable, "The device or the daemon cannot be had, or not as asked."),
            (.internal, "seqd itself or a library has failed."),
            (.cannotCreate, "A file cannot be created."),
            (.io, "Reading or writing failed midway."),
            (.busy, "Somebody else is using it: try again later."),
            (.notPermitted, "You may not do that."),
            (.hungUp, "SIGHUP."),
            (.interrupted, "Ctrl-C."),
            (.terminated, "SIGTERM."),
        ]
        list("EXIT STATUS", statuses.map { ("\($0.0.rawValue)", $0.1) }, kind: "Er")
    }

    private mutating func list(
        _ title: String,
        _ entries: [(name: String, text: String)],
        kind: String
    ) {
        macro("Sh", title)
        macro("Bl", "-tag -width Ds")
        for entry in entries {
            macro("It", "\(kind) \(Self.escaped(entry.name))")
            line(entry.text)
        }
        macro("El")
    }
}
