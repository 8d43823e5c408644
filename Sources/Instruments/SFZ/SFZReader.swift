/// Reads instruments in the SFZ format: text that lays sound files out on keys and velocities.
///
/// Opcodes without a counterpart in a SoundFont are left out or replaced by the nearest one; each
/// of them is reported once with its line.
public struct SFZReader {
    /// Findings about the text, which hold for all voices.
    private var text = InstrumentLog()
    /// Findings about what a SoundFont cannot hold.
    private var log = InstrumentLog()
    private var settings: [[SFZSetting]] = Array(repeating: [], count: SFZLevel.allCases.count)
    /// The same as they were written.
    private var opcodes: [[SFZInstrument.Opcode]] = Array(
        repeating: [],
        count: SFZLevel.allCases.count
    )
    private var written: SFZInstrument
    private var prefixes: [String] = []
    private var level: SFZLevel?
    private var header = ""
    private var control = SFZControl()
    private var curves = SFZCurves()
    private var regions: [SFZRegion] = []
    private var regionPosition: InstrumentPosition?
    private let name: String

    /// Reads a description.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: Its name, for messages.
    ///   - decoding: Decodes text that is no UTF-8, names of files among it.
    ///   - include: The content of another file, by its path relative to the folder of this one; `nil`
    ///     if there is none. It is asked for the files of `#include`.
    /// - Returns: One program, 0:0, or those that `loprog`, `hiprog` and channel 10 make.
    /// - Throws: A file without a region.
    public static func read(
        _ bytes: [UInt8],
        path: String,
        decoding: TextDecoding = .latin,
        include: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws(InstrumentError) -> InstrumentDescription {
        var reader = SFZReader(name: path)
        var scanner = SFZScanner(root: path, decoding: decoding, include: include)
        scanner.scan(bytes, path: FilePath.name(of: path), &reader.text)
        for token in scanner.tokens { reader.take(token) }
        reader.endRegion()
        reader.curves.endCurve()
        guard !reader.regions.isEmpty else {
            throw InstrumentError(
                .notAnInstrument,
                InstrumentPosition(file: path),
                "no <region>, expected at least one"
            )
        }
        return reader.description()
    }

    private init(name: String) {
        self.name = name
        written = SFZInstrument(name: FilePath.stem(of: name))
    }

    private mutating func take(_ token: SFZToken) {
        switch token {
        case .header(let name, let position): begin(name, position)
        case .opcode(let name, let value, let position): take(name, value, position)
        }
    }

    private mutating func begin(_ name: String, _ position: InstrumentPosition) {
        endRegion()
        curves.endCurve()
        header = name
        level = SFZLevel(header: name)
        if let level {
            for inner in level.rawValue..<settings.count {
                settings[inner] = []
                opcodes[inner] = []
            }
            if level == .region { regionPosition = position }
        } else if name == "control" {
            control.defaultPath = ""
        } else if name == "curve" {
            return
        } else if !["effect", "midi", "sample"].contains(name) {
            text.addOnce(.note, position, "<\(name)>", "unknown header; left out")
        } else {
            text.addOnce(.warning, position, "<\(name)>", "not supported")
        }
    }

    private mutating func take(_ name: String, _ value: String, _ position: InstrumentPosition) {
        if header == "control" || name == "default_path" || name.hasPrefix("set_") {
            control.take(name, value, position, &text)
            return
        }
        if header == "curve", curves.take(name, value) { return }
        guard let level else {
            // An unknown header has been told; opcodes before the first one have none.
            if header.isEmpty {
                text.addOnce(.warning, position, name, "stands before the first header; left out")
            }
            return
        }
        opcodes[level.rawValue].append(
            SFZInstrument.Opcode(name: name, value: value, position: position)
        )
        guard let setting = SFZOpcodeReader.setting(name, value, position, control, &log) else {
            return
        }
        settings[level.rawValue].append(setting)
    }

    private mutating func endRegion() {
        guard let position = regionPosition else { return }
        regionPosition = nil
        guard regions.count < SFZPrograms.regionLimit else {
            text.addOnce(
                .error,
                position,
                "<region>",
                "more than \(SFZPrograms.regionLimit) of them"
            )
            return
        }
        var region = SFZRegion(
            position: position,
            pathPrefix: control.prefix + control.defaultPath
        )
        for list in settings {
            for setting in list { region.apply(setting) }
        }
        regions.append(region)
        prefixes.append(region.pathPrefix)
        written.regions.append(
            SFZInstrument.Region(position: position, levels: opcodes, keyOffset: control.keyOffset)
        )
    }

    private func description() -> InstrumentDescription {
        var log = log
        var regions = regions
        for index in regions.indices { regions[index].applyModulations(control, curves) }
        var selection = SFZSelection(regions, control)
        let chosen = selection.chosen(&log)
        var sources = SourceList()
        let classes = SFZExclusiveClasses(chosen, &log)
        var rest = chosen[...]
        // Those that are left out belong to programs all the same.
        let played = regions.map { region -> (limits: SFZRegion, regions: [Region]) in
            guard let next = rest.first, next.position == region.position else {
                return (limits: region, regions: [])
            }
            rest.removeFirst()
            return (limits: next, regions: next.regions(classes, curves, &sources, &log))
        }
        let stem = FilePath.stem(of: name)
        var written = written
        written.curves = curves.own
        written.controllers = control.values
        written.findSources(prefixes)
        written.diagnostics = text.diagnostics
        var description = InstrumentDescription(
            name: stem,
            programs: SFZPrograms(name: stem, played).programs(&log),
            sources: sources.sources,
            diagnostics: log.diagnostics(with: text)
        )
        description.sfz = written
        return description
    }
}
