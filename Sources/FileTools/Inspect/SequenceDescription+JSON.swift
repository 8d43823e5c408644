package import JSON
import SMF
package import Sequencer

extension SequenceDescription {
    /// The part of `seqd inspect --json` for the sequence, with its lyrics.
    package func json(lyrics: Lyrics) -> JSONObject {
        var object = JSONObject()
        object.set("pattern", pattern)
        object.set("name", sequence.name)
        object.set("endTick", sequence.endTick)
        object.set("seconds", end.seconds)
        object.set("bars", barCount)
        object.set("noteCount", sequence.noteCount)
        object.set("ports", portNumbers)
        object.set("devices", devices.map(\.name))
        object.set("tempoChanges", sequence.tempoMap.changes.map(json))
        object.set("timeSignatures", sequence.timeSignatures.map(json))
        object.set("keySignatures", sequence.keySignatures.map(json))
        object.set("markers", sequence.markers.map(json))
        object.set(
            "tracks",
            sequence.tracks.enumerated().map { json($1, number: trackNumber(ofIndex: $0)) }
        )
        setUse(in: &object, SequenceAnalysis(sequence))
        if !lyrics.isEmpty { object.set("lyrics", json(lyrics)) }
        return object
    }

    /// An object that begins with a time in every unit.
    package func object(at tick: Int64) -> JSONObject {
        let time = time(atTick: tick)
        var object = JSONObject()
        object.set("tick", tick)
        object.set("seconds", time.seconds)
        object.set("position", time.barBeat?.description)
        return object
    }

    private func json(_ change: TempoMap.Change) -> JSONObject {
        var object = object(at: change.tick)
        object.set("beatsPerMinute", 60_000_000 / Double(change.microsecondsPerQuarter))
        object.set("microsecondsPerQuarter", Int(change.microsecondsPerQuarter))
        return object
    }

    private func json(_ change: MeterMap.Change) -> JSONObject {
        var object = object(at: change.tick)
        object.set("numerator", Int(change.signature.numerator))
        object.set("denominator", change.signature.denominator)
        return object
    }

    private func json(_ change: KeyChange) -> JSONObject {
        var object = object(at: change.tick)
        object.set("name", change.signature.description)
        object.set("sharps", Int(change.signature.sharps))
        object.set("isMinor", change.signature.isMinor)
        return object
    }

    private func json(_ marker: Marker) -> JSONObject {
        var object = object(at: marker.tick)
        object.set("name", marker.name)
        if marker.isCuePoint { object.set("cuePoint", true) }
        return object
    }

    private func json(_ track: TrackInfo, number: Int) -> JSONObject {
        var object = JSONObject()
        object.set("track", number)
        object.set("name", track.name)
        object.set("instrumentName", track.instrumentName)
        object.set("devices", track.devices)
        object.set("channels", track.channels.map { json(port: $0.port, channel: $0.channel) })
        object.set("noteCount", track.noteCount)
        object.set("eventCount", track.eventCount)
        object.set("firstTick", track.firstTick)
        object.set("endTick", track.endTick)
        object.set("programs", track.programs.map(json))
        return object
    }

    package func json(_ use: ProgramUse) -> JSONObject {
        var object = json(port: use.port, channel: use.channel)
        object.set("bankMSB", Int(use.bankMSB))
        object.set("bankLSB", Int(use.bankLSB))
        object.set("program", Int(use.program))
        object.set("isDrums", use.isDrums)
        object.set("name", use.name)
        return object
    }

    package func json(port sampler: UInt8, channel: UInt8) -> JSONObject {
        var object = JSONObject()
        object.set("port", portNumber(ofSampler: sampler))
        object.set("channel", Int(channel) + 1)
        return object
    }
}
