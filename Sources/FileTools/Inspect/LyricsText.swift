import CommandSupport
package import JSON
package import Playback
package import Sequencer
import Wording

/// The output of `seqd inspect --lyrics` for a file.
package struct LyricsText {
    /// With a line end after each line; `nil` if there are no lyrics, which is reported on stderr.
    package let text: String?

    /// Makes the text.
    ///
    /// - Parameters:
    ///   - piece: The file.
    ///   - json: Whether it is JSON.
    ///   - isNamed: Whether the file's name precedes the lines.
    package init(_ piece: PieceFile, json: Bool, isNamed: Bool) {
        let sung = piece.descriptions.enumerated().map { index, description in
            (description: description, lyrics: piece.lyrics(ofSequence: index))
        }
        if sung.allSatisfy(\.lyrics.isEmpty) { Console.report("\(piece.name): no lyrics") }
        if json {
            var object = JSONObject()
            object.set("schema", 1)
            object.set("file", piece.path)
            object.set(
                "sequences",
                sung.map { description, lyrics in
                    var object = JSONObject()
                    object.set("pattern", description.pattern)
                    object.set("lyrics", description.json(lyrics))
                    return object
                }
            )
            text = JSONValue.object(object).text + "\n"
            return
        }
        var lines: [String] = []
        for (description, lyrics) in sung where !lyrics.isEmpty {
            if isNamed { lines.append(piece.name.printable) }
            if let pattern = description.pattern { lines.append("Pattern \(pattern)") }
            // A tenth is enough to go there, and aligns the times.
            let times = lyrics.lines.map { line in
                let nanoseconds = description.time(atTick: line.tick).nanoseconds
                return TimeText.text(nanoseconds: nanoseconds, decimals: 1...1)
            }
            let width = times.map(\.columns).max() ?? 0
            for (time, line) in zip(times, lyrics.lines) {
                if line.isParagraphStart, line != lyrics.lines.first { lines.append("") }
                lines.append("\(time.padded(to: width, onLeft: true))  \(line.text.printable)")
            }
        }
        text = lines.isEmpty ? nil : lines.map { $0 + "\n" }.joined()
    }
}

extension SequenceDescription {
    /// Lyrics as lines and syllables.
    package func json(_ lyrics: Lyrics) -> JSONObject {
        var object = JSONObject()
        if !lyrics.isEmpty { object.set("source", lyrics.source.rawValue) }
        object.set("title", lyrics.title)
        object.set("language", lyrics.language)
        object.set(
            "lines",
            lyrics.lines.map { line in
                var object = self.object(at: line.tick)
                object.set("text", line.text)
                object.set("isParagraphStart", line.isParagraphStart)
                object.set(
                    "syllables",
                    line.syllables.map { syllable in
                        var object = JSONObject()
                        object.set("tick", syllable.tick)
                        object.set("seconds", time(atTick: syllable.tick).seconds)
                        object.set("text", syllable.text)
                        return object
                    }
                )
                return object
            }
        )
        return object
    }
}
