import ControlProtocol
import Playback
import SamplerHost

/// The events for clients, of values that they change among others.
extension Transport: EventSource {
    var events: (DaemonEvent) -> Void {
        get { reporter.onEvent }
        set { reporter.onEvent = newValue }
    }

    var drops: (Int, EventType) -> Void {
        get { reporter.onDrop }
        set { reporter.onDrop = newValue }
    }

    var wanted: Set<EventType> {
        get { reporter.wanted }
        set {
            reporter.wanted = newValue
            run.subscriptionsChanged()
            controllers.watch()
            // A new subscriber is told what changes from now on.
            reportChanges()
        }
    }

    func positionEvent() -> DaemonEvent? { run.positionEvent() }

    func takeLevels() -> LevelSnapshot? {
        engine.isAsleep ? nil : LevelSnapshot(taking: engine, mixer.strips)
    }

    /// Reports the values that have changed since the last call, to the clients that subscribe to
    /// them.
    func reportChanges() {
        let list = player.queue.list
        reporter.reportChanges(
            settings: settingValues(),
            ChangeWatch.Queue(version: list.version, count: list.entries.count),
            rack: rackParts()
        )
    }

    /// All settings that `status`, `strips` and `effects` show.
    private func settingValues() -> [ChangeWatch.Setting] {
        let playing = settingsStatus().settingValues.map {
            ChangeWatch.Setting(name: $0.name, value: $0.value)
        }
        let strips = mixer.stripSettings().flatMap { strip in
            strip.settingValues.map {
                ChangeWatch.Setting(name: $0.name, strip: strip.name, value: $0.value)
            }
        }
        let effects = mixer.effectsEntries().flatMap { bus in
            [("reverb", bus.reverb), ("chorus", bus.chorus)].map { name, text in
                ChangeWatch.Setting(name: name, bus: bus.name, value: .text(text))
            }
        }
        return playing + strips + effects
    }

    /// The SoundFonts, and the parts that `rack` shows.
    private func rackParts() -> [ChangeWatch.Part] {
        let listing = instruments.rackListing()
        let fonts = player.queue.loader.fonts.instruments.restFonts.map(\.description)
        let parts: [RackChange.Part] =
            [listing.file.map(RackChange.Part.file)].compactMap(\.self)
            + fonts.map(RackChange.Part.font) + listing.routes.map(RackChange.Part.route)
        return parts.map { ChangeWatch.Part(part: $0) }
            + listing.samplers.map {
                ChangeWatch.Part(part: .sampler($0.name), fonts: $0.fonts)
            }
    }
}
