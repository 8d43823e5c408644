import Wording

extension InsertSettings {
    /// The kinds with their parameters and presets, as lines of Markdown.
    package static var reference: [String] {
        let kinds: [(name: String, rows: [String])] = [
            ("filter", rows(FilterParameters.self)),
            ("eq", EqualizerParameters.rows),
            ("compressor", rows(CompressorParameters.self)),
            ("gate", rows(GateParameters.self)),
            ("delay", rows(EchoParameters.self)),
            ("reverb", rows(ReverbParameters.self)),
            ("chorus", rows(ChorusParameters.self)),
            ("width", rows(WidthParameters.self)),
        ]
        return ["| kind | parameter | values | default |", "| --- | --- | --- | --- |"]
            + kinds.flatMap { kind in
                kind.rows.enumerated().map { "| \($0 == 0 ? "`\(kind.name)`" : "") | \($1) |" }
            }
    }

    private static func rows<Parameters: NamedEffect>(_ type: Parameters.Type) -> [String] {
        let usual = Parameters()
        let choices = Parameters.choices.map { choice in
            let values = choice.values.map { "`\($0)`" }.joined(separator: ", ")
            return "`\(choice.name)` | \(values) | `\(usual.choice(choice.name))`"
        }
        let numbers = Parameters.parameters.filter {
            !Parameters.ofBuses.contains($0.name)
        }.map { parameter in
            let value = NumberText.decimal(usual[keyPath: parameter.path])
            return "`\(parameter.name)` | \(parameter.expectation) | \(value)"
        }
        let presets = Parameters.presets.map(\.name).filter { $0 != "default" }
        let names = presets.map { "`\($0)`" }.joined(separator: ", ")
        return choices + numbers + (presets.isEmpty ? [] : ["presets | \(names) | "])
    }
}

extension EqualizerParameters {
    fileprivate static var rows: [String] {
        let bells = Kind.allCases.filter { !$0.isCut }.map { "`\($0.rawValue)`" }
        let cuts = Kind.allCases.filter(\.isCut).map { "`\($0.rawValue)`" }
        return [
            "\(bells.joined(separator: ", ")) | `FREQUENCY:GAIN:Q`: 10 to 20000 Hz, -24 to 24 dB, "
                + "0.1 to 20 | Q 0.707",
            "\(cuts.joined(separator: ", ")) | `FREQUENCY:SLOPE`: 10 to 20000 Hz; 12, 24, 36 or 48 "
                + "dB an octave | 12",
            "presets | \(presetNames.map { "`\($0)`" }.joined(separator: ", ")) | ",
        ]
    }
}
