import ControlProtocol
import Effects
import Playback
import SamplerHost
import Sequencer

/// The daemon's state for clients.
extension Transport {
    /// The state, without the number of clients.
    func status() -> DaemonStatus {
        let figures = run.engine.takeFigures()
        var status = settingsStatus()
        status.state = run.state
        status.file = run.path
        status.entry = queue.list.currentIndex.map { $0 + 1 }
        status.entries = queue.list.entries.count
        status.queueVersion = queue.list.version
        status.position = run.position()
        status.lengthSeconds = queue.list.current?.length.seconds(at: run.arrangement.tempo)
        if let sequence = piece?.sequence {
            status.bpm = status.position.map {
                sequence.tempoMap.beatsPerMinute(atTick: $0.ticks)
            }
            status.waiting = run.waiting
        }
        status.following = run.following.status
        status.practising = controls.practising
        if let bpm = status.following?.bpm {
            // The file's own tempo does not count.
            status.bpm = bpm
        }
        // Asleep, the engine keeps the figures of the silence before.
        let isAsleep = run.engine.isAsleep
        status.voices = isAsleep ? 0 : figures.voices
        status.xruns = figures.xruns
        status.load = isAsleep ? 0 : figures.load
        let times = figures.renderTimes
        status.renderTimes = DaemonStatus.RenderTimes(
            late: times.late,
            median: times.median,
            percentile99: times.percentile99,
            longest: times.longest
        )
        status.peak = Decibels.level(Double(figures.peak))
        status.gainReduction = figures.gainReduction
        let sounding = instruments.loader.fonts.instruments
        status.fonts = sounding.restFonts.map(\.description)
        status.samplers = (sounding.rack?.allSamplers ?? []).map {
            DaemonStatus.Sampler(name: $0.name, engine: $0.settings.engine)
        }
        status.substitutions = instruments.substitutions.map(PresetReplacement.init)
        let plugins = run.engine.plugins
        status.plugins = plugins.map(DaemonStatus.Plugin.init)
        status.warnings = plugins.compactMap(\.warning)
        devices.add(to: &status)
        status.sources = inputs.status?.connectedSources ?? []
        status.sequencer = inputs.sequencerText
        status.recording = recording.target
        status.recordedNotes = recording.notes
        return status
    }

    /// A status with the settings only: the values that clients can set.
    func settingsStatus() -> DaemonStatus {
        var status = DaemonStatus()
        let settings = run.settings
        status.speed = settings.speed.description
        status.variSpeed = settings.variSpeed.description
        status.tempo = settings.tempo?.description ?? "off"
        status.loop = settings.loop.description
        status.loopCount = settings.loop == .off ? nil : settings.loopCount
        status.hasMetronome = settings.hasMetronome
        status.chasesNotes = settings.chasesNotes
        status.transpose = settings.transpose
        status.gain = mixer.gain
        let level = instruments.loader.level
        status.level = level.map { RenderLevel($0).description } ?? "off"
        status.levelGain = level == nil ? nil : piece?.rack.gain
        status.engine = instruments.loader.fonts.instruments.restEngine
        if let sequence = piece?.sequence {
            status.muted = selectors(of: run.playback.muted, in: sequence)
            status.soloed = selectors(of: run.playback.soloed, in: sequence)
        }
        status.isRepeating = queue.list.modes.isRepeating
        status.isSingle = queue.list.modes.isSingle
        status.isRandom = queue.list.modes.isRandom
        status.isConsuming = queue.list.modes.isConsuming
        status.crossfade = queue.list.modes.crossfade
        status.isWatching = queue.versions.isOn
        status.versionTime = queue.versions.isOn ? queue.versions.time : nil
        status.practice = run.playback.practice?.settings.words ?? "off"
        status.ramp = run.playback.ramp?.ramp.description ?? "off"
        status.follow = run.following.settings?.source.rawValue ?? "off"
        status.logLevel = LogLevel(reporter.logLevel)
        status.device = devices.name
        return status
    }

    /// The selectors of parts, each with its number.
    func selectors(of selection: Selection, in sequence: PreparedSequence) -> [String] {
        let tracks = selection.tracks.sorted().map { Selector.track($0 + 1) }
        var channels: [Selector] = []
        for (port, bits) in selection.channels.enumerated() {
            for channel in 0..<16 where bits >> UInt16(channel) & 1 == 1 {
                channels.append(sequence.selector(ofChannel: channel, port: port))
            }
        }
        return (tracks + channels).map(\.description)
    }
}

extension DaemonStatus.Plugin {
    /// A plugin as the engine has it.
    fileprivate init(_ plugin: PluginReading) {
        self.init(
            strip: plugin.strip,
            insert: plugin.number,
            name: plugin.name,
            meanPercent: plugin.meanLoad * 100,
            longestPercent: plugin.longestLoad * 100
        )
    }
}

extension SoundFontReference {
    /// The font as it is named on a command line.
    var description: String { bankOffset == 0 ? path : "\(path)+\(bankOffset)" }
}
