import SoundFont
import Testing

@testable import Instruments

@Suite("SoundFonts made of instruments")
struct BankAssemblyTests {
    @Test("a stereo recording becomes two linked samples at the sides")
    func stereo() throws {
        let assembly = try BankAssembly(
            sfz("<region> sample=a.wav key=60"),
            recordings: [Recording(frameCount: 100, channelCount: 2, rate: 44_100)]
        )
        let bank = assembly.bank
        #expect(bank.samples.map(\.type) == [.left, .right])
        #expect(bank.samples.map(\.link) == [1, 0])
        #expect(bank.samples.map(\.name) == ["a_L", "a_R"])
        #expect(bank.samples.map(\.rate) == [44_100, 44_100])
        let zones = bank.instruments[0].zones
        #expect(zones.map { $0.amount(of: .pan) } == [-500, 500])
        // 3.01 dB: a voice at one side is as loud as its frames, one in the middle is not.
        #expect(zones.map { $0.amount(of: .attenuation) } == [75, 75])
        #expect(assembly.pieces.map(\.frames) == [0..<100, 0..<100])
        #expect(assembly.pieces.map(\.destination) == [0, 146])
        #expect(assembly.frameCount == 292)
    }

    @Test("a file gets the first of each sequence, and the others are reported")
    func turns() throws {
        let description = try sfz(
            """
            <region> sample=a.wav seq_length=2
            <region> sample=a.wav seq_length=2 seq_position=2 tune=5
            <region> sample=a.wav lorand=0.5
            """
        )
        let recordings = [Recording(frameCount: 100, channelCount: 2, rate: 8_000)]
        let played = try BankAssembly(description, recordings: recordings)
        #expect(played.bank.instruments[0].zones.count == 6 && played.diagnostics.isEmpty)
        #expect(played.supplements[0].map { $0.choice?.position } == [0, 0, 1, 1, 0, 0])
        let written = try BankAssembly(description, recordings: recordings, isForFile: true)
        #expect(written.bank.instruments[0].zones.count == 2)
        #expect(written.supplements == [[ZoneSupplement(), ZoneSupplement()]])
        let told = written.diagnostics.map(\.description)
        #expect(told.count == 2)
        #expect(told[0].hasPrefix("test.sfz: line 2: seq_position: "), "\(told)")
        #expect(told[1].hasPrefix("test.sfz: line 3: lorand: "), "\(told)")
    }

    @Test("regions of one recording share its frames")
    func sharing() throws {
        let assembly = try BankAssembly(
            sfz("<region> sample=a.wav key=60 <region> sample=a.wav key=62 offset=10"),
            recordings: [Recording(frameCount: 101, rate: 8_000, bits: 24)]
        )
        #expect(assembly.pieces.count == 1 && assembly.has24Bits)
        #expect(assembly.bank.samples.map(\.start) == [0, 10])
        #expect(assembly.bank.samples.map(\.name) == ["a", "a~2"])
        #expect(assembly.frameCount == 148)
    }

    @Test("loops and keys are the recording's where the description says nothing")
    func recorded() throws {
        let recording = Recording(frameCount: 100, rate: 8_000, rootKey: 70, loop: 20..<90)
        let assembly = try BankAssembly(
            sfz("<region> sample=a.wav pitch_keycenter=sample"),
            recordings: [recording]
        )
        let sample = assembly.bank.samples[0]
        #expect(sample.loopStart == 20 && sample.loopEnd == 90 && sample.rootKey == 70)
        #expect(assembly.bank.instruments[0].zones[0].amount(of: .sampleModes) == 1)
    }

    @Test("tuning is split into semitones and cents")
    func tuning() throws {
        let assembly = try BankAssembly(
            sfz("<region> sample=a.wav tune=-160"),
            recordings: [Recording(frameCount: 100, rate: 8_000)]
        )
        let zone = assembly.bank.instruments[0].zones[0]
        #expect(zone.amount(of: .coarseTune) == -2 && zone.amount(of: .fineTune) == 40)
    }

