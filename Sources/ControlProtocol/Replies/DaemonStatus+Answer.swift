import JSON
import Sequencer
import Wording

extension DaemonStatus {
    /// Adds the status to an answer; the order of the keys is the protocol's.
    func write(to answer: inout Answer) {
        writePosition(to: &answer)
        writePlaying(to: &answer)
        writeWaiting(to: &answer)
        writeLevels(to: &answer)
        writeSound(to: &answer)
        writeDevices(to: &answer)
    }

    /// The settings with their names in words: all values that clients can set.
    package var settings: [(name: String, value: SettingValue)] {
        var answer = Answer()
        writePlaying(to: &answer)
        writeLevels(to: &answer)
        return answer.values.compactMap { name, value in
            SettingValue(value).map { (name, $0) }
        }
    }

    private func writePosition(to answer: inout Answer) {
        answer.set("state", state.rawValue)
        answer.set("file", file)
        answer.set("entry", entry)
        answer.set("entries", entries)
        if let queueVersion {
            answer.set("queueVersion", queueVersion, words: ("queue-version", "\(queueVersion)"))
        }
        if let position {
            answer.set("position", position.text)
            answer.set(
                "seconds",
                position.seconds,
                words: ("time", TimeText.text(seconds: position.seconds))
            )
            answer.set("frames", position.frames)
            answer.set("ticks", position.ticks)
        }
        if let length = lengthSeconds {
            answer.set("lengthSeconds", length, words: ("length", TimeText.text(seconds: length)))
        }
        answer.set("bpm", bpm)
    }

    /// Writes settings only: a change of each of them is an event.
    private func writePlaying(to answer: inout Answer) {
        answer.set("speed", speed)
        answer.set("tempo", tempo)
        answer.set("loop", loop)
        if let loopCount {
            answer.set(
                setting: "loop-count",
                loopCount,
                words: "\(loopCount)",
                alias: "loopCount"
            )
        }
        for (name, isOn) in [
            ("repeat", isRepeating), ("single", isSingle), ("random", isRandom),
            ("consume", isConsuming), ("metronome", hasMetronome),
        ] {
            answer.set(name, isOn, words: (name, isOn ? "on" : "off"))
        }
        answer.set(
            setting: "chase-notes",
            chasesNotes,
            words: chasesNotes ? "on" : "off",
            alias: "chaseNotes"
        )
        answer.set("watch", isWatching, words: ("watch", isWatching ? "on" : "off"))
        if let time = versionTime?.rawValue {
            answer.set(setting: "watch-at", time, words: time, alias: "watchAt")
        }
        if let level = logLevel?.rawValue {
            answer.set(setting: "log-level", level, words: level, alias: "logLevel")
        }
        answer.set("practice", practice)
        answer.set("ramp", ramp)
        answer.set("follow", follow)
    }

    private func writeWaiting(to answer: inout Answer) {
        answer.set(
            "waiting",
            waiting.map { waiting in
                var object = JSONObject()
                object.set("action", waiting.action)
                object.set("command", waiting.command)
                object.set("position", waiting.position)
                object.set("due", waiting.due)
                return (
                    .object(object),
                    "\(waiting.action) \(waiting.command) \(waiting.position) \(waiting.due)"
                )
            },
            line: "waiting"
        )
        if let practising {
            if let keys = practising.keys {
                answer.set("practiceKeys", keys, words: ("practice-keys", keys))
            }
            for (json, words, count) in [
                ("practiceSteps", "practice-steps", practising.steps),
                ("practiceWrong", "practice-wrong", practising.wrong),
                ("practiceWaits", "practice-waits", practising.waits),
            ] {
                answer.set(json, count, words: (words, "\(count)"))
            }
        }
        following?.write(to: &answer)
    }

    /// Writes settings only: a change of each of them is an event.
    private func writeLevels(to answer: inout Answer) {
        answer.set(
            setting: "gain",
            gain,
            words: NumberText.decimal(gain),
            alias: "gainDecibels"
        )
        answer.set("muted", muted, words: ("muted", Self.list(muted)))
        answer.set("soloed", soloed, words: ("soloed", Self.list(soloed)))
        answer.set("transpose", transpose)
    }

