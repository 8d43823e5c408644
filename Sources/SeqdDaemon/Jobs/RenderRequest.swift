import ControlProtocol
import Effects
import Platform
import Playback
import SamplerHost
import Sequencer

/// A render job that a client asks for, with the samplers that play.
@EventLoop
struct RenderRequest {
    let request: Command.Render
    /// The reading options.
    let options: PlaySettings
    /// The settings of the daemon.
    let settings: TransportSettings
    let loader: PieceLoader
    let mixer: DaemonMixer

    private var rate: Int { request.rate ?? loader.rate }

    /// Makes the work.
    ///
    /// - Throws: −32602 for settings that do not fit, 64, 66, 73 or 77 for files.
    func work() throws(RequestError) -> RenderWork {
        let policy = settings.policy
        do throws(RequestError) {
            let source = try policy.resolved(request.source)
            guard FileStatus(source) != nil else {
                throw RequestError(.noInput, "\(source): \(SystemError.text())")
            }
            try RequestError.catching { () throws(PlaybackError) in
                try RegularFile.check(source)
            }
        } catch {
            throw RequestError(number: error.number, "source: \(error.message)")
        }
        let target = try RenderTarget(request, rate: rate, policy)
        let instruments = loader.fonts.instruments
        if request.stems == .tracks, instruments.rack != nil {
            throw .arguments(
                "stems: \"tracks\": each track has a sampler, so there may be no rack and no routes; "
                    + "samplers is possible"
            )
        }
        let areNamedByClient = loader.fonts.areNamedByClient
        return RenderWork(
            request.source,
            to: target,
            try rendering(to: target, instruments),
            clientFiles: areNamedByClient
                ? instruments.fonts.map(\.path) + instruments.tuningFiles : [],
            loader.policy,
            hint: settings.fileHint
        )
    }

    private func rendering(
        to target: RenderTarget,
        _ instruments: Instruments
    ) throws(RequestError) -> RenderingSettings {
        var rack = mixer.mixed(instruments.rack ?? instruments.plainRack)
        rack.silentStrips = Set(mixer.strips)
        guard rack.midiOutputs == 0 else {
            throw .arguments(
                "the rules lead to MIDI outputs, which have no sound to write; unroute them first"
            )
        }
        let normalization = request.normalization.map(Normalization.init)
        var engine = EngineSettings(sampler: instruments.fontSampler)
        engine.rate = rate
        engine.effects = rack.effects[RackSettings.mainEffects] ?? settings.effects
        engine.inserts = rack.inserts
        engine.gain = normalization == nil ? mixer.gain : 0
        engine.limiter = settings.limiter
        engine.outputs = rack.assignments
        engine.tail = TailPolicy(request.tail ?? .auto, rate: engine.rate)
        if normalization != nil, engine.outputs.pairCount > 1 {
            throw .arguments("normalize: levels output 1-2 only; parts play on other outputs")
        }
        var rendering = RenderingSettings(
            rack: rack,
            engine: engine,
            type: target.type,
            format: target.format,
            embeddedFontRemedy: "with embedded-font=off"
        )
        rendering.play = options
        rendering.play.start = request.start
        rendering.play.end = request.end
        rendering.play.speed = request.speed ?? .normal
        rendering.play.variSpeed = request.variSpeed ?? .normal
        if let problem = rendering.play.paceProblem { throw .arguments(problem) }
        rendering.play.tempo = request.tempo
        rendering.play.transpose = request.transpose ?? 0
        rendering.names = Piece.SettingNames(
            start: "from",
            end: "to",
            maximumLength: "max-length"
        )
        rendering.normalization = normalization
        if let length = request.maximumLength { rendering.maximumLength = length }
        rendering.stems = request.stems.flatMap { RenderStems.Kind(rawValue: $0.rawValue) }
        rendering.map = ChannelMap(pairs: engine.outputs.pairCount)
        rendering.mayReplace = request.replaces
        // Those of further ports, which the rack does not have.
        rendering.strips = mixer.settings.strips.filter { !rack.stripNames.contains($0.key) }
        try RequestError.catching { () throws(HostError) in
            try target.type.check(channels: rendering.map.count)
        }
        return rendering
    }
}

extension TailPolicy {
    /// The tail that a request asks for.
    fileprivate init(_ tail: RenderTail, rate: Int) {
        self =
            switch tail {
            case .auto: .auto
            case .none: .none
            case .seconds(let seconds): .frames(Int64((seconds * Double(rate)).rounded()))
            }
    }
}
