import ControlProtocol
import Racks
import Sequencer

/// The keys for levels, speed, and the selected track or strip.
extension MonitorKeys {
    /// Changes the gain of the selected strip, or in the other panels that of the output.
    func gain(_ change: Double) -> MonitorAction {
        guard controls.panel == .strips else {
            return .ask(Command.Gain(decibels: min(max((status.gain + change).rounded(), -60), 24)))
        }
        guard let strip = selectedStrip else { return noStrip }
        // From silence the way up begins where a strip is hardly audible.
        let gain = min(max((strip.gain + change).rounded(), -60), 12)
        return setting(.gain, of: strip, to: .number(gain))
    }

    func pan(_ change: Double) -> MonitorAction {
        guard controls.panel == .strips, let strip = selectedStrip else { return noStrip }
        let pan = min(max(strip.pan + change, -100), 100)
        return setting(.pan, of: strip, to: .number(pan))
    }

    private var selectedStrip: StripEntry? {
        guard let row = controls.selection(in: .strips, of: model) else { return nil }
        return model.strips?[row]
    }

    private func setting(
        _ parameter: StripParameter,
        of strip: StripEntry,
        to value: StripParameter.Value
    ) -> MonitorAction {
        .ask(Command.Strip(strip.name, [parameter: value]))
    }

    private var noStrip: MonitorAction {
        .say("select a strip first: Tab changes the panel")
    }

    func speed(_ direction: Int64) -> MonitorAction? {
        Speed(parsing: status.speed)?.stepped(direction).map { .ask(Command.SetSpeed($0)) }
    }

    private var selectedTrack: ListedTrack? {
        guard let row = controls.selection(in: .tracks, of: model) else { return nil }
        return model.tracks.known?.tracks[row]
    }

    func mute() -> MonitorAction {
        if controls.panel == .strips, let strip = selectedStrip {
            return setting(.mute, of: strip, to: .flag(!strip.isMuted))
        }
        guard controls.panel == .tracks, let track = selectedTrack else { return noTrack }
        guard model.isMuted(track) else {
            return selectors(["track:\(track.number)"], MonitorAction.mute)
        }
        // Muted by its own number, by its channels, or by both.
        let own = ["track:\(track.number)"] + track.channels.map(\.selector)
        return selectors(own.filter(status.muted.contains), MonitorAction.unmute)
    }

    func solo() -> MonitorAction {
        if controls.panel == .strips, let strip = selectedStrip {
            return setting(.solo, of: strip, to: .flag(!strip.isSoloed))
        }
        guard controls.panel == .tracks, let track = selectedTrack else { return noTrack }
        let own = ["track:\(track.number)"] + track.channels.map(\.selector)
        let others = status.soloed.filter { !own.contains($0) }
        let wanted = model.isSoloed(track) ? others : status.soloed + [own[0]]
        guard !wanted.isEmpty else { return .ask(Command.Solo(nil)) }
        return selectors(wanted) { .ask(Command.Solo($0)) }
    }

    /// Begins the command that gives the selected track another preset, whose name is to be typed.
    func instrument() -> MonitorAction {
        guard controls.panel == .tracks, let track = selectedTrack else {
            return .say("select a track first: Tab changes the panel")
        }
        if let refusal = model.refusal(of: Request(Command.SetProgram([]))) { return .say(refusal) }
        return .prompt("\(Command.SetProgram.name) track:\(track.number)=")
    }

    private var noTrack: MonitorAction {
        .say("select a track or a strip first: Tab changes the panel")
    }

    private func selectors(
        _ texts: [String],
        _ action: (SelectorSet) -> MonitorAction
    ) -> MonitorAction {
        do throws(SelectorError) {
            return action(try SelectorSet(parsing: texts))
        } catch {
            return .say("\(error)")
        }
    }
}

extension MonitorAction {
    fileprivate static func mute(_ selectors: SelectorSet) -> MonitorAction {
        .ask(Command.Mute(selectors))
    }

    fileprivate static func unmute(_ selectors: SelectorSet) -> MonitorAction {
        .ask(Command.Unmute(selectors))
    }
}