    private func writeSound(to answer: inout Answer) {
        answer.set("voices", voices)
        answer.set("xruns", xruns)
        answer.set("load", load)
        if let renderTimes {
            answer.set("late", renderTimes.late)
            for (name, value) in [
                ("P50", renderTimes.median), ("P99", renderTimes.percentile99),
                ("Max", renderTimes.longest),
            ] {
                let words = ("render-\(name.lowercased())", NumberText.decimal(value))
                answer.set("render\(name)", value, words: words)
            }
        }
        answer.set("peakDecibels", peak, words: ("peak", Self.peak(peak)))
        answer.set(
            "gainReductionDecibels",
            gainReduction,
            words: ("limited", NumberText.decimal((gainReduction * 10).rounded() / 10))
        )
        answer.set("fonts", fonts.map { (.string($0), $0) }, line: "font")
        answer.set(
            "substitutions",
            substitutions.map { replacement in
                let sound = replacement.substitute.map { "\($0.address) \($0.name)" } ?? "none"
                return (.object(replacement.object), "\(replacement.preset) \(sound)")
            },
            line: "substitution"
        )
    }

    private func writeDevices(to answer: inout Answer) {
        answer.set("device", device)
        answer.set("output", output.word)
        if case .lost(let reason) = output { answer.set("reason", reason) }
        if let lostSeconds {
            let text = TimeText.text(seconds: lostSeconds, decimals: 1...1)
            answer.set("lostSeconds", lostSeconds, words: ("lost-for", text))
        }
        answer.set("rate", rate)
        if let deviceSettings { write(deviceSettings, to: &answer) }
        if let ppm = deviceClockPPM {
            let words = ("device-clock", "\(NumberText.decimal(ppm)) ppm")
            answer.set("deviceClockPPM", ppm, words: words)
        }
        answer.set(
            "furtherDevices",
            furtherDevices.map { device in
                var object = JSONObject()
                object.set("device", device.name)
                object.set("output", device.output.word)
                if case .lost(let reason) = device.output { object.set("reason", reason) }
                object.set("driftPPM", device.drift)
                object.set("xruns", device.xruns)
                let drift = device.drift.map(NumberText.decimal) ?? "unknown"
                let words = "\(device.output.word) \(drift) \(device.xruns) \(device.name)"
                return (.object(object), words)
            },
            line: "further-device"
        )
        answer.set("sources", sources.count)
        answer.set("sourceNames", sources.map { (.string($0), $0) }, line: "source")
        answer.set("sequencer", sequencer)
        answer.set("recording", recording)
        if let recordedNotes {
            answer.set(
                "recordedNotes",
                recordedNotes,
                words: ("recorded-notes", "\(recordedNotes)")
            )
        }
        answer.set("clients", clients)
    }

    private func write(_ settings: DeviceSettings, to answer: inout Answer) {
        func set(_ json: String, _ words: String, _ value: Int) {
            answer.set(json, value, words: (words, "\(value)"))
        }
        set("requestedRate", "requested-rate", settings.requestedRate)
        answer.set("period", settings.period)
        set("requestedPeriod", "requested-period", settings.requestedPeriod)
        answer.set("buffer", settings.buffer)
        set("requestedBuffer", "requested-buffer", settings.requestedBuffer)
        answer.set("format", settings.format)
        if let format = settings.requestedFormat {
            answer.set("requestedFormat", format, words: ("requested-format", format))
        }
        let latency = settings.latencySeconds
        answer.set("latencySeconds", latency, words: ("latency", TimeText.text(seconds: latency)))
    }

    /// Levels below this one, in dBFS, are shown as silence: 16-bit audio does not hold them.
    private static let silence = -120.0

    /// A level in dB to a tenth; `-inf` for silence.
    private static func peak(_ level: Double) -> String {
        guard level >= silence, level.isFinite else { return "-inf" }
        return NumberText.decimal((level * 10).rounded() / 10)
    }

    private static func list(_ selectors: [String]) -> String {
        selectors.isEmpty ? "none" : selectors.joined(separator: ",")
    }
}

extension DaemonStatus.Output {
    /// The state without its reason.
    var word: String {
        switch self {
        case .running: "running"
        case .idle: "idle"
        case .lost: "lost"
        }
    }
}

extension PresetReplacement {
    /// The object in the status, in answers and in events.
    var object: JSONObject {
        var object = JSONObject()
        object.set("preset", preset.description)
        object.set("presetName", presetName)
        object.set("substitute", substitute?.address.description)
        object.set("name", substitute?.name)
        return object
    }

    /// The text in messages: `8:48 Slow Strings -> 0:48 Strings`, or `-> none`.
    package var words: String {
        func text(_ address: PresetAddress, _ name: String?) -> String {
            name.map { $0.isEmpty ? "\(address)" : "\(address) \($0)" } ?? "\(address)"
        }
        let sound = substitute.map { text($0.address, $0.name) } ?? "none"
        return "\(text(preset, presetName)) -> \(sound)"
    }
}
