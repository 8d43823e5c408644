import GameMusic
package import JSON
import Playback
import SMF
import Sequencer

extension PieceFile {
    /// The output of `seqd inspect --json` for the file.
    package var json: JSONValue { json(withNotes: false) }

    /// The output of `seqd inspect --json`, with or without `--notes`, for the file.
    package func json(withNotes hasNotes: Bool) -> JSONValue {
        let descriptions = descriptions
        var object = JSONObject()
        object.set("schema", 1)
        object.set("file", path)
        object.set("isPacked", isCompressed)
        object.set("encoding", encoding)
        let container = file.container == .standard ? "standard" : "riff"
        object.set("container", origin?.word ?? container)
        object.set("soundBank", soundBankJSON)
        object.set("format", Int(file.format.rawValue))
        object.set("division", file.division.json)
        object.set("trackCount", file.tracks.count)
        object.set("noteCount", sequences.reduce(0) { $0 + $1.noteCount })
        object.set("seconds", descriptions.reduce(0) { $0 + $1.end.seconds })
        object.set(
            "sequences",
            descriptions.enumerated().map { index, description in
                var object = description.json(lyrics: lyrics(ofSequence: index))
                if hasNotes { object.set("notes", description.notes) }
                return object
            }
        )
        object.set("diagnostics", diagnostics.map(\.json))
        return .object(object)
    }

    private var soundBankJSON: JSONObject? {
        guard let soundBank, let range = soundBankRange else { return nil }
        var bankOffset: Int?
        if case .riff(_, let offset) = file.container { bankOffset = offset }
        var object = JSONObject()
        object.set("kind", soundBank.rawValue)
        object.set("offset", range.lowerBound)
        object.set("bytes", range.count)
        object.set("bankOffset", bankOffset)
        return object
    }
}

extension Division {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        switch self {
        case .ticksPerQuarter(let ticks):
            object.set("ticksPerQuarter", Int(ticks))
        case .smpte(let rate, let ticks):
            object.set("framesPerSecond", rate == .fps2997 ? 29.97 : Double(rate.rawValue))
            object.set("ticksPerFrame", Int(ticks))
        }
        return object
    }
}

extension Diagnostic {
    /// The finding as an object of `inspect --json` and of a render's report.
    package var json: JSONObject {
        var object = JSONObject()
        object.set("severity", severity.rawValue)
        object.set("code", code.rawValue)
        object.set("track", track.map { $0 + 1 })
        object.set("offset", offset)
        object.set("tick", tick)
        object.set("message", detail)
        return object
    }
}