    @Test("regions without a recording, and with a range outside of it, are silent")
    func missing() throws {
        let description = try sfz(
            "<region> sample=a.wav <region> sample=b.wav <region> sample=b.wav offset=1000"
        )
        let assembly = try BankAssembly(
            description,
            recordings: [nil, Recording(frameCount: 100, rate: 8_000)]
        )
        #expect(assembly.bank.instruments[0].zones.count == 1)
        #expect(assembly.diagnostics.map(\.severity) == [.error])
        #expect(throws: InstrumentError.self) {
            try BankAssembly(description, recordings: [nil, nil])
        }
    }

    @Test("a region without a key or a velocity is silent, and reported with its line")
    func emptyRanges() throws {
        let assembly = try BankAssembly(
            sfz(
                """
                <group> sample=a.wav
                <region> key=60
                <region> lokey=80 hikey=70
                <region> lovel=100 hivel=20
                <region> key=200
                """
            ),
            recordings: [Recording(frameCount: 100, rate: 8_000)]
        )
        #expect(assembly.bank.instruments[0].zones.count == 1)
        let silent = assembly.diagnostics.filter { $0.severity == .error }
        #expect(
            silent.map(\.description) == [
                "test.sfz: line 3: a: keys 80 to 70: the lowest is above the highest; silent",
                "test.sfz: line 4: a: velocities 100 to 20: the lowest is above the highest; silent",
                "test.sfz: line 5: a: no keys from 0 to 127; silent",
            ]
        )
    }

    @Test(
        "where nothing can be played, the error says why",
        arguments: [
            ("trigger=release", "trigger=release: not supported; these regions are left out", true),
            ("locc64=64", "controller 64: regions that wait for it are left out", true),
            ("key=-1", "keys below 0: these regions never play", true),
            (
                "lokey=80 hikey=70",
                "a: keys 80 to 70: the lowest is above the highest; silent",
                false
            ),
        ]
    )
    func nothing(_ opcodes: String, _ reason: String, _ isLeftOut: Bool) throws {
        let description = try sfz("<region> sample=a.wav \(opcodes)")
        func assembly(isForFile: Bool) throws(InstrumentError) -> BankAssembly {
            try BankAssembly(
                description,
                recordings: description.sources.map { _ in
                    Recording(frameCount: 100, rate: 8_000)
                },
                isForFile: isForFile
            )
        }
        let expected = "none of its regions can be played; test.sfz: line 1: \(reason)"
        let error = try #require(throws: InstrumentError.self) { try assembly(isForFile: true) }
        #expect(error.detail == expected)
        // Other voices may play what is left out.
        guard isLeftOut else { return }
        let kept = try assembly(isForFile: false)
        #expect(kept.silence == expected)
        #expect(kept.bank.presets.count == 1)
    }

    @Test("a loop that ends behind its recording ends with it, and is reported")
    func longLoop() throws {
        func findings(_ end: Int) throws -> [InstrumentDiagnostic] {
            let assembly = try BankAssembly(
                sfz("<region> sample=a.wav loop_start=10 loop_end=\(end)"),
                recordings: [Recording(frameCount: 100, rate: 8_000)]
            )
            #expect(assembly.bank.samples[0].loopEnd == 100)
            return assembly.diagnostics
        }
        #expect(try findings(99).isEmpty)
        #expect(try findings(100).map(\.severity) == [.note])
        let far = try #require(try findings(999_999_999).first)
        #expect(far.severity == .warning)
        #expect(
            far.description
                == "test.sfz: line 1: a: loop to frame 1000000000 of 100; it ends with the last"
        )
    }

    @Test("the bank reads back as it was made")
    func roundTrip() throws {
        let assembly = try BankAssembly(
            sfz("<region> sample=a.wav hikey=59 cutoff=1000 <region> sample=b.wav lokey=60"),
            recordings: [
                Recording(frameCount: 100, rate: 8_000),
                Recording(frameCount: 50, channelCount: 2, rate: 96_000),
            ]
        )
        let bytes = try assembly.bank.bytes(
            SampleData(bytes: Array(repeating: 0, count: assembly.frameCount * 2))
        )
        let reading = try SoundBankReading(bytes)
        #expect(reading.bank == assembly.bank)
        #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    }
}
