import SoundFont

/// Reads presets of Apple's sampler, AUSampler: property lists with layers, zones and the files of
/// their samples.
public struct AUPresetReader {
    private let path: String
    private let root: PropertyList
    private let decoding: TextDecoding
    private var log = InstrumentLog()
    private var sources = SourceList()
    private var regions: [Region] = []
    /// The sample files by the number that zones name them with.
    private var files: [Int: PropertyList] = [:]

    /// The keys of a zone that are carried out, or that nothing is heard of.
    private static let zoneKeys: Set<String> = [
        "ID", "enabled", "loop enabled", "max key", "min key", "max vel", "min vel",
        "max velocity", "min velocity", "root key", "waveform", "gain", "pan", "coarse tune",
        "fine tune", "loop start", "loop end", "sample start", "sample end", "name",
    ]

    /// Reads a preset.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: Its name, for messages.
    ///   - decoding: Decodes text that is no UTF-8, names of files among it.
    /// - Returns: One program, 0:0.
    /// - Throws: A file that is not a property list, or not a sampler's.
    public static func read(
        _ bytes: [UInt8],
        path: String,
        decoding: TextDecoding = .latin
    ) throws(InstrumentError) -> InstrumentDescription {
        let root = try PropertyListReader.read(bytes, path: path, decoding: decoding)
        guard let layers = root["Instrument"]?["Layers"] else {
            throw InstrumentError(
                .notAnInstrument,
                InstrumentPosition(file: path, place: .line(root.line)),
                "no layers of a sampler: a preset of another audio unit"
            )
        }
        var reader = AUPresetReader(path: path, root: root, decoding: decoding)
        for layer in layers.elements { reader.read(layer) }
        guard !reader.regions.isEmpty else {
            throw InstrumentError(
                .empty,
                InstrumentPosition(file: path, place: .line(layers.line)),
                "no zone with a sample that is enabled"
            )
        }
        let name = root["name"]?.string ?? FilePath.stem(of: path)
        return InstrumentDescription(
            name: name,
            programs: [.init(name: name, regions: reader.regions)],
            sources: reader.sources.sources,
            diagnostics: reader.log.diagnostics
        )
    }

    private init(path: String, root: PropertyList, decoding: TextDecoding) {
        self.path = path
        self.root = root
        self.decoding = decoding
        guard let references = root["file-references"] else { return }
        for key in references.keys where key.hasPrefix("Sample:") {
            if let number = Int(key.dropFirst(7)) { files[number] = references[key] }
        }
    }

    private func position(_ value: PropertyList) -> InstrumentPosition {
        InstrumentPosition(file: path, place: .line(value.line))
    }

    private mutating func read(_ layer: PropertyList) {
        var model = Region(source: 0, position: position(layer))
        readEnvelope(layer, into: &model)
        readFilter(layer, into: &model)
        if let connections = layer["Connections"] { tellConnections(connections) }
        // 11: the release of a key is ignored.
        if layer["trigger mode"]?.number == 11 {
            model.loopMode = .oneShot
            model.set(.volumeRelease, 8_000)
        }
        for zone in layer["Zones"]?.elements ?? [] {
            guard regions.count < 65_000 else {
                log.addOnce(.error, position(zone), "Zones", "more than 65000 of them")
                return
            }
            read(zone, model)
        }
    }

    private mutating func read(_ zone: PropertyList, _ model: Region) {
        guard zone["enabled"]?.number != 0 else { return }
        guard let waveform = zone["waveform"]?.number.flatMap(Units.integer),
            let file = files[waveform], let name = file.string, !name.isEmpty
        else {
            log.add(
                .error,
                position(zone),
                "waveform",
                "no file of this number in 'file-references'; silent"
            )
            return
        }
        for key in zone.keys where !Self.zoneKeys.contains(key) {
            log.addOnce(.warning, position(zone[key] ?? zone), key, "not supported")
        }
        var region = model
        region.position = position(file)
        region.source = sources.index(ofFile: path(name), position(file))
        region.keys = range(zone, ["min key"], ["max key"])
        region.velocities = range(zone, ["min vel", "min velocity"], ["max vel", "max velocity"])
        region.rootKey = number(zone, ["root key"]).map { Int(min(max($0, 0), 127)) } ?? 60
        region.gain = (number(zone, ["gain"]) ?? 0) + (root["gain"]?.number ?? 0)
        // −100 … 100 in newer presets, −1 … 1 for the whole sampler.
        let pan = (number(zone, ["pan"]) ?? 0) / 100 + (root["pan"]?.number ?? 0)
        region.pan = min(max(pan, -1), 1)
        region.tuning =
            100 * ((number(zone, ["coarse tune"]) ?? 0) + (root["coarse tune"]?.number ?? 0))
            + (number(zone, ["fine tune"]) ?? 0) + (root["fine tune"]?.number ?? 0)
        region.start = integer(zone, "sample start") ?? 0
        region.end = integer(zone, "sample end").flatMap { $0 > 0 ? $0 : nil }
        region.loopStart = integer(zone, "loop start")
        region.loopEnd = integer(zone, "loop end").flatMap { $0 > 0 ? $0 : nil }
        if region.loopMode == nil {
            region.loopMode = zone["loop enabled"]?.number == 1 ? .continuous : Region.LoopMode.none
        }
        regions.append(region)
    }

