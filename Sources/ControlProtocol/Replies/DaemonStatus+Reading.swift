import Sequencer

extension DaemonStatus {
    /// Reads the result of `status` in JSON.
    init(_ fields: JSONFields) throws(RequestError) {
        self.init()
        try readPosition(fields)
        try readSettings(fields)
        gain = try fields.number("gainDecibels")
        muted = try fields.strings("muted")
        soloed = try fields.strings("soloed")
        transpose = try fields.integer("transpose")
        voices = try fields.integer("voices")
        xruns = try fields.integer("xruns")
        load = try fields.number("load")
        if let late = try fields.optionalInteger("late") {
            renderTimes = RenderTimes(
                late: late,
                median: try fields.number("renderP50"),
                percentile99: try fields.number("renderP99"),
                longest: try fields.number("renderMax")
            )
        }
        peak = try fields.optionalNumber("peakDecibels") ?? -.infinity
        gainReduction = try fields.optionalNumber("gainReductionDecibels") ?? 0
        fonts = try fields.strings("fonts")
        for replacement in try fields.objects("substitutions") {
            substitutions.append(try PresetReplacement(replacement))
        }
        device = try fields.string("device")
        output = try Output(fields, state: "output")
        lostSeconds = try fields.optionalNumber("lostSeconds")
        rate = try fields.integer("rate")
        deviceSettings = try DeviceSettings(fields)
        deviceClockPPM = try fields.optionalNumber("deviceClockPPM")
        for device in try fields.objects("furtherDevices") {
            furtherDevices.append(
                Device(
                    name: try device.string("device"),
                    output: try Output(device, state: "output"),
                    drift: try device.optionalNumber("driftPPM"),
                    xruns: try device.integer("xruns")
                )
            )
        }
        sources = try fields.strings("sourceNames")
        sequencer = try fields.string("sequencer")
        recording = try fields.optionalString("recording")
        recordedNotes = try fields.optionalInteger("recordedNotes")
        clients = try fields.integer("clients")
    }

    private mutating func readPosition(_ fields: JSONFields) throws(RequestError) {
        state = try fields.word("state")
        file = try fields.optionalString("file")
        entry = try fields.optionalInteger("entry")
        entries = try fields.integer("entries")
        queueVersion = try fields.optionalInteger("queueVersion")
        if let text = try fields.optionalString("position") {
            position = TransportPosition(
                seconds: try fields.number("seconds"),
                frames: try fields.integer64("frames"),
                ticks: try fields.integer64("ticks"),
                text: text
            )
        }
        lengthSeconds = try fields.optionalNumber("lengthSeconds")
        bpm = try fields.optionalNumber("bpm")
    }

    private mutating func readSettings(_ fields: JSONFields) throws(RequestError) {
        speed = try fields.string("speed")
        tempo = try fields.string("tempo")
        loop = try fields.string("loop")
        loopCount = try fields.optionalInteger("loopCount")
        isRepeating = try fields.optionalFlag("repeat") ?? false
        isSingle = try fields.optionalFlag("single") ?? false
        isRandom = try fields.optionalFlag("random") ?? false
        isConsuming = try fields.optionalFlag("consume") ?? false
        hasMetronome = try fields.flag("metronome")
        chasesNotes = try fields.flag("chaseNotes")
        isWatching = try fields.flag("watch")
        versionTime = try fields.optionalString("watchAt").flatMap(VersionTime.init)
        logLevel = try fields.optionalString("logLevel").flatMap(LogLevel.init)
        practice = try fields.optionalString("practice")
        ramp = try fields.optionalString("ramp")
        if let steps = try fields.optionalInteger("practiceSteps") {
            practising = Practising(
                keys: try fields.optionalString("practiceKeys"),
                steps: steps,
                wrong: try fields.integer("practiceWrong"),
                waits: try fields.integer("practiceWaits")
            )
        }
        follow = try fields.optionalString("follow")
        following = try FollowStatus(status: fields)
        for action in try fields.objects("waiting") {
            waiting.append(
                Waiting(
                    action: try action.integer("action"),
                    command: try action.string("command"),
                    position: try action.string("position"),
                    due: try action.integer64("due")
                )
            )
        }
    }
}

extension DaemonStatus.DeviceSettings {
    /// Reads the settings; `nil` if there are none.
    fileprivate init?(_ fields: JSONFields) throws(RequestError) {
        guard let period = try fields.optionalInteger("period") else { return nil }
        self.init(
            requestedRate: try fields.integer("requestedRate"),
            period: period,
            requestedPeriod: try fields.integer("requestedPeriod"),
            buffer: try fields.integer("buffer"),
            requestedBuffer: try fields.integer("requestedBuffer"),
            format: try fields.string("format"),
            requestedFormat: try fields.optionalString("requestedFormat"),
            latencySeconds: try fields.number("latencySeconds")
        )
    }
}

extension DaemonStatus.Output {
    /// Reads the state under a key, and the reason beside it.
    init(_ fields: JSONFields, state key: String) throws(RequestError) {
        switch try fields.string(key) {
        case "running": self = .running
        case "idle": self = .idle
        default: self = .lost(try fields.optionalString("reason") ?? "")
        }
    }
}
