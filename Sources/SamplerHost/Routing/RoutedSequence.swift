public import Sequencer
import Synchronization

/// A piece with the routes that its events take through a rack: what rules mean for this piece.
///
/// A value, made off the audio thread without reading a font; see
/// `RackSettings.routing(of:after:)`.
public struct RoutedSequence: Sendable {
    /// The piece as its file has it: for listings, selectors and positions.
    public private(set) var source: PreparedSequence
    /// The piece split into lanes: what a `PlayItem` is made of.
    public private(set) var sequence: PreparedSequence
    /// The names of the samplers that it needs: those of the rack, then the fallback's.
    public let samplers: [String]
    /// The warnings for its user.
    public let findings: [RoutingFinding]
    /// By lane × 16 + channel: the routes, those of each rule together, in the order of the rules.
    let routes: [[Route]]
    /// Equal for equal routes; 0 where each lane leads to the sampler of its number.
    let number: Int

    private static let made = Atomic<Int>(0)

    /// Puts a piece and its routes together.
    ///
    /// - Parameters:
    ///   - source: The piece.
    ///   - sequence: The piece, split.
    ///   - samplers: The names of the samplers.
    ///   - routes: By lane × 16 + channel: the routes.
    ///   - findings: The findings.
    ///   - isDirect: Whether each lane leads to the sampler of its number.
    init(
        _ source: PreparedSequence,
        split sequence: PreparedSequence,
        samplers: [String],
        routes: [[Route]],
        findings: [RoutingFinding],
        isDirect: Bool = false
    ) {
        self.source = source
        self.sequence = sequence
        self.sequence.sharingChannels = Self.sharing(routes)
        self.samplers = samplers
        self.routes = routes
        self.findings = findings
        number = isDirect ? 0 : Self.made.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The channels of lanes, lane × 16 + channel, that lead to a channel to which other lanes lead
    /// too.
    private static func sharing(_ routes: [[Route]]) -> [Int] {
        struct Destination: Hashable {
            var sampler: Int
            var channel: UInt8
        }
        var sources: [Destination: Set<Int>] = [:]
        for (source, ways) in routes.enumerated() {
            for way in ways {
                guard let sampler = way.sampler else { continue }
                let destination = Destination(sampler: sampler, channel: way.channel)
                sources[destination, default: []].insert(source)
            }
        }
        return Set(sources.values.filter { $0.count > 1 }.joined()).sorted()
    }

    /// The routes in the form for a rack.
    ///
    /// - Parameter names: The names of the rack's samplers; what leads to others is dropped.
    /// - Returns: The table.
    func table(for names: [String]) -> RoutingTable {
        RoutingTable(
            routes,
            ports: sequence.lanes.map(\.port),
            samplers: samplers.map { names.firstIndex(of: $0) },
            number: number
        )
    }

    /// The routes of a channel of a lane.
    ///
    /// - Parameters:
    ///   - lane: The index of one of the sequence's lanes.
    ///   - channel: The channel, 0 … 15.
    /// - Returns: The routes; none where there is no such lane.
    public func routes(lane: Int, channel: Int) -> [Route] {
        let index = lane << 4 | channel & 15
        return routes.indices.contains(index) ? routes[index] : []
    }

    /// The same at a constant tempo instead of the piece's own.
    ///
    /// - Parameter microsecondsPerQuarter: The tempo, brought into 1 … 0xFFFFFF.
    /// - Returns: The piece, with the same schedule.
    public func withTempo(_ microsecondsPerQuarter: UInt32) -> RoutedSequence {
        var other = self
        other.source = source.withTempo(microsecondsPerQuarter)
        other.sequence = sequence.withTempo(microsecondsPerQuarter)
        return other
    }
}
