import MIDI
import SVG
import Sequencer

extension RollSection {
    private static let keyboardLeft = 104.0
    private static let blackKeyWidth = 28.0
    /// The distance between repeated names of the octaves within the music, in pixels.
    private static let repetition = 1_600.0

    private var rollHeight: Double { Double(keys.count) * rowHeight }

    /// The top of a key's row.
    private func top(of key: Int) -> Double {
        rollTop + Double(keys.upperBound - key) * rowHeight
    }

    private static func isBlack(_ key: Int) -> Bool {
        [1, 3, 6, 8, 10].contains(key % 12)
    }

    /// Draws the background of the notes: the rows of black keys, and a line between octaves.
    func drawRows(into svg: inout SVGWriter) {
        svg.beginPath(["stroke": RollStyle.blackKeyRow, "stroke-width": "\(Int(rowHeight))"])
        for key in keys where Self.isBlack(key) {
            svg.move(RollStyle.left, top(of: key) + rowHeight / 2)
            svg.right(by: scale.width)
        }
        svg.endPath()
        svg.beginPath(["stroke": PictureStyle.barLine, "stroke-width": "0.6"])
        for key in keys where key % 12 == 0 && key > keys.lowerBound {
            svg.move(RollStyle.left, top(of: key) + rowHeight)
            svg.right(by: scale.width)
        }
        svg.endPath()
        svg.open("g", ["fill": PictureStyle.faintInk, "font-size": "8"])
        for key in keys where key % 12 == 0 {
            for x in stride(
                from: RollStyle.left + Self.repetition,
                to: scale.end - 40,
                by: Self.repetition
            ) {
                svg.text(x + 2, top(of: key) + rowHeight - 1, NoteName.text(UInt8(key)))
            }
        }
        svg.close("g")
        svg.rectangle(
            RollStyle.left,
            rollTop,
            scale.width,
            rollHeight,
            ["fill": "none", "stroke": PictureStyle.frame]
        )
    }

    func drawKeyboard(into svg: inout SVGWriter) {
        let (left, right) = (Self.keyboardLeft, RollStyle.left)
        svg.open("g", ["id": id("keyboard")])
        svg.rectangle(
            left,
            rollTop,
            right - left,
            rollHeight,
            ["fill": "#ffffff", "stroke": PictureStyle.frame]
        )
        svg.beginPath(["stroke": PictureStyle.barLine, "stroke-width": "0.8"])
        for key in keys.dropFirst() {
            // Between white keys: in the middle of a black key, or between two white ones.
            let isBetweenWhites = !Self.isBlack(key) && !Self.isBlack(key - 1)
            guard Self.isBlack(key) || isBetweenWhites else { continue }
            svg.move(left, top(of: key) + (isBetweenWhites ? rowHeight : rowHeight / 2))
            svg.horizontal(to: right)
        }
        svg.endPath()
        svg.beginPath(["stroke": "#374151", "stroke-width": SVGWriter.number(rowHeight - 0.8)])
        for key in keys where Self.isBlack(key) {
            svg.move(left, top(of: key) + rowHeight / 2)
            svg.right(by: Self.blackKeyWidth)
        }
        svg.endPath()
        svg.open("g", ["font-size": "8", "text-anchor": "end", "fill": PictureStyle.paleInk])
        for key in keys where key % 12 == 0 {
            svg.text(right - 3, top(of: key) + rowHeight - 1, NoteName.text(UInt8(key)))
        }
        svg.close("g")
        svg.close("g")
    }

    /// Draws the notes that are not drums, by part and velocity.
    func drawNotes(into svg: inout SVGWriter) {
        svg.open("g", ["id": id("notes")])
        drawParts(into: &svg, drums: false, height: rowHeight - 1) { note in
            let length = Double(note.end - note.start)
            return (
                Double(note.start), top(of: Int(note.key)) + rowHeight / 2,
                // A gap between two notes of a key, and something to see of the shortest.
                max(
                    length > 3 && notes.areSingle ? length - 0.6 : length,
                    Double(RollNote.leastWidth)
                )
            )
        }
        svg.close("g")
    }

    /// Draws the notes of all parts that are drums or are not; `line` gives the line of a note.
    func drawParts(
        into svg: inout SVGWriter,
        drums: Bool,
        height: Double,
        line: (RollNote) -> (x: Double, y: Double, length: Double)
    ) {
        let steps = RollStyle.opacities.count
        let layers = Int(RollNotes.topLayer) + 1
        // In the order of drawing: by layer, part and velocity.
        var groups: [[RollNote]] = Array(repeating: [], count: layers * parts.all.count * steps)
        for note in notes.drawn where parts.all[Int(note.part)].isDrums == drums {
            let index = Int(note.layer) * parts.all.count + Int(note.part)
            groups[index * steps + note.step].append(note)
        }
        for layer in 0..<layers {
            // 9 pixels, 5 on top of them, and 2 on top of those.
            let width = SVGWriter.number(max(height - Double(layer) * height * 0.4, 1))
            for part in parts.all where part.isDrums == drums {
                let first = (layer * parts.all.count + part.index) * steps
                guard groups[first..<first + steps].contains(where: { !$0.isEmpty }) else {
                    continue
                }
                svg.open("g", ["stroke-width": width])
                svg.title(name(of: part))
                for (step, opacity) in RollStyle.opacities.enumerated() {
                    let color = RollStyle.tint(part.color, opacity: opacity)
                    draw(groups[first + step], color, into: &svg, drums: drums, line: line)
                }
                svg.close("g")
            }
        }
    }

    private func draw(
        _ group: [RollNote],
        _ color: String,
        into svg: inout SVGWriter,
        drums: Bool,
        line: (RollNote) -> (x: Double, y: Double, length: Double)
    ) {
        guard !group.isEmpty else { return }
        let hasTooltips = sequence.noteCount <= RollNotes.tooltipLimit
        svg.open("g", ["stroke": color])
        if !hasTooltips { svg.beginPath() }
        for note in group {
            let line = line(note)
            if hasTooltips { svg.beginPath() }
            svg.move(line.x, line.y)
            svg.right(by: line.length)
            if hasTooltips { svg.endPath(title: tooltip(note, isDrum: drums)) }
        }
        if !hasTooltips { svg.endPath() }
        svg.close("g")
    }

    private func tooltip(_ note: RollNote, isDrum: Bool) -> String {
        let name =
            isDrum
            ? GeneralMIDI.drumName(key: note.key) ?? NoteName.text(note.key)
            : NoteName.text(note.key)
        let position = description.time(atTick: note.tick).positionText
        return "\(name), velocity \(note.velocity), \(position)"
    }
}
