package import SamplerHost
package import Sequencer

/// Something that `seqd edit` does.
package enum EditOperation: Hashable {
    case quantise(EditGrid)
    case transpose(Int)
    case cut(PositionRange)
    case clear(PositionRange)
    case copy(PositionRange, to: Position)
    case move(PositionRange, to: Position)
    /// A part, or all.
    case reverse(PositionRange?)
    case scaleTime(Speed)
    case scaleVelocity(Speed)
    case offset(EditDistance)
    case merge(String)
    case deleteTracks(SelectorSet)
    case renameTrack(String)
    case program(PresetChoice)
    case setTempo(Tempo)

    /// Whether it acts on the tracks and channels that are selected.
    package var hasScope: Bool {
        switch self {
        case .merge, .deleteTracks, .setTempo: false
        default: true
        }
    }
}

/// The grid for quantising notes.
package struct EditGrid: Hashable {
    /// From line to line.
    package var step: Beats
    /// The part of the distance to the grid, in thousandths: 1000 is all of it.
    package var strength: Int64 = 1000
    /// The position of the off-beat between its neighbours, in thousandths: 500 is the middle.
    package var swing: Int64 = 500
    /// Whether the ends of notes go to the grid too.
    package var movesEnds = false
}

/// The distance of a move.
package enum EditDistance: Hashable {
    case ticks(Int64)
    case beats(Beats)
}

/// The parts that operations act on.
package struct EditSelection: Hashable {
    /// The tracks; `nil` for all.
    package var tracks: SelectorSet?
    /// The channels; `nil` for all.
    package var channels: SelectorSet?

    /// All there is.
    package static let all = EditSelection()
}
