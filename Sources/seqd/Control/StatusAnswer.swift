import SamplerHost
import Sequencer

/// The answer of the command `status`.
enum StatusAnswer {
    static let results = [
        Command.Result("state", "`playing`, `paused` or `stopped`"),
        Command.Result("file", "the file that is loaded, where one is"),
        Command.Result("entry", "its place in the queue, from 1"),
        Command.Result("entries", "files in the queue"),
        Command.Result("position", "bar:beat:tick, where a file is loaded"),
        Command.Result(
            words: "time",
            json: "seconds",
            "the position as a time at speed 1, and at the tempo that `tempo` has set"
        ),
        Command.Result("frames", "the position in frames"),
        Command.Result("ticks", "the position in ticks"),
        Command.Result(
            words: "length",
            json: "lengthSeconds",
            "the file's length at speed 1, and at the tempo that `tempo` has set"
        ),
        Command.Result("bpm", "quarter notes per minute at the position"),
        Command.Result("speed", "1 is the file's own"),
        Command.Result("tempo", "quarter notes per minute for all files, or `off`"),
        Command.Result("loop", "`off`, `on`, `file` or the two positions"),
        Command.Result(
            words: "loop-count",
            json: "loopCount",
            "how often it is played, where that was said"
        ),
        Command.Result("metronome", "`on` or `off`; in JSON true or false"),
        Command.Result(
            words: "chase-notes",
            json: "chaseNotes",
            "`on` or `off`; in JSON true or false"
        ),
        Command.Result("watch", "`on` or `off`; in JSON true or false"),
        Command.Result(
            words: "watch-at",
            json: "watchAt",
            "when what was written takes over, `now` or `bar`; where files are watched"
        ),
        Command.Result(
            "waiting",
            "each command that waits for a place: `action`, command, place and `due`, be it behind a "
                + "loop that does not end; in JSON objects with `action`, `command`, `position`, "
                + "`due`"
        ),
        Command.Result(words: "gain", json: "gainDecibels", "the level, dB"),
        Command.Result("muted", "selectors"),
        Command.Result("soloed", "selectors"),
        Command.Result("transpose", "semitones"),
        Command.Result("voices", "voices that sound"),
        Command.Result("xruns", "times that the device ran dry"),
        Command.Result("load", "rendering, as a part of the time there is for it; 1 is all"),
        Command.Result(
            words: "peak",
            json: "peakDecibels",
            "the highest sample since the last `status`, dB of full scale, in words to a tenth; `-inf` "
                + "below -120 dB (in JSON null for digital silence)"
        ),
        Command.Result(words: "font", json: "fonts", "the SoundFonts, first priority first"),
        Command.Result(
            words: "substitution",
            json: "substitutions",
            "each preset that the SoundFonts lack and that the file or a live input has selected, "
                + "and the one that sounds instead or `none`; in JSON objects with `preset`, "
                + "`substitute` and `name`"
        ),
        Command.Result("device", "the sound device"),
        Command.Result("output", "`running`, `idle` (the device is released) or `lost`"),
        Command.Result("reason", "why the output is lost"),
        Command.Result("rate", "frames a second"),
        Command.Result(
            "sources",
            "how many MIDI sources are connected: ports that play on the live inputs, raw inputs that "
                + "are open"
        ),
        Command.Result(words: "source", json: "sourceNames", "the name of each of them"),
        Command.Result("sequencer", "the ALSA sequencer's client, or why there is none"),
        Command.Result("clients", "connections to the socket"),
    ]

    /// A status for both dialects.
    static func answer(_ status: TransportStatus, clients: Int) -> Answer {
        var answer = Answer()
        answer.set("state", status.state.rawValue)
        answer.set("file", status.file)
        answer.set("entry", status.queueIndex)
        answer.set("entries", status.queueCount)
        if let position = status.position {
            answer.set("position", position.text)
            answer.set(
                "seconds",
                position.seconds,
                words: ("time", TimeText.text(seconds: position.seconds))
            )
            answer.set("frames", position.frames)
            answer.set("ticks", position.ticks)
        }
        if let length = status.lengthSeconds {
            answer.set("lengthSeconds", length, words: ("length", TimeText.text(seconds: length)))
        }
        answer.set("bpm", status.bpm)
        answer.set("speed", status.speed)
        answer.set("tempo", status.tempo)
        answer.set("loop", status.loop)
        if let count = status.loopCount {
            answer.set("loopCount", count, words: ("loop-count", "\(count)"))
        }
        for (json, words, isOn) in [
            ("metronome", "metronome", status.hasMetronome),
            ("chaseNotes", "chase-notes", status.chasesNotes),
            ("watch", "watch", status.isWatching),
        ] {
            answer.set(json, isOn, words: (words, isOn ? "on" : "off"))
        }
        if let time = status.watchTime {
            answer.set("watchAt", time, words: ("watch-at", time))
        }
        answer.set(
            "waiting",
            status.waiting.map { waiting in
                var object = JSONObject()
                object.set("action", waiting.action)
                object.set("command", waiting.command)
                object.set("position", waiting.place)
                object.set("due", waiting.due)
                return (
                    .object(object),
                    "\(waiting.action) \(waiting.command) \(waiting.place) \(waiting.due)"
                )
            },
            line: "waiting"
        )
        let gain = NumberText.decimal(status.gain)
        answer.set("gainDecibels", status.gain, words: ("gain", gain))
        answer.set("muted", status.muted, words: ("muted", list(status.muted)))
        answer.set("soloed", status.soloed, words: ("soloed", list(status.soloed)))
        answer.set("transpose", status.transpose)
        answer.set("voices", status.voices)
        answer.set("xruns", status.xruns)
        answer.set("load", status.load)
        answer.set(
            "peakDecibels",
            status.peak,
            words: ("peak", peak(status.peak))
        )
        answer.set("fonts", status.fonts.map { (.string($0), $0) }, line: "font")
        answer.set(
            "substitutions",
            status.substitutions.map { substitution in
                let substitute = substitution.substitute
                var object = JSONObject()
                object.set("preset", "\(substitution.bank):\(substitution.program)")
                object.set("substitute", substitute.map { "\($0.bank):\($0.program)" })
                object.set("name", substitute?.name)
                let sound =
                    substitute.map { "\($0.bank):\($0.program) \($0.name)" } ?? "none"
                return (
                    .object(object), "\(substitution.bank):\(substitution.program) \(sound)"
                )
            },
            line: "substitution"
        )
        answer.set("device", status.device)
        switch status.output {
        case .running: answer.set("output", "running")
        case .idle: answer.set("output", "idle")
        case .lost(let reason):
            answer.set("output", "lost")
            answer.set("reason", reason)
        }
        answer.set("rate", status.rate)
        answer.set("sources", status.sources.count)
        answer.set("sourceNames", status.sources.map { (.string($0), $0) }, line: "source")
        answer.set("sequencer", status.sequencer)
        answer.set("clients", clients)
        return answer
    }

    /// A level in dB to a tenth; `-inf` for what nobody hears.
    private static func peak(_ level: Double) -> String {
        guard level >= Level.silence, level.isFinite else { return "-inf" }
        return NumberText.decimal((level * 10).rounded() / 10)
    }

    private static func list(_ selectors: [String]) -> String {
        selectors.isEmpty ? "none" : selectors.joined(separator: ",")
    }
}
