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
}
