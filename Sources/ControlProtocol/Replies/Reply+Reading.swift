package import JSON

extension TimedRequest {
    /// Reads the result of JSON-RPC as the reply to this request.
    ///
    /// - Throws: −32603 if it is not the result of such a request.
    package func reply(from result: JSONObject) throws(RequestError) -> Reply {
        let fields = JSONFields(result)
        guard position == nil else {
            return .scheduled(
                ScheduledAction(
                    action: try fields.integer("action"),
                    due: try fields.integer64("due")
                )
            )
        }
        switch request {
        case .play, .enqueue: return .added(try AddedFiles(fields))
        case .queue: return .queue(try QueueListing(fields))
        case .cancel: return .cancelled(try fields.integer("cancelled"))
        case .loadFonts: return .fontsLoaded(warnings: try fields.strings("warnings"))
        case .presets: return .presets(try fields.entries("presets", PresetEntry.init))
        case .status: return .status(try DaemonStatus(fields))
        case .ports: return .ports(try fields.entries("ports", PortEntry.init))
        case .help(nil): return .commands(try fields.entries("commands", CommandSummary.init))
        case .help: return .help(try CommandExplanation(fields))
        case .version: return .version(try DaemonVersion(fields))
        case .next, .previous, .clear, .pause, .continue, .stop, .seek, .speed, .loop,
            .seekLyric, .tempo, .metronome, .chaseNotes, .watch, .gain, .mute, .unmute, .solo,
            .transpose, .program, .note, .controlChange, .midi, .panic, .ping, .quit,
            .subscribe, .unsubscribe:
            return .done(warning: try fields.optionalString("warning"))
        }
    }
}

extension JSONFields {
    /// The elements of a list of objects.
    fileprivate func entries<Entry>(
        _ key: String,
        _ make: (JSONFields) throws(RequestError) -> Entry
    ) throws(RequestError) -> [Entry] {
        var entries: [Entry] = []
        for fields in try objects(key) { entries.append(try make(fields)) }
        return entries
    }
}

extension AddedFiles {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            entry: try fields.optionalInteger("entry"),
            added: try fields.optionalInteger("added") ?? 1,
            skipped: try fields.strings("skipped"),
            warning: try fields.optionalString("warning")
        )
    }
}

extension QueueListing {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            current: try fields.optionalInteger("current"),
            entries: try fields.entries("entries") { fields throws(RequestError) in
                QueueEntry(path: try fields.string("path"), seconds: try fields.number("seconds"))
            }
        )
    }
}

extension PresetEntry {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        let bank = try fields.integer("bank")
        self.init(
            PresetAddress(bank: bank, program: try fields.integer("program")),
            name: try fields.string("name")
        )
    }
}

extension PresetReplacement {
    /// Reads the members of a substitution in the status or an event.
    init(_ fields: JSONFields) throws(RequestError) {
        var substitute: PresetEntry?
        if let address = try fields.optionalPreset("substitute") {
            substitute = PresetEntry(address, name: try fields.string("name"))
        }
        self.init(try fields.preset("preset"), by: substitute)
    }
}

extension PortEntry {
    /// Reads a port of the listing or an event.
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            address: try fields.string("address"),
            name: try fields.string("name"),
            input: try fields.optionalInteger("input")
        )
    }
}

extension CommandSummary {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            name: try fields.string("name"),
            usage: try fields.string("usage"),
            summary: try fields.string("summary")
        )
    }
}

extension CommandExplanation {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            usage: try fields.string("usage"),
            summary: try fields.string("summary"),
            parameters: try fields.entries("parameters") { fields throws(RequestError) in
                Parameter(
                    name: try fields.string("name"),
                    type: try fields.string("type"),
                    isRequired: try fields.flag("required"),
                    description: try fields.string("description")
                )
            },
            discussion: try fields.optionalString("discussion")
        )
    }
}

extension DaemonVersion {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            version: try fields.string("version"),
            protocolVersion: try fields.integer("protocol"),
            processID: try fields.integer("pid")
        )
    }
}
