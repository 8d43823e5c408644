import SMF
import SamplerHost

extension DaemonEvent {
    /// What happened to the transport.
    enum Change: String, Hashable, Sendable {
        /// A file plays from its start.
        case started
        /// Playing goes on after a pause or a stop.
        case continued
        case paused
        case stopped
        /// A file came to its end.
        case ended
        case located
        /// Speed, tempo, loop, gain, mutes, transposition, click, SoundFonts or the queue.
        case changed
    }

    /// The transport's state after a change of any kind; the position's timer runs by it.
    static func transport(
        _ change: Change,
        _ state: TransportStatus.State,
        file: String?,
        entry: Int?
    ) -> DaemonEvent {
        var event = DaemonEvent(.transport)
        event.set("change", change.rawValue)
        event.set("state", state.rawValue)
        event.set("file", file)
        event.set("entry", entry)
        return event
    }

    /// Where playing is.
    static func position(_ position: TransportPosition) -> DaemonEvent {
        var event = DaemonEvent(.position)
        event.set(position)
        event.set("frames", position.frames)
        event.set("ticks", position.ticks)
        return event
    }

    /// A bar begins.
    static func bar(_ bar: Int, _ position: TransportPosition) -> DaemonEvent {
        var event = DaemonEvent(.bar)
        event.set("bar", bar)
        event.set("seconds", position.seconds)
        return event
    }

    /// A beat begins.
    static func beat(_ bar: Int, _ beat: Int, _ position: TransportPosition) -> DaemonEvent {
        var event = DaemonEvent(.beat)
        event.set("bar", bar)
        event.set("beat", beat)
        event.set("seconds", position.seconds)
        return event
    }

    /// Another time signature holds.
    static func meter(_ meter: TimeSignature, _ position: TransportPosition) -> DaemonEvent {
        var event = DaemonEvent(.meter)
        event.set("numerator", Int(meter.numerator))
        event.set("denominator", meter.denominator)
        event.set(position)
        return event
    }

    /// Another tempo holds; at speed 1.
    static func tempo(_ beatsPerMinute: Double, _ position: TransportPosition) -> DaemonEvent {
        var event = DaemonEvent(.tempo)
        event.set("bpm", beatsPerMinute)
        event.set(position)
        return event
    }

    /// A track, from 1, has come to its end.
    static func trackEnd(
        _ track: Int,
        name: String?,
        _ position: TransportPosition
    ) -> DaemonEvent {
        var event = DaemonEvent(.trackEnd)
        event.set("track", track)
        event.set("name", name)
        event.set(position)
        return event
    }

    /// A marker is reached.
    static func marker(_ name: String, _ position: TransportPosition) -> DaemonEvent {
        text(.marker, name, position)
    }

    /// A syllable is to be sung.
    static func lyric(_ syllable: String, _ position: TransportPosition) -> DaemonEvent {
        text(.lyric, syllable, position)
    }

    /// What plays was read again, since its file has changed.
    static func reload(_ file: String, _ changes: String) -> DaemonEvent {
        var event = DaemonEvent(.reload)
        event.set("file", file)
        event.set("changes", changes)
        return event
    }

    /// What became of a command that waited for a place.
    ///
    /// - Parameters:
    ///   - action: The command.
    ///   - state: `done`, `failed` or `cancelled`.
    ///   - frame: The frame of the file at which it was done.
    ///   - failure: Why it failed.
    /// - Returns: The event.
    static func action(
        _ action: Transport.Action,
        _ state: String,
        frame: Int64? = nil,
        failure: RequestFailure? = nil
    ) -> DaemonEvent {
        var event = DaemonEvent(.action)
        event.set("action", action.number)
        event.set("command", action.command)
        event.set("state", state)
        event.set("due", action.frame)
        event.set("frame", frame)
        event.set("number", failure?.number)
        event.set("message", failure?.message)
        return event
    }

    /// Something failed that no answer told.
    static func error(_ failure: CommandFailure, file: String? = nil) -> DaemonEvent {
        var event = DaemonEvent(.error)
        event.set("number", Int(failure.status.rawValue))
        event.set("message", failure.message ?? failure.description)
        event.set("file", file)
        return event
    }

    /// A preset that the SoundFonts lack was selected.
    ///
    /// - Parameters:
    ///   - substitution: The preset and what sounds instead.
    ///   - file: The file that selects it; `nil` for a live input.
    /// - Returns: The event.
    static func substitution(_ substitution: PresetSubstitution, file: String?) -> DaemonEvent {
        var event = DaemonEvent(.substitution)
        event.set("preset", "\(substitution.bank):\(substitution.program)")
        event.set("substitute", substitution.substitute.map { "\($0.bank):\($0.program)" })
        event.set("name", substitution.substitute?.name)
        event.set("file", file)
        return event
    }

    /// The device's state, or (with it unchanged) that it ran dry.
    static func output(_ output: TransportStatus.Output, xruns: Int) -> DaemonEvent {
        var event = DaemonEvent(.output)
        switch output {
        case .running: event.set("state", "running")
        case .idle: event.set("state", "idle")
        case .lost(let reason):
            event.set("state", "lost")
            event.set("reason", reason)
        }
        event.set("xruns", xruns)
        return event
    }

    /// A MIDI source was connected or is gone.
    static func ports(_ port: PortEntry) -> DaemonEvent {
        var event = DaemonEvent(.ports)
        event.set("change", port.input == nil ? "gone" : "connected")
        event.set("address", port.address)
        event.set("name", port.name)
        event.set("input", port.input)
        return event
    }

    /// Adds where it happens.
    private mutating func set(_ position: TransportPosition) {
        set("position", position.text)
        set("seconds", position.seconds)
    }

    private static func text(
        _ type: EventType,
        _ text: String,
        _ position: TransportPosition
    ) -> DaemonEvent {
        var event = DaemonEvent(type)
        event.set("text", text)
        event.set(position)
        return event
    }
}
