import Realtime

/// The routes of a piece, or of live inputs, through one rack, as the audio thread reads them.
///
/// Made off the audio thread; its lender keeps it alive until the loan is returned.
final class RoutingTable: Sendable {
    private let offsets: FixedValues<UInt32>
    private let entries: FixedValues<RouteEntry>
    private let curves: FixedValues<UInt8>
    private let exclusives: FixedValues<UInt64>
    private let reached: FixedValues<UInt64>
    private let ports: FixedValues<UInt16>
    private let fixed: FixedValues<FixedChannel>
    private let changes: FixedValues<ControllerChange>
    private let changeOffsets: FixedValues<UInt32>
    /// Lends what the audio thread reads; the table must outlive the loan.
    @unsafe let view: RoutingView

    /// Brings routes into their form for a rack.
    ///
    /// - Parameters:
    ///   - routes: By lane × 16 + channel: the routes.
    ///   - ports: By lane: the port that it belongs to, whose System Exclusive messages it has too.
    ///   - samplers: By sampler of the routes: its index in the rack; `nil` where the rack has none.
    ///   - number: By which equal tables are known; 0 for routes from each lane to the sampler of
    ///     its number.
    init(_ routes: [[Route]], ports: [Int], samplers: [Int?], number: Int) {
        var offsets: [UInt32] = [0]
        var entries: [RouteEntry] = []
        var curves = VelocityCurves()
        var changes: [[ControllerChange]] = [[]]
        var reached = [UInt64](repeating: 0, count: ports.count)
        var fixed: [FixedChannel] = []
        for (index, ways) in routes.enumerated() {
            for way in ways {
                guard let sampler = way.sampler else {
                    entries.append(RouteEntry(way, sampler: nil, curve: 0, changes: 0))
                    continue
                }
                guard let sampler = samplers[sampler] else { continue }
                if !changes.contains(way.changes) { changes.append(way.changes) }
                let entry = RouteEntry(
                    way,
                    sampler: sampler,
                    curve: curves.number(of: way.velocity),
                    changes: UInt16(clamping: changes.firstIndex(of: way.changes) ?? 0)
                )
                entries.append(entry)
                if way.kinds.contains(.systemExclusive) {
                    reached[index >> 4] |= 1 << UInt64(sampler)
                }
                guard entry.fixesProgram else { continue }
                let channel = FixedChannel(entry)
                if !fixed.contains(where: { $0.isSame(as: channel) }) { fixed.append(channel) }
            }
            offsets.append(UInt32(truncatingIfNeeded: entries.count))
        }
        // A message of a port goes once to each sampler that the port's lanes reach.
        var byPort: [Int: UInt64] = [:]
        let exclusives = ports.indices.map { lane in
            let before = byPort[ports[lane], default: 0]
            byPort[ports[lane]] = before | reached[lane]
            return reached[lane] & ~before
        }
        self.offsets = FixedValues(offsets)
        self.entries = FixedValues(entries)
        self.curves = FixedValues(curves.values)
        self.exclusives = FixedValues(exclusives)
        self.reached = FixedValues(ports.map { byPort[$0] ?? 0 })
        self.ports = FixedValues(ports.map { UInt16(truncatingIfNeeded: $0) })
        self.fixed = FixedValues(fixed)
        var changeOffsets: [UInt32] = [0]
        for list in changes {
            changeOffsets.append((changeOffsets.last ?? 0) + UInt32(truncatingIfNeeded: list.count))
        }
        self.changes = FixedValues(changes.flatMap(\.self))
        self.changeOffsets = FixedValues(changeOffsets)
        unsafe view = unsafe RoutingView(
            offsets: self.offsets.lent,
            entries: self.entries.lent,
            curves: self.curves.lent,
            exclusives: self.exclusives.lent,
            reached: self.reached.lent,
            ports: self.ports.lent,
            fixed: self.fixed.lent,
            changes: self.changes.lent,
            changeOffsets: self.changeOffsets.lent,
            laneCount: ports.count,
            hasChanges: changes.count > 1,
            hasSourceNames: entries.contains { $0.sourceName != 0 },
            number: number
        )
    }

    /// Routes from each lane to the sampler of its number.
    ///
    /// - Parameters:
    ///   - lanes: How many lanes there are.
    ///   - samplers: How many samplers the rack has; events of further lanes are dropped.
    convenience init(direct lanes: Int, samplers: Int) {
        let routes = (0..<lanes * 16).map { index -> [Route] in
            guard index >> 4 < samplers else { return [] }
            return [Route(sampler: index >> 4, channel: UInt8(truncatingIfNeeded: index & 15))]
        }
        self.init(
            routes,
            ports: Array(0..<lanes),
            samplers: (0..<lanes).map { $0 < samplers ? $0 : nil },
            number: 0
        )
    }
}

/// Plain values at a fixed address, which the audio thread reads without reference counting.
@safe
final class FixedValues<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private let storage: UnsafeMutableBufferPointer<Element>

    init(_ values: [Element]) {
        // An empty one has an address too.
        let address = UnsafeMutablePointer<Element>.allocate(capacity: max(values.count, 1))
        for (index, value) in values.enumerated() {
            unsafe (address + index).initialize(to: value)
        }
        unsafe storage = UnsafeMutableBufferPointer(start: address, count: values.count)
    }

    deinit {
        unsafe storage.deallocate()
    }

    /// Lends the values; their owner must outlive the loan.
    @unsafe var lent: LentElements<Element> {
        guard let first = unsafe storage.baseAddress else { preconditionFailure("never empty") }
        return unsafe LentElements(first, count: storage.count)
    }
}
