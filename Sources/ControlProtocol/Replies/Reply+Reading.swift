extension JSONFields {
    /// The elements of a list of objects.
    func entries<Entry>(
        _ key: String,
        _ make: (JSONFields) throws(RequestError) -> Entry
    ) throws(RequestError) -> [Entry] {
        var entries: [Entry] = []
        for fields in try objects(key) { entries.append(try make(fields)) }
        return entries
    }
}

extension AddedFiles {
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            entry: try fields.optionalInteger("entry"),
            added: try fields.optionalInteger("added") ?? 1,
            skipped: try fields.strings("skipped"),
            warning: try fields.optionalString("warning")
        )
    }
}

extension ScheduledAction {
    init(_ fields: JSONFields) throws(RequestError) {
        let action = try fields.integer("action")
        self.init(action: action, due: try fields.integer64("due"))
    }
}

extension LoadedFonts {
    init(_ fields: JSONFields, isScheduled: Bool) throws(RequestError) {
        self.init(
            substitutions: try fields.entries("substitutions", PresetReplacement.init),
            warnings: try fields.strings("warnings"),
            scheduled: isScheduled ? try ScheduledAction(fields) : nil
        )
    }
}

extension QueueListing {
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            current: try fields.optionalInteger("current"),
            version: try fields.optionalInteger("version"),
            entries: try fields.entries("entries") { fields throws(RequestError) in
                QueueEntry(
                    path: try fields.string("path"),
                    seconds: try fields.number("seconds"),
                    id: try fields.optionalInteger("id") ?? 0
                )
            }
        )
    }
}

extension PlaylistEntry {
    init(_ fields: JSONFields) throws(RequestError) {
        let name = try fields.string("name")
        self.init(name: name, entries: try fields.integer("entries"))
    }
}

extension PresetEntry {
    init(_ fields: JSONFields) throws(RequestError) {
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
        let name = try fields.optionalString("presetName")
        self.init(try fields.preset("preset"), name: name, by: substitute)
    }
}

extension PortEntry {
    /// Reads a port of the listing or an event.
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            address: try fields.string("address"),
            name: try fields.string("name"),
            input: try fields.optionalInteger("input"),
            output: try fields.optionalInteger("output")
        )
    }
}

extension PortListing {
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            ports: try fields.entries("ports", PortEntry.init),
            // Older daemons have no outputs.
            receivers: try fields.entries("receivers", PortEntry.init),
            rules: try fields.strings("rules")
        )
    }
}

extension CommandSummary {
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            name: try fields.string("name"),
            usage: try fields.string("usage"),
            summary: try fields.string("summary")
        )
    }
}

extension CommandExplanation {
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            usage: try fields.string("usage"),
            summary: try fields.string("summary"),
            parameters: try fields.entries("parameters") { fields throws(RequestError) in
                Argument(
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
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            version: try fields.string("version"),
            protocolVersion: try fields.integer("protocol"),
            processID: try fields.integer("pid")
        )
    }
}

extension ClientIdentity {
    init(_ fields: JSONFields) throws(RequestError) {
        let name = try fields.string("role")
        guard let role = Permission(named: name) else {
            throw .internal("role: unknown: \(RequestError.quoted(name))")
        }
        self.init(
            role: role,
            user: try fields.integer("user"),
            processID: try fields.integer("pid")
        )
    }
}
