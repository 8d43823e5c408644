import ControlProtocol
import Playback
import SamplerHost
import Sequencer

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
        return report
    }

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
        add("strip \(Engine.masterTap)", transport.mixer.isMasterMuted ? "muted" : nil)
        return silences
    }
}
