import Sequencer

/// Something that `seqd edit` does.
enum EditOperation: Hashable {
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
    case setTempo(Tempo)

    /// Whether it acts on the tracks and channels that are selected.
    var hasScope: Bool {
        switch self {
        case .merge, .deleteTracks, .setTempo: false
        default: true
        }
    }
}

/// What notes are moved to.
struct EditGrid: Hashable {
    /// From line to line.
    var step: Beats
    /// How far towards the grid, in thousandths: 1000 is onto it.
    var strength: Int64 = 1000
    /// Where the off-beat line stands between its neighbours, in thousandths: 500 is the middle.
    var swing: Int64 = 500
    /// Whether the ends of notes go to the grid too.
    var movesEnds = false
}

/// How far something is moved.
enum EditDistance: Hashable {
    case ticks(Int64)
    case beats(Beats)
}

/// What operations act on.
struct EditSelection: Hashable {
    /// The tracks; `nil` for all.
    var tracks: SelectorSet?
    /// The channels; `nil` for all.
    var channels: SelectorSet?

    /// All there is.
    static let all = EditSelection()
}