    /// A path as the loader finds it: the first parts of an absolute one are another computer's.
    private func path(_ name: String) -> String {
        guard name.hasPrefix("file://") else { return name }
        let path = name.dropFirst(7)
        return decodingPercents(path.hasPrefix("localhost/") ? path.dropFirst(9) : path)
    }

    private func decodingPercents(_ text: Substring) -> String {
        guard text.contains("%") else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return decoding.text(bytes)
    }

    private func number(_ zone: PropertyList, _ keys: [String]) -> Double? {
        keys.lazy.compactMap { zone[$0]?.number }.first
    }

    private func integer(_ zone: PropertyList, _ key: String) -> Int? {
        zone[key]?.number.flatMap(Units.integer).map { max($0, 0) }
    }

    private func range(_ zone: PropertyList, _ low: [String], _ high: [String]) -> ZoneRange {
        ZoneRange(
            UInt8(min(max(number(zone, low) ?? 0, 0), 127)),
            UInt8(min(max(number(zone, high) ?? 127, 0), 127))
        )
    }

    /// The first envelope is that of the volume: delay, attack, hold, decay, sustain, release.
    private mutating func readEnvelope(_ layer: PropertyList, into region: inout Region) {
        let envelopes = layer["Envelopes"]?.elements ?? []
        for envelope in envelopes where envelope["ID"]?.number ?? 0 == 0 {
            guard envelope["enabled"]?.number != 0 else { continue }
            for stage in envelope["Stages"]?.elements ?? [] {
                let time = stage["time"]?.number ?? 0
                switch stage["stage"]?.number {
                case 0?:
                    region.set(.volumeDelay, Units.timecents(time, limit: 5_000), default: -12_000)
                case 1?: region.set(.volumeAttack, Units.timecents(time), default: -12_000)
                case 2?:
                    region.set(.volumeHold, Units.timecents(time, limit: 5_000), default: -12_000)
                case 3?: region.set(.volumeDecay, Units.timecents(time), default: -12_000)
                case 4?:
                    let level = min(max(stage["level"]?.number ?? 1, 0), 1)
                    region.set(.volumeSustain, min(-10 * Units.decibels(level), 1_440))
                case 5?: region.set(.volumeRelease, Units.timecents(time), default: -12_000)
                // 6 is the end of a voice that is cut off.
                default: break
                }
            }
        }
    }

    private mutating func readFilter(_ layer: PropertyList, into region: inout Region) {
        guard let filter = layer["Filters"], filter["enabled"]?.number == 1 else { return }
        // 40 is the low pass with two poles.
        if let type = filter["type"], type.number != 40 {
            log.addOnce(
                .warning,
                position(type),
                "Filters",
                "type \(type.number.flatMap(Units.integer) ?? 0): a low pass is played"
            )
        }
        if let cutoff = filter["cutoff"]?.number, cutoff > 0 {
            region.set(
                .filterCutoff,
                min(max(Units.absoluteCents(cutoff), 1_500), 13_500),
                default: 13_500
            )
        }
        region.set(.filterResonance, min(max((filter["resonance"]?.number ?? 0) * 10, 0), 960))
    }

    /// Connections from controllers: every preset has those of the volume, the pitch and the envelope;
    /// a SoundFont has them too.
    private mutating func tellConnections(_ connections: PropertyList) {
        let usual: Set<Double> = [
            // The amplifier's gain, its position, the pitch, and the velocity's share of the gain.
            816_840_704, 1_343_225_856, 2_147_483_648, 1_343_225_857, 816_840_705, 1_343_225_858,
        ]
        for connection in connections.elements where connection["enabled"]?.number != 0 {
            guard let destination = connection["destination"], let number = destination.number,
                !usual.contains(number)
            else { continue }
            log.addOnce(
                .note,
                position(connection),
                "Connections",
                "those to other destinations than gain, position and pitch are not supported"
            )
        }
    }
}
