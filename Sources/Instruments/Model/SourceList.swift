/// The recordings of an instrument, each once.
struct SourceList {
    private(set) var sources: [SampleSource] = []
    private var indices: [String: Int] = [:]

    /// The index of a sound file.
    mutating func index(ofFile path: String, _ position: InstrumentPosition) -> Int {
        if let known = indices[path] { return known }
        indices[path] = sources.count
        sources.append(SampleSource(file: path, position: position))
        return sources.count - 1
    }

    /// The index of a wave that is computed.
    mutating func index(of wave: GeneratedWave, _ position: InstrumentPosition) -> Int {
        let name = "\(wave.shape) \(wave.period)"
        if let known = indices["*" + name] { return known }
        indices["*" + name] = sources.count
        sources.append(SampleSource(location: .generated(wave), name: name, position: position))
        return sources.count - 1
    }
}
