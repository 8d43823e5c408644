public import Sequencer

extension SyncSettings {
    /// Reads the arguments of `follow` in words: `clock`, `mtc start=01:00:00`, `off`.
    ///
    /// - Parameter words: The arguments.
    /// - Returns: The settings; `nil` for `off`.
    /// - Throws: As `follow`.
    public static func following(words: String) throws(RequestError) -> SyncSettings? {
        guard case .follow(let settings) = try TimedRequest(words: "follow \(words)").request else {
            throw .internal("follow: not a source")
        }
        return settings
    }

    /// Reads the arguments of `follow`; `nil` for `off`.
    ///
    /// - Throws: `usage` for options of `off`, and for a start that is no time code.
    init?(_ arguments: Arguments) throws(RequestError) {
        let start = try arguments.optionalText("start")
        let seconds = start.flatMap(Self.start)
        if let start, seconds == nil {
            throw .arguments(
                "start: \(RequestError.quoted(start)): expected HH:MM:SS, 00:00:00 to 23:59:59"
            )
        }
        let word = try arguments.text("follow")
        let input = try arguments.optionalInteger("input")
        let freewheel = try arguments.optionalNumber("freewheel")
        guard let source = Source(rawValue: word) else {
            guard input == nil, freewheel == nil, start == nil else {
                throw .arguments("too many arguments: follow off takes no options")
            }
            return nil
        }
        guard source == .mtc || start == nil else {
            throw .arguments("start: only with mtc; a clock has no time code")
        }
        self.init(source)
        self.input = input.map { $0 - 1 }
        self.freewheel = freewheel ?? Self.usualFreewheel
        self.start = seconds ?? 0
    }
}

extension Request {
    /// The arguments of `follow`.
    static func values(of settings: SyncSettings?) -> [String: [ArgumentValue]] {
        guard let settings else { return ["follow": [.text("off")]] }
        var values: [String: [ArgumentValue]] = ["follow": [.text(settings.source.rawValue)]]
        if let input = settings.input { values["input"] = [.integer(input + 1)] }
        if settings.freewheel != SyncSettings.usualFreewheel {
            values["freewheel"] = [.number(settings.freewheel)]
        }
        if settings.start > 0 { values["start"] = [.text(settings.startText)] }
        return values
    }
}
