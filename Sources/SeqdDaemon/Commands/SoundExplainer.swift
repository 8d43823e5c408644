import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Wording

/// Explains which notes sound and which parts are silent, and why.
@EventLoop
struct SoundExplainer {
    let transport: Transport

    private var run: PlayRun { transport.run }

    /// Explains what is heard and what is not.
    ///
    /// - Returns: The explanation, when the audio thread has told what sounds.
    /// - Throws: Status 75 if it does not answer.
    func explain() async throws -> SoundReport {
        report(of: try await transport.devices.surveys.ask())
    }

    private func report(of survey: SoundSurvey) -> SoundReport {
        var report = SoundReport()
        let music = survey.item == nil ? nil : run.piece
        let holders = SoundHolders(survey, in: music, until: run.playback.position, rate: run.rate)
        report.notes = survey.keys.map { key in
            SoundReport.Note(
                sampler: name(of: key.place),
                channel: key.place.channel + 1,
                key: Int(key.key),
                voices: key.voices,
                causes: holders.causes(of: key)
            )
        }
        report.silences =
            silences
            + survey.silentChannels.map { silent in
                SoundReport.Silence(
                    "\(name(of: silent.place))/\(silent.place.channel + 1)",
                    silent.controller == 7 ? "its volume (CC7) is 0" : "its expression (CC11) is 0"
                )
            }
        report.alterations = alterations
        return report
    }

    /// The parts that sound otherwise than they are written or set.
    private var alterations: [SoundReport.Silence] {
        var alterations = transport.instruments.substitutions.compactMap { missing in
            missing.substitute.map { preset in
                SoundReport.Silence(
                    "preset \(missing.bank):\(missing.program)",
                    "missing from the SoundFonts; \(preset.bank):\(preset.program) "
                        + "\(preset.name) plays instead"
                )
            }
        }
        let reduction = run.engine.gainReduction
        if reduction >= Self.audibleReduction {
            alterations.append(
                SoundReport.Silence(
                    "strip \(Engine.masterTap)",
                    "the limiter has reduced peaks by up to \(NumberText.decimal(reduction)) dB "
                        + "since the last status"
                )
            )
        }
        return alterations
    }

    /// The gain reduction in dB from which the limiter is worth mentioning.
    private static let audibleReduction = 0.1
    /// The gain in dB below which a strip is hardly heard.
    private static let lowestGain = -40.0

    private func name(of place: SoundSurvey.Place) -> String {
        run.engine.stripName(ofSampler: place.sampler, rack: place.rack) ?? "sampler"
    }

    /// The parts that are silent for other reasons than controllers.
    private var silences: [SoundReport.Silence] {
        var silences: [SoundReport.Silence] = []
        func add(_ part: String, _ reason: String?) {
            if let reason { silences.append(SoundReport.Silence(part, reason)) }
        }
        add("output", transport.devices.warning)
        let pause = run.state == .paused ? run.sourceWait ?? "paused" : "stopped"
        add("music", run.state == .playing ? nil : pause)
        if let piece = run.piece {
            silences += run.playback.silentParts(of: piece).map { .init($0, $1) }
        }
        for finding in run.piece?.piece.routed?.findings ?? [] {
            if case .unheard = finding { add("music", finding.description) }
        }
        let played = transport.instruments.loader.fonts.instruments
        for (number, rule) in (played.rack?.rules ?? []).enumerated() {
            guard let name = rule.sourceName,
                !(transport.inputs.status?.hasSource(named: name) ?? false)
            else { continue }
            add(played.name(ofRule: number), "no live source \"\(name)\" is connected")
        }
        for output in played.rack?.outputNames ?? [] {
            add(output, transport.inputs.silence(ofOutput: output))
        }
        for missing in transport.instruments.substitutions where missing.substitute == nil {
            add(
                "preset \(missing.bank):\(missing.program)",
                "missing from the SoundFonts, and nothing plays instead"
            )
        }
        for name in transport.mixer.strips {
            add("strip \(name)", run.engine.silence(ofStrip: name))
        }
        for entry in transport.mixer.stripSettings() where !entry.settings.isMuted {
            let gain = entry.settings.gain
            guard gain.isFinite, gain < Self.lowestGain else { continue }
            add("strip \(entry.name)", "its gain is \(NumberText.decimal(gain)) dB")
        }
        add("strip \(Engine.masterTap)", transport.mixer.isMasterMuted ? "muted" : nil)
        return silences
    }
}
