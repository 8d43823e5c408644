import JSON
import SamplerHost
import Sequencer
import Wording

/// The answer of the command `status`.
enum StatusAnswer {
    static let results = [
        Command.Result("state", "`playing`, `paused` or `stopped`"),
        Command.Result("file", "the loaded file, if any"),
        Command.Result("entry", "its position in the queue, from 1"),
        Command.Result("entries", "number of files in the queue"),
        Command.Result("position", "bar:beat:tick, if a file is loaded"),
        Command.Result(
            words: "time",
            json: "seconds",
            "the position as a time at speed 1, and at the tempo set with `tempo`"
        ),
        Command.Result("frames", "the position in frames"),
        Command.Result("ticks", "the position in ticks"),
        Command.Result(
            words: "length",
            json: "lengthSeconds",
            "the file's length at speed 1, and at the tempo set with `tempo`"
        ),
        Command.Result("bpm", "quarter notes per minute at the position"),
        Command.Result("speed", "playback speed; 1 is normal"),
        Command.Result("tempo", "the tempo override in quarter notes per minute, or `off`"),
        Command.Result("loop", "`off`, `on`, `file` or the two positions"),
        Command.Result(
            words: "loop-count",
            json: "loopCount",
            "number of times it is played, if a count was given"
        ),
        Command.Result("metronome", "`on` or `off`; in JSON, true or false"),
        Command.Result(
            words: "chase-notes",
            json: "chaseNotes",
            "`on` or `off`; in JSON, true or false"
        ),
        Command.Result("watch", "`on` or `off`; in JSON, true or false"),
        Command.Result(
            words: "watch-at",
            json: "watchAt",
            "when a new version takes over, `now` or `bar`; only if files are watched"
        ),
        Command.Result(
            "waiting",
            "each scheduled command: `action`, command, position and `due`, even behind an endless "
                + "loop; in JSON, objects with `action`, `command`, `position`, `due`"
        ),
        Command.Result(words: "gain", json: "gainDecibels", "output gain in dB"),
        Command.Result("muted", "selectors"),
        Command.Result("soloed", "selectors"),
        Command.Result("transpose", "semitones"),
        Command.Result("voices", "number of sounding voices"),
        Command.Result("xruns", "number of buffer underruns"),
        Command.Result("load", "render load as a fraction of the available time; 1 is full load"),
        Command.Result(
            words: "peak",
            json: "peakDecibels",
            "peak level since the last `status` in dBFS, in words to a tenth; `-inf` below -120 dB "
                + "(in JSON, null for digital silence)"
        ),
        Command.Result(words: "font", json: "fonts", "the SoundFonts, highest priority first"),
        Command.Result(
            words: "substitution",
            json: "substitutions",
            "each selected preset that the SoundFonts lack, and its substitute or `none`; in JSON, "
                + "objects with `preset`, `substitute` and `name`"
        ),
        Command.Result("device", "the audio device"),
        Command.Result("output", "`running`, `idle` (device released) or `lost`"),
        Command.Result("reason", "why the output was lost"),
        Command.Result("rate", "sample rate in Hz"),
        Command.Result(
            "sources",
            "number of connected MIDI sources: ports connected to the live inputs, and open raw "
                + "inputs"
        ),
        Command.Result(words: "source", json: "sourceNames", "the name of each source"),
        Command.Result("sequencer", "the ALSA sequencer client, or why there is none"),
        Command.Result("clients", "number of connections to the socket"),
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
