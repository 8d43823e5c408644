import MIDI
import Platform
import SMF
import TestSupport
import Testing

@testable import FontFiles

@Suite("MIDI files that are recorded")
struct MIDIFileSinkTests {
    private typealias Recorder = StreamingWriter<MIDIFileSink>

    private func recorder(_ path: String) throws -> Recorder {
        var recorder = try Recorder(
            MIDIFileSink(replacing: path),
            format: .single,
            division: .ticksPerQuarter(480)
        )
        try recorder.beginTrack()
        return recorder
    }

    private func note(_ key: UInt8) -> TrackEvent {
        TrackEvent(delta: 10, event: .channel(.noteOn(channel: 0, key: key, velocity: 64)))
    }

    @Test("The file takes its place when it is complete, and nothing else is left")
    func complete() throws {
        try withTemporaryDirectory { directory in
            try directory.write("old", to: "song.mid")
            var recorder = try recorder(directory.path("song.mid"))
            try recorder.append(note(60))
            try recorder.checkpoint()
            try recorder.append(note(61))
            #expect(try directory.read("song.mid") == Array("old".utf8))
            try recorder.finish().commit()
            #expect(try directory.names() == ["song.mid"])
            let file = try MIDIFile(try directory.read("song.mid"), policy: .strict)
            #expect(Array(file.tracks[0].dropLast()) == [note(60), note(61)])
        }
    }

    @Test("After a checkpoint a crash leaves a file that reads completely")
    func crash() throws {
        try withTemporaryDirectory { directory in
            var recorder = try recorder(directory.path("song.mid"))
            try recorder.append(note(60))
            #expect(try directory.names() == [])
            try recorder.checkpoint()
            try recorder.append(note(61))
            // What a crash would leave is what is there now.
            #expect(try directory.names() == ["song.mid.part"])
            let file = try MIDIFile(try directory.read("song.mid.part"), policy: .strict)
            #expect(Array(file.tracks[0].dropLast()) == [note(60)])
            try recorder.checkpoint()
            let later = try MIDIFile(try directory.read("song.mid.part"), policy: .strict)
            #expect(Array(later.tracks[0].dropLast()) == [note(60), note(61)])
        }
    }

    @Test("A recording that is given up leaves nothing, and takes nothing of an earlier crash")
    func abandoned() throws {
        try withTemporaryDirectory { directory in
            try directory.write("rescue me", to: "song.mid.part")
            do {
                var recorder = try recorder(directory.path("song.mid"))
                try recorder.append(note(60))
                try recorder.checkpoint()
                #expect(try directory.names() == ["song.mid.part", "song.mid.part2"])
            }
            #expect(try directory.names() == ["song.mid.part"])
            #expect(try directory.read("song.mid.part") == Array("rescue me".utf8))
        }
    }

    @Test("What cannot be created is told before anything is recorded")
    func refusals() throws {
        try withTemporaryDirectory { directory in
            for path in [directory.path, directory.path("no/song.mid"), "/dev/null"] {
                #expect(throws: HostError.self) {
                    _ = try MIDIFileSink(replacing: path)
                }
            }
        }
    }
}
