import MIDI
import SMF
import SVG
import Sequencer

/// The drawing of one sequence: its areas from top to bottom.
struct RollSection {
    let description: SequenceDescription
    let scale: RollScale
    let parts: RollParts
    let notes: RollNotes
    let heading: RollHeading
    /// The lines of the lyrics at their positions.
    let lyrics: [RollLabel]

    /// The keys of the roll, which is omitted if there are only drums.
    let keys: ClosedRange<Int>
    let hasRoll: Bool
    /// The drum keys that are played, from high to low.
    let drumKeys: [UInt8]
    let pedals: [PedalLane]
    let programs: RollLabels

    /// The top of each area, in pixels from the top of the picture.
    private(set) var legendTop = 0.0
    private(set) var markersTop = 0.0
    private(set) var programsTop = 0.0
    private(set) var rulerTop = 0.0
    private(set) var rollTop = 0.0
    private(set) var lyricsTop = 0.0
    private(set) var drumsTop = 0.0
    private(set) var pedalsTop = 0.0
    private(set) var tempoTop = 0.0
    private(set) var bottom = 0.0

    static let headingHeight = 58.0
    static let labelHeight = 15.0
    static let rulerHeight = 34.0
    static let drumHeight = 12.0
    static let tempoHeight = 40.0
    static let gap = 12.0

    var sequence: PreparedSequence { description.sequence }

    /// Lays out a sequence.
    ///
    /// - Parameters:
    ///   - description: The sequence.
    ///   - lyrics: The lyrics.
    ///   - source: The file's name, made printable.
    ///   - top: The top, in pixels from the top of the picture.
    init(_ description: SequenceDescription, lyrics: Lyrics, source: String, top: Double) {
        let sequence = description.sequence
        self.description = description
        heading = RollHeading(description, lyrics: lyrics, source: source)
        let scale = RollScale(sequence)
        self.scale = scale
        parts = RollParts(sequence)
        notes = RollNotes(sequence, parts: parts, scale: scale)
        pedals = PedalLane.lanes(of: sequence)
        self.lyrics = lyrics.lines.map { line in
            RollLabel(x: scale.x(line.tick), text: PictureStyle.name(line.text, columns: 200))
        }
        var melodic: ClosedRange<Int>?
        var drums: Set<UInt8> = []
        for note in notes.drawn {
            if parts.all[Int(note.part)].isDrums {
                drums.insert(note.key)
            } else {
                let key = Int(note.key)
                melodic =
                    melodic.map { min($0.lowerBound, key)...max($0.upperBound, key) } ?? key...key
            }
        }
        drumKeys = drums.sorted(by: >)
        keys = Self.range(around: melodic ?? 60...60)
        hasRoll = melodic != nil || drums.isEmpty
        programs = RollLabels(Self.programLabels(sequence, scale, parts), rows: 3)
        layOut(from: top)
    }

    private mutating func layOut(from top: Double) {
        legendTop = top + Self.headingHeight
        markersTop = legendTop + legendHeight + Self.gap
        programsTop = markersTop + (sequence.markers.isEmpty ? 0 : Self.labelHeight)
        rulerTop = programsTop + Double(programs.rowCount) * Self.labelHeight + 2
        rollTop = rulerTop + Self.rulerHeight
        lyricsTop = rollTop + (hasRoll ? Double(keys.count) * rowHeight : 0)
        drumsTop = lyricsTop + Double(lyricRows) * Self.labelHeight
        if !lyrics.isEmpty { drumsTop += 6 }
        if hasRoll || !lyrics.isEmpty { drumsTop += Self.gap }
        pedalsTop = drumsTop
        if !drumKeys.isEmpty {
            pedalsTop += Double(drumKeys.count) * Self.drumHeight + Self.gap
        }
        tempoTop = pedalsTop + Double(pedals.count) * (PedalLane.height + 6)
        if !pedals.isEmpty { tempoTop += 6 }
        bottom = tempoTop + (description.isInBars ? Self.tempoHeight + Self.gap : 0)
    }

    /// The width that the section needs.
    var width: Double { max(scale.end + RollStyle.right, RollStyle.leastWidth) }

    /// Two if the words of a line would reach into the next.
    var lyricRows: Int {
        guard !lyrics.isEmpty else { return 0 }
        let isCut = zip(lyrics, lyrics.dropFirst()).contains { line, next in
            line.x + 8 + PictureStyle.width(of: line.text, size: 10) > next.x
        }
        return isCut ? 2 : 1
    }

    /// The height of a key's row.
    var rowHeight: Double { keys.count <= 36 ? 10 : (keys.count <= 60 ? 8 : 6) }

    /// The bottom of the last area that bar lines cross.
    var linesBottom: Double { bottom - Self.gap }

    /// The keys that are used and two on either side, at least two octaves.
    private static func range(around keys: ClosedRange<Int>) -> ClosedRange<Int> {
        var low = max(keys.lowerBound - 2, 0)
        var high = min(keys.upperBound + 2, 127)
        let missing = max(24 - (high - low + 1), 0)
        low = max(low - missing / 2, 0)
        high = min(low + max(high - low, 23), 127)
        return min(low, max(high - 23, 0))...high
    }

    /// Draws everything.
    func draw(into svg: inout SVGWriter) {
        drawHeading(into: &svg)
        drawLegend(into: &svg)
        if hasRoll { drawRows(into: &svg) }
        drawGrid(into: &svg)
        if hasRoll {
            drawNotes(into: &svg)
            drawKeyboard(into: &svg)
        }
        drawDrums(into: &svg)
        drawLyrics(into: &svg)
        drawPedals(into: &svg)
        drawTempo(into: &svg)
        drawMarkers(into: &svg)
        drawPrograms(into: &svg)
    }
}
