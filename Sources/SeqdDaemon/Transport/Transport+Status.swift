import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// What is told about it all.
extension Transport {
    /// How things stand.
    func status() -> DaemonStatus {
        let figures = engine.takeFigures()
        var status = DaemonStatus()
        status.state = state
        status.file = currentPath
        status.entry = queue.currentIndex.map { $0 + 1 }
        status.entries = queue.entries.count
        status.position = position()
        status.lengthSeconds = queue.current?.length.seconds(at: arrangement.tempo)
        if let song, let position = status.position {
            status.bpm = song.sequence.tempoMap.beatsPerMinute(atTick: position.ticks)
        }
        status.speed = playback.speed.description
        status.tempo = arrangement.tempo?.description ?? "off"
        status.loop = loop.description
        status.loopCount = loop == .off ? nil : playback.loopCount
        status.hasMetronome = playback.isMetronomeOn
        status.chasesNotes = playback.chasesNotes
        status.isWatching = fileWatch != nil
        status.versionTime = fileWatch == nil ? nil : versions.time
        if let sequence = song?.sequence {
            status.waiting = actions.waiting.map { action in
                DaemonStatus.Waiting(
                    action: action.number,
                    command: action.payload.name,
                    position: position(atFrame: action.frame, in: sequence).text,
                    due: action.frame
                )
            }
        }
        status.gain = gain
        status.muted = names(of: playback.muted)
        status.soloed = names(of: playback.soloed)
        status.transpose = playback.semitones
        // Asleep it renders nothing; the last figures are those of the silence before.
        let isAsleep = engine.isAsleep
        status.voices = isAsleep ? 0 : figures.voices
        status.xruns = figures.xruns
        status.load = isAsleep ? 0 : figures.load
        status.peak = Decibels.level(Double(figures.peak))
        status.fonts = fonts.settings.fonts.map(\.description)
        status.substitutions = substitutions.map(PresetReplacement.init)
        status.device = output.name
        status.output = outputState
        status.rate = rate
        let live = live?.status
        status.sources = sources(of: live)
        status.sequencer =
            switch live?.sequencer {
            case .available(let client)?: "client \(client), \(settings.live.clientName)"
            case .unavailable(let error)?: error.description
            case .unused?, nil: "not used"
            }
        return status
    }

    /// Where playing is; `nil` when nothing is loaded.
    func position() -> TransportPosition? {
        song.map { position(atFrame: place, in: $0.sequence) }
    }

    /// A place in every unit.
    func position(atFrame frame: Int64, in sequence: PreparedSequence) -> TransportPosition {
        let tick = sequence.tempoMap.tick(atFrame: frame, rate: rate)
        let bar = sequence.meterMap.position(atTick: tick)
        let seconds = Double(frame) / Double(rate)
        return TransportPosition(
            seconds: seconds,
            frames: frame,
            ticks: tick,
            text: bar?.description
                ?? TimeText.text(frames: frame, rate: rate)
        )
    }

    private func names(of selection: Selection) -> [String] {
        guard let sequence = song?.sequence else { return [] }
        let tracks = selection.tracks.sorted().map { "track:\($0 + 1)" }
        var channels: [String] = []
        for (port, bits) in selection.channels.enumerated() {
            for channel in 0..<16 where bits >> UInt16(channel) & 1 == 1 {
                let number =
                    sequence.ports.count > 1 ? "\(Int(sequence.ports[port]) + 1)/" : ""
                channels.append("ch:\(number)\(channel + 1)")
            }
        }
        return tracks + channels
    }

    /// The sounds of the SoundFonts.
    func presets() -> [Preset] { livePresets }

    /// The names of the sources that are connected: of ports `CLIENT: PORT`, of raw inputs the path.
    private func sources(of status: LiveInputStatus?) -> [String] {
        guard let status else { return [] }
        return status.ports.filter(\.isConnected).map { "\($0.clientName): \($0.name)" }
            + status.raw.filter { $0.state == .open }.map(\.source.path)
    }

    /// The MIDI ports that can be heard, and the raw sources.
    func ports() -> [PortEntry] {
        guard let status = live?.status else { return [] }
        let ports = status.ports.flatMap { port in
            let inputs: [Int?] = port.inputs.isEmpty ? [nil] : port.inputs.map { $0 + 1 }
            return inputs.map { input in
                PortEntry(
                    address: port.address.description,
                    name: "\(port.clientName): \(port.name)",
                    input: input
                )
            }
        }
        let raw = status.raw.map { source in
            PortEntry(
                address: source.source.path,
                name: source.state.words,
                input: source.state == .open ? source.source.input + 1 : nil
            )
        }
        return ports + raw
    }
}

extension RawSourceStatus.State {
    /// The state in words.
    var words: String {
        switch self {
        case .waiting: "waiting for a writer"
        case .open: "open"
        case .absent(let reason): "absent: \(reason)"
        }
    }
}

extension SoundFontReference {
    /// The font as it is named on a command line.
    var description: String { bankOffset == 0 ? path : "\(path)+\(bankOffset)" }
}
