import MIDI
import SVG
import Sequencer

extension RollSection {
    /// The width of a mark for a drum note, which has no length; smaller if beats are narrow.
    private var hitWidth: Double { min(max(scale.beatWidth / 5, 1.5), 6) }

    func drawDrums(into svg: inout SVGWriter) {
        guard !drumKeys.isEmpty else { return }
        let height = Double(drumKeys.count) * Self.drumHeight
        svg.open("g", ["font-size": "9.5", "text-anchor": "end", "fill": PictureStyle.paleInk])
        for (row, key) in drumKeys.enumerated() {
            let name = GeneralMIDI.drumName(key: key) ?? "Key \(key) (\(NoteName.text(key)))"
            svg.text(RollStyle.left - 6, drumsTop + Double(row + 1) * Self.drumHeight - 2.5, name)
        }
        svg.close("g")
        svg.beginPath(["stroke": RollStyle.beatLine])
        for row in drumKeys.indices.dropFirst() {
            svg.move(RollStyle.left, drumsTop + Double(row) * Self.drumHeight)
            svg.right(by: scale.width)
        }
        svg.endPath()
        svg.rectangle(
            RollStyle.left,
            drumsTop,
            scale.width,
            height,
            ["fill": "none", "stroke": PictureStyle.frame]
        )
        var rows = Array(repeating: 0.0, count: 128)
        for (row, key) in drumKeys.enumerated() {
            rows[Int(key & 127)] = drumsTop + (Double(row) + 0.5) * Self.drumHeight
        }
        svg.open("g", ["id": id("drums")])
        drawParts(into: &svg, drums: true, height: Self.drumHeight - 4) { note in
            (
                Double(note.start), rows[Int(note.key & 127)],
                // Several notes in one line keep their length.
                notes.areSingle
                    ? hitWidth : max(Double(note.end - note.start), Double(RollNote.leastWidth))
            )
        }
        svg.close("g")
    }
}
