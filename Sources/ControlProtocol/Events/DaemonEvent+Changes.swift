import JSON

extension JSONObject {
    mutating func set(_ change: SettingChange) {
        set("name", change.name)
        set("strip", change.strip)
        set("bus", change.bus)
        set("old", change.old?.json)
        set("new", change.new?.json)
    }

    mutating func set(_ change: QueueChange) {
        set("version", change.version)
        set("old", change.old)
        set("new", change.new)
    }

    mutating func set(_ change: RackChange) {
        set("change", change.change.rawValue)
        switch change.part {
        case .file(let path): set("file", path)
        case .font(let font): set("font", font)
        case .sampler(let name): set("sampler", name)
        case .route(let route): set("route", route)
        }
    }
}

extension SettingChange {
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            try fields.string("name"),
            strip: try fields.optionalString("strip"),
            bus: try fields.optionalString("bus"),
            old: try fields.optionalSetting("old"),
            new: try fields.optionalSetting("new")
        )
    }
}

extension QueueChange {
    init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            version: try fields.integer("version"),
            old: try fields.integer("old"),
            new: try fields.integer("new")
        )
    }
}

extension RackChange {
    init(_ fields: JSONFields) throws(RequestError) {
        let change: Change = try fields.word("change")
        if let path = try fields.optionalString("file") {
            self.init(change, .file(path))
        } else if let font = try fields.optionalString("font") {
            self.init(change, .font(font))
        } else if let name = try fields.optionalString("sampler") {
            self.init(change, .sampler(name))
        } else {
            self.init(change, .route(try fields.string("route")))
        }
    }
}
