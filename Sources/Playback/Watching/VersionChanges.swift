import SMF
import Sequencer
import Wording

/// The changes between two versions of a file, for people.
public struct VersionChanges {
    /// A sentence for each change, in the order of tracks; empty for equal versions.
    public private(set) var sentences: [String] = []

    /// The largest number of changes in ``text``.
    private static let limit = 5
    /// The width of a name, which may be as long as a file.
    private static let nameColumns = 40

    /// The changes in one line, such as `track 3 (Bass) changed, track 5 added`.
    public var text: String {
        let shown = sentences.prefix(Self.limit).joined(separator: ", ")
        let others = sentences.count - Self.limit
        return others > 0 ? "\(shown), and \(others) more" : shown
    }

    /// Compares two versions.
    ///
    /// Tracks that were added or removed in the middle shift those behind them, so the longest common
    /// beginning and the longest common end are left out first.
    ///
    /// - Parameters:
    ///   - old: The version before.
    ///   - new: The version now.
    public init(from old: PieceFile, to new: PieceFile) {
        if old.file.division != new.file.division { sentences.append("division changed") }
        if old.file.format != new.file.format { sentences.append("format changed") }
        if old.clips != new.clips { sentences.append("clips changed") }
        if old.automation != new.automation { sentences.append("automation changed") }
        let (before, after) = (old.file.tracks, new.file.tracks)
        let shorter = min(before.count, after.count)
        var start = 0
        while start < shorter, before[start] == after[start] { start += 1 }
        var end = 0
        while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end]
        {
            end += 1
        }
        let (oldEnd, newEnd) = (before.count - end, after.count - end)
        let common = min(oldEnd, newEnd)
        for index in start..<max(start, common) where before[index] != after[index] {
            sentences.append("\(Self.name(index, of: new)) changed")
        }
        for index in max(start, common)..<max(start, newEnd) {
            sentences.append("\(Self.name(index, of: new)) added")
        }
        for index in max(start, common)..<max(start, oldEnd) {
            sentences.append("\(Self.name(index, of: old)) removed")
        }
    }

    /// A track's number from 1, and its name where it has one.
    private static func name(_ index: Int, of file: PieceFile) -> String {
        let isFormat2 = file.file.format == .independent
        let name =
            isFormat2
            ? file.sequences.indices.contains(index) ? file.sequences[index].name : nil
            : file.sequences.first.flatMap { sequence in
                sequence.tracks.indices.contains(index) ? sequence.tracks[index].name : nil
            }
        return name.map { "track \(index + 1) (\($0.cut(to: nameColumns)))" }
            ?? "track \(index + 1)"
    }
}
