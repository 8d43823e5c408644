import CommandSupport

/// The sections that all pages have.
extension Roff {
    mutating func addEnvironment() {
        list(
            "ENVIRONMENT",
            [
                ("SEQD_SOUNDFONT", "SoundFont to use if --sf2 names none."),
                (
                    "XDG_RUNTIME_DIR",
                    "Folder of the daemon's socket."
                ),
                ("NO_COLOR", "If set, disables colours."),
                ("TERM", "With dumb, the player prints one line per file."),
                ("LC_ALL, LC_CTYPE, LANG", "Select the character set of the terminal."),
                ("COLUMNS, LINES", "Size of the terminal, if it reports none."),
                ("ALSA_CONFIG_PATH", "ALSA's configuration, which defines the device default."),
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
                    "The system's default SoundFont. Without it seqd uses any General MIDI font in the "
                        + "usual folders, and finally its own bank."
                ),
                (
                    "$XDG_RUNTIME_DIR/seqd/control.sock",
                    "The daemon's socket; in /run/user/UID if the variable is not set."
                ),
            ],
            kind: "Pa"
        )
    }

    mutating func addExitStatus(isWhole: Bool) {
        guard isWhole else {
            macro("Sh", "EXIT STATUS")
            line("0, or the status of the first failure; seqd(1) lists them.")
            return
        }
        let statuses: [(ExitStatus, String)] = [
            (.success, "Success."),
            (.usage, "Usage error."),
            (.data, "Bad data in a file."),
            (.noInput, "An input file does not exist or cannot be read."),
            (.unavailable, "The device or the daemon is not available, or refused the settings."),
            (.internal, "Internal error of seqd or a library."),
            (.cannotCreate, "An output file cannot be created."),
            (.io, "Reading or writing failed."),
            (.busy, "The device is busy; try again later."),
            (.notPermitted, "Permission denied."),
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
