package import Sequencer

/// Finds ticks by position in a sequence that is being edited.
package struct EditPositions {
    private let tempoMap: TempoMap
    private let meterMap: MeterMap
    private let markers: [Marker]

    package init(_ sequence: MusicSequence) {
        tempoMap = sequence.tempoMap
        meterMap = sequence.meterMap
        markers = sequence.markers
    }

    /// The tick of a position, be it behind the end of the music.
    ///
    /// - Throws: `PositionError` for a position that does not exist.
    package func tick(of position: Position) throws(PositionError) -> Int64 {
        switch position {
        case .barBeat(let bar, let beat, let tick):
            return try meterMap.tick(bar: bar, beat: beat, tick: tick)
        case .seconds(let nanoseconds):
            return tempoMap.tick(notBeforeNanoseconds: nanoseconds)
        case .ticks(let ticks):
            return ticks
        case .marker(let name):
            let marker =
                markers.first { $0.name == name }
                ?? markers.first { $0.name.lowercased() == name.lowercased() }
            if let marker { return marker.tick }
            let names = markers.prefix(20).map { "@\($0.name)" }.joined(separator: ", ")
            throw PositionError(
                code: .noSuchMarker,
                description: "no marker @\(name); "
                    + (names.isEmpty ? "the file has none" : "markers: \(names)")
            )
        case .nextBar, .nextBeat:
            throw PositionError(
                code: .relative,
                description: "\(position) counts from where playing is, and nothing plays"
            )
        }
    }

    /// The ticks from one position up to another.
    ///
    /// - Throws: `PositionError` if there are none.
    package func ticks(of range: PositionRange) throws(PositionError) -> Range<Int64> {
        let (start, end) = (try tick(of: range.from), try tick(of: range.to))
        guard start < end else {
            throw PositionError(
                code: .syntax,
                description:
                    "\(range) ends before it begins: expected two positions such as 9:1..13:1"
            )
        }
        return start..<end
    }
}
