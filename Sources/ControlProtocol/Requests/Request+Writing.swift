import Racks
import Sequencer

extension Request {
    /// The values of the arguments by the names of their parameters; absent ones left out.
    var arguments: [String: [ArgumentValue]] {
        switch self {
        case .next, .previous, .queue, .shuffle, .clear, .toggle, .pause, .stop, .panic, .why,
            .begin,
            .end, .discard,
            .playlists, .maps, .rack, .unloadRack, .strips, .effects, .status, .ports,
            .taps, .recordStop, .outputs, .jobs, .ping, .version, .stats, .whoami, .discover,
            .reloadConfig,
            .quit:
            return [:]
        case .play(let files, let countIn):
            var values = Self.values(of: files)
            values["count-in"] = countIn.map { [.integer($0)] }
            return values
        case .enqueue(let files): return Self.values(of: files)
        case .insert(let files, let position):
            var values = Self.values(of: files)
            values["position"] = position.map { [.integer($0)] }
            return values
        case .jump(let entry): return ["entry": [.entry(entry)]]
        case .remove(let first, let last):
            return ["first": [.entry(first)], "last": last.map { [.entry($0)] } ?? []]
        case .move(let entry, let position):
            return ["entry": [.entry(entry)], "position": [.integer(position)]]
        case .swap(let first, let second):
            return ["first": [.entry(first)], "second": [.entry(second)]]
        case .repeat(let isOn), .single(let isOn), .random(let isOn), .consume(let isOn):
            return [name.rawValue: [.flag(isOn)]]
        case .continue(let countIn):
            return ["count-in": countIn.map { [.integer($0)] } ?? []]
        case .seek(let position): return ["position": [.position(position)]]
        case .seekBy(let offset): return ["position": [.offset(offset)]]
        case .speed(let speed): return ["speed": [.speed(speed)]]
        case .loop(let setting, let count):
            return ["loop": [.loop(setting)], "loop-count": count.map { [.integer($0)] } ?? []]
        case .seekLyric(let text): return ["text": [.text(text)]]
        case .tempo(let tempo): return ["tempo": [.tempo(tempo)]]
        case .practice(let settings): return settings?.values ?? ["practice": [.off]]
        case .ramp(let ramp): return ["ramp": [.ramp(ramp)]]
        case .follow(let settings): return Self.values(of: settings)
        case .map(let map): return map.values
        case .learn(let map, let seconds): return map.values(learning: seconds)
        case .unmap(let number): return ["map": number.map { [.integer($0)] } ?? []]
        case .metronome(let isOn): return ["metronome": [.flag(isOn)]]
        case .cancel(let action): return ["action": action.map { [.integer($0)] } ?? []]
        case .chaseNotes(let isOn): return ["chase-notes": [.flag(isOn)]]
        case .watch(let time):
            return [
                "watch": [.flag(time != nil)],
                "watch-at": time.map { [.versionTime($0)] } ?? [],
            ]
        case .save(let name, let replaces):
            return ["name": [.playlist(name)], "replace": replaces ? [.flag(true)] : []]
        case .load(let name, let encoding, let embeddedFont):
            return [
                "name": [.playlist(name)],
                "encoding": encoding.map { [.encoding($0)] } ?? [],
                "embedded-font": embeddedFont.map { [.flag($0)] } ?? [],
            ]
        case .deletePlaylist(let name): return ["name": [.playlist(name)]]
        case .gain(let decibels): return ["gain": [.number(decibels)]]
        case .mute(let selectors), .unmute(let selectors):
            return ["selectors": Self.values(of: selectors)]
        case .solo(let selectors):
            return ["selectors": selectors.map { Self.values(of: $0) } ?? [.off]]
        case .transpose(let semitones): return ["transpose": [.integer(semitones)]]
        case .loadFonts(let fonts, let isStrict):
            return ["fonts": fonts.map { .font($0) }, "strict": isStrict ? [.flag(true)] : []]
        case .loadRack(let path): return ["path": [.path(SourcePath(path))]]
        case .route(let routes), .unroute(let routes):
            return ["routes": routes.map { .text($0) }]
        case .presets(let sampler): return ["sampler": sampler.map { [.text($0)] } ?? []]
        case .strip(let name, let change):
            return Self.values(of: change).merging(["name": [.text(name)]]) { $1 }
        case .effect(let bus, let reverb, let chorus):
            return [
                "bus": bus.map { [.text($0)] } ?? [], "reverb": reverb.map { [.text($0)] } ?? [],
                "chorus": chorus.map { [.text($0)] } ?? [],
            ]
        case .program(let channel, let preset):
            return ["channel": [.channel(channel)], "preset": [.preset(preset)]]
        case .note(let note):
            return [
                "channel": [.channel(note.channel)], "key": [.integer(note.key)],
                "velocity": [.integer(note.velocity)],
                "seconds": note.seconds.map { [.number($0)] } ?? [],
            ]
        case .controlChange(let change):
            return [
                "channel": [.channel(change.channel)], "number": [.integer(change.number)],
                "value": [.integer(change.value)],
            ]
        case .midi(let bytes, let input):
            return ["bytes": [.bytes(bytes)], "input": input == 0 ? [] : [.integer(input + 1)]]
        case .tap(let tap): return tap.values
        case .untap(let tap): return ["tap": [.integer(tap)]]
        case .record(let request): return request.values
        case .capture(let request): return request.values
        case .device(let name): return ["name": [.text(name)]]
        case .connect(let pattern), .disconnect(let pattern): return ["pattern": [.text(pattern)]]
        case .render(let request): return request.values
        case .cancelJob(let job): return ["job": [.integer(job)]]
        case .logLevel(let level): return ["log-level": [.logLevel(level)]]
        case .help(let name): return ["command": name.map { [.text($0.rawValue)] } ?? []]
        case .subscribe(let types, let positionRate, let levelsRate):
            return [
                "types": Self.values(of: types),
                "position": positionRate.map { [.number($0)] } ?? [],
                "levels": levelsRate.map { [.number($0)] } ?? [],
            ]
        case .unsubscribe(let types): return ["types": Self.values(of: types)]
        }
    }

    private static func values(of files: FileRequest) -> [String: [ArgumentValue]] {
        [
            "path": files.sources.map { .path($0) },
            "encoding": files.encoding.map { [.encoding($0)] } ?? [],
            "embedded-font": files.embeddedFont.map { [.flag($0)] } ?? [],
        ]
    }

    private static func values(of change: StripChange) -> [String: [ArgumentValue]] {
        var values: [String: [ArgumentValue]] = [:]
        for (parameter, value) in change {
            values[parameter.name] =
                switch (value, parameter.kind) {
                case (.number(let number), .level): [.level(number)]
                case (.number(let number), _): [.number(number)]
                case (.integer(let number), _): [.integer(number)]
                case (.flag(let isOn), _): [.flag(isOn)]
                }
        }
        return values
    }

    static func values(of selectors: SelectorSet) -> [ArgumentValue] {
        selectors.selectors.map { .selectors(SelectorSet([$0])) }
    }

    private static func values(of types: Set<EventType>) -> [ArgumentValue] {
        types.count == EventType.allCases.count
            ? [.events(types)]
            : EventType.allCases.filter(types.contains).map { .events([$0]) }
    }
}

extension SelectorSet {
    fileprivate init(_ selectors: [Selector]) {
        self.init()
        self.selectors = selectors
    }
}
