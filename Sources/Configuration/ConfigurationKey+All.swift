/// The table of all settings.
extension ConfigurationKey {
    /// The commands that have settings, in the order of the help.
    public static let commands = [
        "play", "render", "peaks", "scope", "live", "record", "daemon", "ctl", "monitor", "mpd",
        "web", "inspect", "check", "graph", "verify", "tone", "doctor",
    ]

    private static let sounding = [
        "play", "render", "peaks", "scope", "live", "record", "daemon", "graph", "verify",
    ]

    /// The commands that make or describe sound, for which most settings are.
    static let sound = Set(sounding)

    /// The commands of which a text names a setting.
    static func commands(namedIn text: String) -> Set<String> {
        let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
        return Set(all.filter { words.contains($0.name) }.flatMap(\.commands))
    }

    private static let routing = [
        "play", "render", "peaks", "scope", "live", "record", "daemon", "graph", "verify",
    ]
    private static let files = [
        "play", "render", "peaks", "scope", "record", "daemon", "inspect", "check", "graph",
        "verify",
    ]
    private static let devices = ["play", "live", "record", "daemon", "tone", "doctor"]
    private static let inputs = ["live", "record", "daemon"]
    private static let outputs = ["play", "live", "daemon"]

    /// All keys, in the order in which they are shown.
    public static let all: [ConfigurationKey] = [
        Self(
            "sf2",
            .paths,
            sounding + ["check", "doctor"],
            "SoundFonts; the first has priority",
            "[piano.sf2, /usr/share/sounds/sf2/FluidR3_GM.sf2]"
        ),
        Self("gain", .value, sounding, "output level in dB", "-3"),
        Self("limiter", .inverse, sounding, "limiter of the output", "yes"),
        Self("reverb", .value, sounding, "reverb: a preset, off, or parameters", "room"),
        Self("chorus", .value, sounding, "chorus: a preset, off, or parameters", "default"),
        Self(
            "bank-mode",
            .value,
            sounding,
            "how bank select messages are understood: gm, gs, xg, mma",
            "gs"
        ),
        Self(
            "engine",
            .value,
            sounding,
            "engine that plays the notes: auto, fluidsynth, seqd",
            "seqd"
        ),
        Self(
            "interpolation",
            .value,
            sounding,
            "interpolation of samples: none, linear, 4th-order, 7th-order, sinc",
            "7th-order"
        ),
        Self("polyphony", .value, sounding, "voices of a sampler at once", "256"),
        Self("half-pedal", .flag, sounding, "half pedalling", "yes"),
        Self("note-cut", .value, sounding, "notes that cut their key: off, drums, all", "drums"),
        Self("tuning", .path, sounding, "Scala scale", "just.scl"),
        Self("a4", .value, sounding, "frequency of A4 in Hz", "442"),
        Self("rack", .path, routing, "rack of samplers, docs/routing.md", "band.json"),
        Self(
            "route",
            .routes,
            routing,
            "routes; the first that matches has priority",
            "['ch:10=drums.sf2,gain=-3']"
        ),
        Self(
            "program",
            .list,
            routing,
            "presets of parts; the first that matches has priority",
            "['4=0:40']"
        ),
        Self("change", .list, routing, "changes of controllers in all parts", "['cc2:cc11']"),
        Self(
            "insert",
            .list,
            routing,
            "effects in strips",
            "['sampler=compressor,vocal']"
        ),
        Self("drums", .value, routing, "channels that play drums", "10,11"),
        Self("encoding", .value, files, "encoding of names, markers and lyrics", "Shift_JIS"),
        Self(
            "embedded-font",
            .flag,
            ["play", "render", "peaks", "scope", "record", "daemon", "verify"],
            "SoundFonts inside RIFF files",
            "yes"
        ),
        Self(
            "device",
            .list,
            devices,
            "ALSA devices, or none; the first is the clock, and the others follow it",
            "[default, hw:1=3-4]"
        ),
        Self(
            "map",
            .value,
            ["play", "render", "live", "record", "daemon"],
            "what each channel of the output plays",
            "0,1,-1,-1"
        ),
        Self(
            "pair",
            .list,
            ["play", "render", "live", "record", "daemon"],
            "outputs of samplers, effects and the metronome",
            "[metronome=3-4]"
        ),
        Self("period", .value, devices + ["verify"], "frames a period", "128"),
        Self("periods", .value, devices, "periods in the buffer of the device", "3"),
        Self(
            "rate",
            .value,
            devices + ["render", "peaks", "scope", "verify"],
            "sample rate in Hz",
            "44100"
        ),
        Self("format", .value, devices + ["render"], "sample format: s16, s24, s32, float", "s24"),
        Self(
            "on-device-loss",
            .value,
            ["play", "live", "record", "daemon"],
            "what to do without the device: continue, pause, stop",
            "continue"
        ),
        Self(
            "name",
            .value,
            ["scope", "live", "record", "daemon", "ctl", "monitor", "mpd", "web", "doctor"],
            "name of the ALSA client and of the daemon",
            "stage"
        ),
        Self("inputs", .value, inputs, "number of MIDI input ports", "2"),
        Self("connect", .list, inputs, "MIDI ports to connect", "[Keystation*, 2=FCB1010*]"),
        Self("follow", .value, ["daemon"], "source to keep in step with: clock, mtc, off", "clock"),
        Self(
            "control",
            .list,
            ["daemon"],
            "controllers and the commands that they give",
            "['cc 20 \"gain {}\" min=-40 max=6', 'note 36 next']"
        ),
        Self("raw", .list, inputs, "files to read MIDI bytes from", "[/dev/snd/midiC1D0]"),
        Self("latency", .value, inputs, "latency of live notes: period or asap", "asap"),
        Self(
            "out",
            .list,
            outputs,
            "MIDI ports to connect to outputs",
            "[FLUID Synth*, 2=MKS-50*]"
        ),
        Self("midi-outs", .value, outputs, "number of MIDI output ports", "2"),
        Self("midi-offset", .value, outputs, "milliseconds by which MIDI is sent later", "-5"),
        Self("send-clock", .value, ["play", "daemon"], "MIDI output that gets MIDI clock", "1"),
        Self(
            "send-mtc",
            .value,
            ["play", "daemon"],
            "MIDI Time Code to send: frames per second",
            "25"
        ),
        Self(
            "socket",
            .path,
            ["scope", "daemon", "ctl", "monitor", "mpd", "web", "doctor"],
            "the daemon's socket",
            "/run/user/1000/seqd/stage.sock"
        ),
        Self(
            "listen",
            .sockets,
            ["daemon"],
            "further sockets, with the role of their clients: observer, transport, admin",
            "[{path: /run/seqd/band.sock, role: transport, group: audio, mode: 0660}]"
        ),
        Self(
            "allow-path",
            .paths,
            ["daemon", "mpd", "web"],
            "folders below which clients may name files",
            "[/srv/music, /usr/share/sounds]"
        ),
        Self("idle", .value, ["daemon"], "seconds of silence before the device is released", "0"),
        Self(
            "exit-idle",
            .value,
            ["daemon"],
            "seconds without clients, playback and live MIDI before the daemon exits",
            "600"
        ),
        Self(
            "log-level",
            .value,
            ["daemon"],
            "lowest level to log: debug, info, warning, error",
            "warning"
        ),
        Self(
            "capture",
            .value,
            ["daemon"],
            "minutes for which what comes in on the live inputs is kept, or off",
            "120"
        ),
        Self("resume", .flag, ["daemon"], "play on after a restart", "yes"),
        Self("state", .inverse, ["daemon"], "keep the queue and the settings", "yes"),
        Self("lead", .value, ["play", "daemon"], "whose transport is led: jack", "jack"),
        Self(
            "mpris",
            .inverse,
            ["play", "daemon"],
            "control by media keys and the desktop's player widget",
            "yes"
        ),
        Self("tail", .value, ["render"], "sound after the last note: auto, none, or seconds", "2"),
        Self("jobs", .value, ["render", "peaks"], "files to render in parallel", "2"),
    ]
}
