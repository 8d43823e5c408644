extension RenderRequest {
    /// Reads the arguments of `render`.
    ///
    /// - Throws: −32602 for arguments that exclude each other.
    init(_ arguments: Arguments) throws(RequestError) {
        self.init(
            arguments.sources("source").first?.text ?? "",
            to: arguments.sources("target").first?.text ?? ""
        )
        type = try arguments.optionalChoice("type")
        format = try arguments.optionalChoice("format")
        rate = try arguments.optionalInteger("rate")
        start = try arguments.optionalPosition("from")
        end = try arguments.optionalPosition("to")
        tail = try arguments.optionalTail("tail")
        maximumLength = try arguments.optionalDuration("max-length")
        speed = try arguments.optionalSpeed("speed")
        tempo = try arguments.optionalTempo("tempo")
        transpose = try arguments.optionalInteger("transpose")
        normalization = try arguments.optionalRenderLevel("normalize")
        stems = try arguments.optionalChoice("stems")
        encoding = try arguments.optionalEncoding("encoding")
        embeddedFont = try arguments.optionalFlag("embedded-font")
        replaces = try arguments.optionalFlag("replace") ?? false
        if let normalization, stems != nil {
            throw .arguments(
                "normalize: \(RequestError.quoted(normalization.description)): cannot be combined "
                    + "with stems"
            )
        }
    }

    /// The values of the arguments by the names of their parameters.
    var values: [String: [ArgumentValue]] {
        [
            "source": [.path(SourcePath(source))], "target": [.path(SourcePath(target))],
            "type": type.map { [.text($0.rawValue)] } ?? [],
            "format": format.map { [.text($0.rawValue)] } ?? [],
            "rate": rate.map { [.integer($0)] } ?? [],
            "from": start.map { [.position($0)] } ?? [],
            "to": end.map { [.position($0)] } ?? [],
            "tail": tail.map { [.tail($0)] } ?? [],
            "max-length": maximumLength.map { [.duration($0)] } ?? [],
            "speed": speed.map { [.speed($0)] } ?? [],
            "tempo": tempo.map { [.tempo($0)] } ?? [],
            "transpose": transpose.map { [.integer($0)] } ?? [],
            "normalize": normalization.map { [.renderLevel($0)] } ?? [],
            "stems": stems.map { [.text($0.rawValue)] } ?? [],
            "encoding": encoding.map { [.encoding($0)] } ?? [],
            "embedded-font": embeddedFont.map { [.flag($0)] } ?? [],
            "replace": replaces ? [.flag(true)] : [],
        ]
    }
}
