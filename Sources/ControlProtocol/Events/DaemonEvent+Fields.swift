import JSON

extension DaemonEvent {
    /// The name of the type in both dialects.
    var typeName: String { type?.rawValue ?? Self.lagName }

    static let lagName = "lagged"

    /// The field with a time of the clock.
    static let clockField = "heard"

    /// The fields, in the same order in both dialects.
    var fields: [JSONObject.Member] {
        var fields = JSONObject()
        switch self {
        case .transport(let change):
            fields.set("change", change.change.rawValue)
            fields.set("state", change.state.rawValue)
            fields.set("file", change.file)
            fields.set("entry", change.entry)
        case .position(let position, let heard):
            fields.set("position", position.text)
            fields.set("seconds", position.seconds)
            fields.set("frames", position.frames)
            fields.set("ticks", position.ticks)
            fields.set(Self.clockField, heard)
        case .bar(let start):
            fields.set("bar", start.bar)
            fields.set("seconds", start.seconds)
            fields.set("frame", start.frame)
            fields.set(Self.clockField, start.heard)
        case .beat(let start):
            fields.set("bar", start.bar)
            fields.set("beat", start.beat)
            fields.set("seconds", start.seconds)
            fields.set("frame", start.frame)
            fields.set(Self.clockField, start.heard)
        case .meter(let change):
            fields.set("numerator", change.numerator)
            fields.set("denominator", change.denominator)
            fields.set(change.position)
        case .tempo(let change):
            fields.set("bpm", change.bpm)
            fields.set(change.position)
        case .marker(let text), .lyric(let text):
            fields.set("text", text.text)
            fields.set(text.position)
        case .trackEnd(let end):
            fields.set("track", end.track)
            fields.set("name", end.name)
            fields.set(end.position)
        case .note(let note): fields.set(note)
        case .chord(let chord): fields.set(chord)
        case .reload(let file):
            fields.set("file", file.file)
            fields.set("changes", file.changes)
        case .setting(let change): fields.set(change)
        case .queue(let change): fields.set(change)
        case .rack(let change): fields.set(change)
        case .action(let outcome): fields.set(outcome)
        case .error(let fault):
            fields.set("number", fault.number)
            fields.set("message", fault.message)
            fields.set("file", fault.file)
        case .substitution(let replacement, let file):
            for member in replacement.object.members { fields.set(member.key, member.value) }
            fields.set("file", file)
        case .output(let change):
            fields.set("state", change.output.word)
            if case .lost(let reason) = change.output { fields.set("reason", reason) }
            fields.set("lostSeconds", change.lostSeconds)
            fields.set("xruns", change.xruns)
        case .ports(let port):
            fields.set("change", port.isConnected ? "connected" : "gone")
            fields.set("address", port.address)
            fields.set("name", port.name)
            fields.set("input", port.input)
            fields.set("output", port.output)
        case .tap(let tap): tap.write(to: &fields)
        case .record(let change): change.write(to: &fields)
        case .job(let change): change.write(to: &fields)
        case .levels(let levels): fields.set(levels)
        case .follow(let status): status.write(to: &fields)
        case .practice(let change): change.write(to: &fields)
        case .midi(let message): message.write(to: &fields)
        case .lagged(let count): fields.set("count", count)
        }
        return fields.members
    }
}

extension JSONObject {
    fileprivate mutating func set(_ position: PassedPosition) {
        set("position", position.text)
        set("seconds", position.seconds)
        set("frame", position.frame)
        set(DaemonEvent.clockField, position.heard)
    }

    fileprivate mutating func set(_ outcome: ActionOutcome) {
        set("action", outcome.action)
        set("command", outcome.command)
        switch outcome.outcome {
        case .done(let frame):
            set("state", "done")
            set("due", outcome.due)
            set("frame", frame)
        case .failed(let error):
            set("state", "failed")
            set("due", outcome.due)
            set("number", error.number)
            set("message", error.message)
        case .cancelled(let reason):
            set("state", "cancelled")
            set("due", outcome.due)
            set("reason", reason)
        }
    }
}
