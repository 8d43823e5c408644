public import SamplerHost
public import Sequencer

/// The routes of a piece's parts through a rack.
extension Piece {
    /// The sequence that is played: split into the lanes that rules ask for, where there are rules.
    public var played: PreparedSequence { routed?.sequence ?? sequence }

    /// The same piece with other rules: its lanes keep their numbers.
    ///
    /// - Parameters:
    ///   - rack: The rack.
    ///   - previous: A version of the piece whose lanes keep their numbers; `nil` for this one.
    /// - Returns: The piece.
    /// - Throws: `usage` for rules that the rack cannot carry out.
    public func routed(
        through rack: RackSettings,
        after previous: Piece? = nil
    ) throws(PlaybackError) -> Piece {
        var piece = self
        if let previous { piece.baseRouted = previous.baseRouted }
        try piece.route(through: rack)
        return piece
    }

    /// The same piece without rules: each port has a sampler.
    public func unrouted() -> Piece {
        var piece = self
        piece.rack = nil
        piece.setRouted(nil)
        return piece
    }

    /// Routes its parts through a rack.
    mutating func route(through rack: RackSettings) throws(PlaybackError) {
        try placeClips(of: rack)
        do throws(RoutingError) {
            setRouted(try rack.routing(of: base, after: baseRouted))
        } catch {
            throw PlaybackError(.usage, "\(name): \(error)")
        }
        self.rack = rack
    }

    /// Notes the routes at the file's own tempo.
    mutating func setRouted(_ routed: RoutedSequence?) {
        baseRouted = routed
        self.routed = routed.map { routed in
            arrangement.tempo.map { routed.withTempo($0.microsecondsPerQuarter) } ?? routed
        }
    }
}
