package import JSON
import MIDI
package import Sequencer

extension SequenceDescription {
    /// Sets the part of `seqd inspect --json` for channels, parameters, messages and polyphony.
    package func setUse(in object: inout JSONObject, _ analysis: SequenceAnalysis) {
        object.set("channels", analysis.channels.map(json))
        object.set("parameters", analysis.parameters.map(json))
        object.set("systemExclusives", analysis.systemExclusives.map(json))
        object.set("polyphony", json(analysis.polyphony))
    }

    private func json(_ use: ChannelUse) -> JSONObject {
        var object = json(port: use.address.port, channel: use.address.channel)
        object.set("tracks", use.tracks.map(trackNumber(ofIndex:)))
        object.set("noteCount", use.noteCount)
        object.set("lowestKey", use.keys.map { Int($0.lowerBound) })
        object.set("highestKey", use.keys.map { Int($0.upperBound) })
        object.set("programs", use.programs.map(json))
        object.set("controllers", use.controllers.map(json))
        object.set("pitchBendCount", use.bendCount)
        object.set("pitchBendRanges", use.bendRanges)
        object.set("pressureCount", use.pressureCount)
        return object
    }

    private func json(_ use: ChannelUse.ControllerUse) -> JSONObject {
        var object = JSONObject()
        object.set("number", Int(use.controller.rawValue))
        object.set("name", use.controller.shownName)
        object.set("count", use.count)
        object.set("least", Int(use.least))
        object.set("greatest", Int(use.greatest))
        return object
    }

    private func json(_ use: ParameterUse) -> JSONObject {
        var object = json(port: use.address.port, channel: use.address.channel)
        object.set("kind", use.number.isRegistered ? "rpn" : "nrpn")
        object.set("msb", Int(use.number.coarse))
        object.set("lsb", Int(use.number.fine))
        object.set("name", use.number.name)
        object.set("count", use.count)
        object.set("stepCount", use.stepCount)
        object.set("firstTick", use.firstTick)
        object.set("values", use.values.map(Int.init))
        object.set("hasMoreValues", use.hasMoreValues)
        return object
    }

    private func json(_ use: SystemExclusiveUse) -> JSONObject {
        var object = object(at: use.firstTick)
        object.set("name", use.name.text)
        object.set("manufacturer", use.name.manufacturer)
        object.set("count", use.count)
        object.set("bytes", use.byteCount)
        object.set("values", use.values)
        return object
    }

    private func json(_ polyphony: Polyphony) -> JSONObject {
        var object = JSONObject()
        object.set("peak", polyphony.peak)
        if polyphony.peak > 0 { object.set("peakAt", self.object(at: polyphony.peakTick)) }
        object.set(
            "stretches",
            polyphony.stretches.map { stretch in
                var object = JSONObject()
                object.set("tick", stretch.tick)
                object.set("bar", stretch.bar)
                object.set("peak", stretch.peak)
                return object
            }
        )
        return object
    }
}
