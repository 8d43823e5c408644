extension CommandTable {
    /// The keys of the answer of `status`.
    static let statusResults: [Command.Result] =
        [
            Command.Result("state", "`playing`, `paused` or `stopped`"),
            Command.Result("file", "the loaded file, if any"),
            Command.Result("entry", "its position in the queue, from 1", .integer),
            Command.Result("entries", "number of files in the queue", .integer),
            Command.Result(
                words: "queue-version",
                json: "queueVersion",
                "a number that grows with each change of the queue",
                .integer
            ),
            Command.Result("position", "bar:beat:tick, if a file is loaded"),
            Command.Result(
                words: "time",
                json: "seconds",
                "the position as a time at speed 1, and at the tempo set with `tempo`",
                .number
            ),
            Command.Result("frames", "the position in frames", .integer),
            Command.Result("ticks", "the position in ticks", .integer),
            Command.Result(
                words: "length",
                json: "lengthSeconds",
                "the file's length at speed 1, and at the tempo set with `tempo`",
                .number
            ),
            Command.Result("bpm", "quarter notes per minute at the position", .number),
            Command.Result("speed", "playback speed; 1 is normal"),
            Command.Result("tempo", "the tempo override in quarter notes per minute, or `off`"),
            Command.Result("loop", "`off`, `on`, `file` or the two positions"),
            Command.Result(
                "loop-count",
                "number of times it is played, if a count was given",
                .integer
            ),
            Command.Result.alias("loopCount", of: "loop-count", .integer),
            Command.Result("repeat", "`on` or `off`; in JSON, true or false", .boolean),
            Command.Result("single", "`on` or `off`; in JSON, true or false", .boolean),
            Command.Result("random", "`on` or `off`; in JSON, true or false", .boolean),
            Command.Result("consume", "`on` or `off`; in JSON, true or false", .boolean),
            Command.Result("metronome", "`on` or `off`; in JSON, true or false", .boolean),
            Command.Result(
                "chase-notes",
                "`on` or `off`; in JSON, true or false",
                .boolean
            ),
            Command.Result.alias("chaseNotes", of: "chase-notes", .boolean),
            Command.Result("watch", "`on` or `off`; in JSON, true or false", .boolean),
            Command.Result(
                "watch-at",
                "when a new version takes over, `now` or `bar`; only if files are watched"
            ),
            Command.Result.alias("watchAt", of: "watch-at"),
            Command.Result(
                "log-level",
                "the lowest level that is logged: `debug`, `info`, `warning` or `error`"
            ),
            Command.Result.alias("logLevel", of: "log-level"),
            Command.Result("practice", "the parts and options as `practice` has them, or `off`"),
            Command.Result("ramp", "two speeds and the number of repetitions, or `off`"),
            Command.Result("follow", "`clock`, `mtc` or `off`"),
            Command.Result(
                "waiting",
                "each scheduled command: `action`, command, position and `due`, even behind an endless "
                    + "loop; in JSON, objects with `action`, `command`, `position`, `due`",
                .objects([
                    "action": .integer, "command": .string, "position": .string, "due": .integer,
                ])
            ),
        ] + practiceResults + followResults + [
            Command.Result("gain", "output gain in dB", .number),
            Command.Result.alias("gainDecibels", of: "gain", .number),
            Command.Result("muted", "selectors", .list(.string)),
            Command.Result("soloed", "selectors", .list(.string)),
            Command.Result("transpose", "semitones", .integer),
            Command.Result("voices", "number of sounding voices", .integer),
            Command.Result("xruns", "number of buffer underruns", .integer),
            Command.Result(
                "load",
                "render load as a fraction of the available time; 1 is full load",
                .number
            ),
            Command.Result(
                "late",
                "number of periods that took longer to render than they last",
                .integer
            ),
            Command.Result(
                words: "render-p50",
                json: "renderP50",
                "median render time as a fraction of the available time, since the start",
                .number
            ),
            Command.Result(
                words: "render-p99",
                json: "renderP99",
                "its 99th percentile; it and the median are at most an eighth too high",
                .number
            ),
            Command.Result(words: "render-max", json: "renderMax", "its maximum", .number),
            Command.Result(
                words: "peak",
                json: "peakDecibels",
                "peak level since this client's last `status` in dBFS, in words to a tenth; in its first "
                    + "one, of the last second or longer; `-inf` below -120 dB (in JSON, null for digital "
                    + "silence)",
                .numberOrNull
            ),
            Command.Result(
                words: "limited",
                json: "gainReductionDecibels",
                "the largest gain reduction of the limiter in the same time, in dB",
                .number
            ),
            Command.Result(
                words: "font",
                json: "fonts",
                "the SoundFonts, highest priority first",
                .list(.string)
            ),
            Command.Result(
                words: "substitution",
                json: "substitutions",
                "each selected preset that the SoundFonts lack, and its substitute or `none`; in JSON, "
                    + "objects with `preset`, `substitute` and `name`",
                .objects(["preset": .string, "substitute?": .string, "name?": .string])
            ),
            Command.Result("device", "the audio device"),
            Command.Result("output", "`running`, `idle` (device released) or `lost`"),
            Command.Result("reason", "why the device was lost"),
            Command.Result(
                words: "lost-for",
                json: "lostSeconds",
                "for how long the device has been lost",
                .number
            ),
            Command.Result("rate", "sample rate in Hz", .integer),
            Command.Result(
                words: "requested-rate",
                json: "requestedRate",
                "the requested rate; this and the next seven only with a device",
                .integer
            ),
            Command.Result("period", "frames per period", .integer),
            Command.Result(
                words: "requested-period",
                json: "requestedPeriod",
                "the requested frames per period",
                .integer
            ),
            Command.Result("buffer", "frames that the device's buffer holds", .integer),
            Command.Result(
                words: "requested-buffer",
                json: "requestedBuffer",
                "the requested frames of the buffer",
                .integer
            ),
            Command.Result("format", "`s16`, `s24`, `s32` or `float`"),
            Command.Result(
                words: "requested-format",
                json: "requestedFormat",
                "the requested format, if one was"
            ),
            Command.Result(
                words: "latency",
                json: "latencySeconds",
                "the time from rendering to hearing that the buffer makes",
                .number
            ),
            Command.Result(
                words: "device-clock",
                json: "deviceClockPPM",
                "how fast the device's clock is against the system's, in ppm; measured while playback "
                    + "runs, known after 10 s",
                .number
            ),
            Command.Result(
                words: "further-device",
                json: "furtherDevices",
                "each audio device after the first: its output, the drift of its clock in ppm or "
                    + "`unknown`, its buffer underruns and its name; in JSON, objects with `device`, "
                    + "`output`, `reason`, `driftPPM` (positive if it is faster) and `xruns`",
                .objects([
                    "device": .string, "output": .string, "reason?": .string, "driftPPM?": .number,
                    "xruns": .integer,
                ])
            ),
            Command.Result(
                "sources",
                "number of connected MIDI sources: ports connected to the live inputs, and open raw "
                    + "inputs",
                .integer
            ),
            Command.Result(
                words: "source",
                json: "sourceNames",
                "the name of each source",
                .list(.string)
            ),
            Command.Result("sequencer", "the ALSA sequencer client, or why there is none"),
            Command.Result("recording", "the file that is being recorded, if one is"),
            Command.Result(
                words: "recorded-notes",
                json: "recordedNotes",
                "number of notes recorded so far",
                .integer
            ),
            Command.Result("clients", "number of connections to the socket", .integer),
        ]
}
