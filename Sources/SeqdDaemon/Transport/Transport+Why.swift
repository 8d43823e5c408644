import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The notes that sound and why, and the parts that are silent and why.
extension Transport {
    /// The time in which the audio thread must answer.
    private static let surveyLimit = Duration.seconds(1)

    /// Explains what is heard and what is not.
    ///
    /// - Returns: The explanation, when the audio thread has told what sounds.
    /// - Throws: Status 75 if it does not answer.
    func explainSound() async throws -> SoundReport {
        // Asleep, nothing sounds; a question must not open the device.
        guard !engine.isAsleep else { return soundReport(SoundSurvey()) }
        let hung = RequestError(.busy, "the audio thread does not answer; try again")
        guard let number = engine.survey() else { throw hung }
        let survey = Pending<Void>()
        surveys[number] = survey
        let limit = EventLoop.clock.schedule(in: Self.surveyLimit) { [weak self] in
            self?.surveys.removeValue(forKey: number)?.fail(hung)
        }
        try await survey.value
        limit.cancel()
        return soundReport(engine.takeSurvey(number))
    }

    private func soundReport(_ survey: SoundSurvey) -> SoundReport {
        var report = SoundReport()
        let music = survey.item == nil ? nil : piece
        let holders = SoundHolders(survey, in: music, until: playback.position, rate: rate)
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
        engine.stripName(ofSampler: place.sampler, rack: place.rack) ?? "sampler"
    }

    /// The parts that are silent for other reasons than controllers.
    private var silences: [SoundReport.Silence] {
        var silences: [SoundReport.Silence] = []
        func add(_ part: String, _ reason: String?) {
            if let reason { silences.append(SoundReport.Silence(part, reason)) }
        }
        add("output", devices.warning)
        let pause = state == .paused ? sourceWait ?? "paused" : "stopped"
        add("music", state == .playing ? nil : pause)
        if let piece { silences += playback.silentParts(of: piece).map { .init($0, $1) } }
        for finding in piece?.piece.routed?.findings ?? [] {
            if case .unheard = finding { add("music", finding.description) }
        }
        let instruments = loader.fonts.instruments
        for (number, rule) in (instruments.rack?.rules ?? []).enumerated() {
            guard let name = rule.sourceName,
                !(inputs.status?.hasSource(named: name) ?? false)
            else { continue }
            add(instruments.name(ofRule: number), "no live source \"\(name)\" is connected")
        }
        for output in instruments.rack?.outputNames ?? [] {
            add(output, inputs.silence(ofOutput: output))
        }
        for missing in substitutions where missing.substitute == nil {
            add(
                "preset \(missing.bank):\(missing.program)",
                "missing from the SoundFonts, and nothing plays instead"
            )
        }
        for name in mixer.strips { add("strip \(name)", engine.silence(ofStrip: name)) }
        add("strip \(Engine.masterTap)", mixer.isMasterMuted ? "muted" : nil)
        return silences
    }
}
