import Effects
import Playback
import SamplerHost

/// The settings that differ between a running daemon and what its configuration says now, by the names
/// of their options.
struct SettingsDifference: Hashable {
    /// The settings that change while the daemon runs.
    let changed: [String]
    /// The settings that need a restart.
    let fixed: [String]

    /// Compares settings.
    init(from old: TransportSettings, to new: TransportSettings) {
        changed = [
            ("sf2", old.sampler.fonts == new.sampler.fonts),
            ("gain", old.gain == new.gain),
            ("level", old.level == new.level),
            ("reverb", old.effects.reverb == new.effects.reverb),
            ("chorus", old.effects.chorus == new.effects.chorus),
            ("engine", old.sampler.engine == new.sampler.engine),
            ("bank-mode", old.sampler.bankMode == new.sampler.bankMode),
            ("interpolation", old.sampler.interpolation == new.sampler.interpolation),
            ("polyphony", old.sampler.polyphony == new.sampler.polyphony),
            ("half-pedal", old.sampler.halfPedal == new.sampler.halfPedal),
            ("note-cut", old.sampler.noteCut == new.sampler.noteCut),
            ("tuning", old.sampler.tuning == new.sampler.tuning),
            ("encoding", old.piece.encoding == new.piece.encoding),
            ("embedded-font", old.piece.usesEmbeddedFont == new.piece.usesEmbeddedFont),
            ("connect", old.live.rules(.input) == new.live.rules(.input)),
            ("out", old.live.rules(.output) == new.live.rules(.output)),
            ("follow", old.follow == new.follow),
            ("control", old.controls == new.controls),
            ("on-device-loss", old.lossAction == new.lossAction),
            ("log-level", old.logLevel == new.logLevel),
        ].filter { !$1 }.map(\.0)
        let engine = [
            ("device", old.deviceNames == new.deviceNames),
            ("rate", old.rate == new.rate),
            ("rack, route, program, change, insert or drums", old.rack == new.rack),
            ("period", old.period == new.period),
            ("periods", old.periods == new.periods),
            ("format", old.format == new.format),
            ("map", old.map == new.map),
            ("pair", old.outputs == new.outputs),
            ("limiter", old.limiter == new.limiter),
            ("idle", old.idleSeconds == new.idleSeconds),
            ("latency", old.latency == new.latency),
            ("name", old.live.clientName == new.live.clientName),
            ("inputs", old.live.inputs == new.live.inputs),
            ("raw", old.live.raw == new.live.raw),
            ("send-clock", old.sync.clockOutput == new.sync.clockOutput),
            ("send-mtc", old.sync.timeCode == new.sync.timeCode),
            ("midi-outs", old.live.outputs == new.live.outputs),
            ("midi-offset", old.live.outputOffset == new.live.outputOffset),
            ("allow-path", old.policy == new.policy),
        ].filter { !$1 }.map(\.0)
        fixed = engine + new.others.keys.filter { old.others[$0] != new.others[$0] }.sorted()
    }
}

extension LiveInputSettings {
    /// The connection rules of inputs or of outputs.
    fileprivate func rules(_ kind: PortKind) -> [ConnectionRule] {
        connections.filter { $0.kind == kind }
    }
}

extension TransportSettings {
    /// The devices, with the pairs of those after the first.
    fileprivate var deviceNames: [String] {
        [device?.device ?? ""] + further.map { "\($0.device.device)=\($0.pair.text)" }
    }
}
