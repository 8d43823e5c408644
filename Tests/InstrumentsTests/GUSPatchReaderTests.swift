import SoundFont
import TestSupport
import Testing

@testable import Instruments

@Suite("GUS patches and configurations of TiMidity")
struct GUSPatchReaderTests {
    private static let sample = GUSPatchBuilder.Sample([Int16](repeating: 1, count: 100))

    private func read(_ builder: GUSPatchBuilder) throws -> InstrumentDescription {
        try GUSPatchReader.read(builder.bytes, path: "x.pat")
    }

    @Test("A patch is a program whose frames are ranges of the file")
    func structure() throws {
        var left = Self.sample
        left.balance = 0
        left.depths = (1, 2)
        var builder = GUSPatchBuilder([left])
        builder.name = "Flute"
        builder.layers.append([Self.sample])
        let description = try read(builder)
        #expect(description.name == "Flute")
        #expect(description.programs.map(\.name) == ["Flute"])
        #expect(description.programs[0].regions.map(\.pan) == [-1, 0])
        #expect(description.sources.count == 2)
        guard case .embedded(let frames) = description.sources[1].location else {
            Issue.record("not embedded")
            return
        }
        #expect(frames.bytes.upperBound == builder.bytes.count && frames.bytes.count == 200)
        #expect(frames.recording.frameCount == 100 && frames.recording.rate == 44_100)
        #expect(description.diagnostics.map(\.subject) == ["tremolo", "vibrato"])
    }

    @Test("A ping-pong loop is written out, and a backward one reversed")
    func loops() throws {
        var sample = Self.sample
        sample.loop = 20..<120
        sample.modes = 1 | 4 | 8
        func frames() throws -> (EmbeddedFrames, Region) {
            let description = try read(GUSPatchBuilder([sample]))
            guard case .embedded(let frames) = description.sources[0].location else {
                throw TestSupportError("not embedded")
            }
            return (frames, description.programs[0].regions[0])
        }
        let (both, region) = try frames()
        #expect(both.recording.frameCount == 150)
        #expect(both.runs.map(\.frames) == [0..<60, 11..<61, 60..<100])
        #expect(both.runs.map(\.isBackward) == [false, true, false])
        #expect(region.loopStart == 10 && region.loopEnd == 110)
        sample.modes = 1 | 16
        let (backward, turned) = try frames()
        #expect(backward.runs == [EmbeddedFrames.Run(0..<100, isBackward: true)])
        #expect(turned.loopStart == 40 && turned.loopEnd == 90)
    }

    @Test("A loop behind the last frame is left out", arguments: [4, 12, 20, 28] as [UInt8])
    func loopBehind(modes: UInt8) throws {
        var sample = Self.sample
        // Bytes of frames with 16 bits: 200 to 240 of 100.
        sample.loop = 400..<480
        sample.modes = 1 | modes
        let description = try read(GUSPatchBuilder([sample]))
        #expect(description.programs[0].regions[0].loopStart == nil)
    }

    @Test("Damage is reported, whole samples play, and a file may end anywhere")
    func damage() throws {
        let whole = GUSPatchBuilder([Self.sample, Self.sample])
        let bytes = whole.bytes
        for count in 0..<bytes.count {
            do throws(InstrumentError) {
                let description = try GUSPatchReader.read(Array(bytes[..<count]), path: "x.pat")
                #expect(!description.diagnostics.isEmpty, "\(count)")
            } catch {
                #expect([.notAnInstrument, .empty].contains(error.code), "\(count): \(error)")
            }
        }
        let cut = try GUSPatchReader.read(Array(bytes.dropLast(50)), path: "x.pat")
        #expect(
            cut.diagnostics.map(\.description) == [
                "x.pat: byte 0x217: sample 2: ends after 150 of 200 bytes"
            ]
        )
        #expect(throws: InstrumentError.self) {
            try GUSPatchReader.read(Array("GF1PATCH120".utf8) + bytes.dropFirst(11), path: "x.pat")
        }
    }

    @Test("Faults of a configuration are reported with their lines")
    func configuration() throws {
        let patch = GUSPatchBuilder([Self.sample]).bytes
        func read(_ text: String) throws(InstrumentError) -> InstrumentDescription {
            try TiMidityReader.read(Array(text.utf8), path: "x.cfg") { name, kind in
                switch (name, kind) {
                case ("a.pat", .patch): .success(.init(path: "/found/a.pat", bytes: patch))
                case ("self.cfg", .configuration):
                    .success(.init(path: name, bytes: Array("source self.cfg".utf8)))
                case ("locked.cfg", _): .failure(.init(reason: "Permission denied"))
                default: nil
                }
            }
        }
        let description = try read(
            """
            0 a
            bank 0
            1 a.pat amp=x pan=50
            2 gone
            3 %font x.sf2 0 1
            bank 128
            4 a
            source self.cfg
            drumset 2
            60 a
            61 a keep=loop strip=tail keep=all
            """
        )
        #expect(description.programs.map(\.bank) == [0, 128])
        #expect(description.programs.map(\.number) == [1, 2])
        #expect(description.programs[1].regions.map(\.keys.low) == [60, 61])
        #expect(description.programs[0].regions[0].pan == 0.5)
        guard case .embedded(let frames) = description.sources[0].location else {
            Issue.record("not embedded")
            return
        }
        #expect(frames.file == "/found/a.pat")
        for line in [1, 3, 4, 5, 6, 7, 11] {
            #expect(
                description.diagnostics.contains { $0.position.place == .line(line) },
                "line \(line): \(description.diagnostics)"
            )
        }
        #expect(throws: InstrumentError.self) { _ = try read("bank 0\n") }
        let locked = try read("source locked.cfg\nbank 0\n1 a\n")
        #expect(
            locked.diagnostics.map(\.description) == [
                "x.cfg: line 1: locked.cfg: Permission denied"
            ]
        )
        // A line may name more files than there may be lines.
        let many = String(repeating: "self.cfg ", count: 100_001)
        let cut = try read("bank 0\n1 a\nsource \(many)")
        #expect(
            cut.diagnostics.contains { $0.description.contains("more than 100000") },
            "\(cut.diagnostics)"
        )
    }
}
