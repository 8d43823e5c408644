import Wording

/// Any number of selectors, which select all that any of them selects.
public struct SelectorSet: Hashable, Sendable {
    /// The selectors in the order given.
    public var selectors: [Selector]

    /// No selector.
    public init() {
        selectors = []
    }

    /// Reads selectors with commas between them.
    ///
    /// - Throws: `SelectorError` for the first that is none.
    public init(parsing text: String) throws(SelectorError) {
        try self.init(parsing: [text])
    }

    /// Reads the values of an option that was given several times, each with commas or without.
    ///
    /// - Throws: `SelectorError` for the first that is none.
    public init(parsing texts: [String]) throws(SelectorError) {
        selectors = []
        for text in texts {
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                selectors.append(try Selector(parsing: String(part)))
            }
        }
    }

    /// Whether there is no selector.
    public var isEmpty: Bool { selectors.isEmpty }

    /// The tracks and channels of a sequence that are named.
    ///
    /// - Throws: `SelectorError` for the first selector without a match, with the alternatives.
    public func resolve(in sequence: PreparedSequence) throws(SelectorError) -> Selection {
        var selection = Selection.none
        for selector in selectors {
            try selector.add(to: &selection, in: sequence)
        }
        return selection
    }
}

extension Selector {
    fileprivate func add(
        to selection: inout Selection,
        in sequence: PreparedSequence
    ) throws(SelectorError) {
        switch self {
        case .all:
            selection.tracks.formUnion(sequence.tracks.indices)
            for port in sequence.ports.indices {
                for channel in 0..<16 { selection.insert(port: port, channel: channel) }
            }
        case .channel(let port, let channel):
            try addChannel(port: port, channel: channel, to: &selection, in: sequence)
        case .track(let number):
            guard sequence.tracks.indices.contains(number - 1) else {
                throw noMatch("the tracks are 1 to \(sequence.tracks.count)")
            }
            selection.tracks.insert(number - 1)
        case .trackName(let pattern):
            let matching = sequence.tracks.indices.filter {
                Glob.matches(sequence.tracks[$0].name ?? "", pattern: pattern)
            }
            guard !matching.isEmpty else {
                let names = sequence.tracks.compactMap(\.name).filter { !$0.isEmpty }
                let near = Suggestion.nearest(to: pattern, among: names)
                throw noMatch(
                    names.isEmpty
                        ? "no track has a name"
                        : (near.map { "did you mean \($0)? " } ?? "")
                            + "the tracks are: \(Self.list(names))"
                )
            }
            selection.tracks.formUnion(matching)
        }
    }

    private func addChannel(
        port: Int?,
        channel: Int,
        to selection: inout Selection,
        in sequence: PreparedSequence
    ) throws(SelectorError) {
        let used = Set(sequence.tracks.flatMap(\.channels))
        if let port, !sequence.ports.contains(where: { Int($0) + 1 == port }) {
            let ports = sequence.portNumbers.map(String.init)
            throw noMatch("the ports are: \(Self.list(ports))")
        }
        let matching = used.filter { use in
            Int(use.channel) + 1 == channel
                && (port == nil || port == Int(sequence.ports[Int(use.port)]) + 1)
        }
        guard !matching.isEmpty else {
            var known: Set<String> = []
            let names = used.sorted().map { use in
                sequence.hasOnePort
                    ? "\(Int(use.channel) + 1)"
                    : "\(Int(sequence.ports[Int(use.port)]) + 1)/\(Int(use.channel) + 1)"
            }.filter { known.insert($0).inserted }
            throw noMatch(
                names.isEmpty
                    ? "no channel is used" : "the channels are: \(Self.list(names))"
            )
        }
        for use in matching {
            selection.insert(port: Int(use.port), channel: Int(use.channel))
        }
    }

    private func noMatch(_ instead: String) -> SelectorError {
        SelectorError(
            code: .noMatch,
            description: "\(self): no match; \(instead)",
            alternatives: instead
        )
    }

    /// The items with commas between them; a list longer than 32 is cut.
    private static func list(_ items: [String]) -> String {
        items.prefix(32).joined(separator: ", ") + (items.count > 32 ? ", …" : "")
    }
}
