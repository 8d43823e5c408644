import JSON
import MIDI

/// What sounds, as a reply.
extension Reply {
    static func write(_ report: SoundReport, to answer: inout Answer) {
        answer.set(
            "sounding",
            report.notes.map { note in
                let name = NoteName.text(UInt8(clamping: note.key))
                var object = JSONObject()
                object.set("sampler", note.sampler)
                object.set("channel", note.channel)
                object.set("key", note.key)
                object.set("name", name)
                object.set("voices", note.voices)
                object.set("causes", note.causes)
                let causes = note.causes.joined(separator: ", ")
                return (
                    .object(object),
                    "\(name) on \(note.sampler)/\(note.channel), voices \(note.voices): \(causes)"
                )
            },
            line: "sounding"
        )
        answer.set(
            "silent",
            report.silences.map { silence in
                var object = JSONObject()
                object.set("part", silence.part)
                object.set("reason", silence.reason)
                return (.object(object), "\(silence.part): \(silence.reason)")
            },
            line: "silent"
        )
    }
}

extension SoundReport {
    init(_ fields: JSONFields) throws(RequestError) {
        notes = try fields.entries("sounding") { fields throws(RequestError) in
            let sampler = try fields.string("sampler")
            let (channel, key) = (try fields.integer("channel"), try fields.integer("key"))
            return Note(
                sampler: sampler,
                channel: channel,
                key: key,
                voices: try fields.integer("voices"),
                causes: try fields.strings("causes")
            )
        }
        silences = try fields.entries("silent") { fields throws(RequestError) in
            let part = try fields.string("part")
            return Silence(part, try fields.string("reason"))
        }
    }
}
