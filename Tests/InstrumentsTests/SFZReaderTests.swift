import SoundFont
import Testing

@testable import Instruments

@Suite("Instruments in SFZ files")
struct SFZReaderTests {
    @Test("regions inherit from groups, masters and the global header")
    func inheritance() throws {
        let regions = try regions(
            """
            <global> pan=10 volume=-1
            <master> volume=-2 tune=5
            <group> tune=7
            <region> sample=a.wav
            <region> sample=b.wav tune=9 pan=-100
            <group>
            <region> sample=c.wav
            <master>
            <region> sample=d.wav
            <global>
            <region> sample=e.wav
            """
        )
        #expect(regions.map(\.tuning) == [7, 9, 5, 0, 0])
        #expect(regions.map(\.gain) == [-2, -2, -2, -1, 0])
        #expect(regions.map(\.pan) == [0.1, -1, 0.1, 0.1, 0])
    }

    @Test("keys are numbers or names, moved by the offsets of <control>")
    func keys() throws {
        let regions = try regions(
            """
            <region> sample=a.wav lokey=c4 hikey=f#4 pitch_keycenter=d4
            <region> sample=a.wav key=Eb-1
            <control> note_offset=1 octave_offset=-1
            <region> sample=a.wav key=60 lovel=20 hivel=90
            <region> sample=a.wav pitch_keycenter=sample
            """
        )
        #expect(regions[0].keys == ZoneRange(60, 66) && regions[0].rootKey == 62)
        #expect(regions[1].keys == ZoneRange(3, 3) && regions[1].rootKey == 3)
        #expect(regions[2].keys == ZoneRange(49, 49) && regions[2].velocities == ZoneRange(20, 90))
        #expect(regions[3].rootKey == nil && regions[3].keys == ZoneRange(0, 127))
    }

    @Test("positions in the recording: ends are the last frame in SFZ, the one behind it here")
    func positions() throws {
        let region = try #require(
            try regions(
                "<region> sample=a.wav offset=10 end=99 loop_start=20 loopend=79 loop_mode=loop_sustain"
            ).first
        )
        #expect(region.start == 10 && region.end == 100)
        #expect(region.loopStart == 20 && region.loopEnd == 80)
        #expect(region.loopMode == .untilRelease)
    }

    @Test("of articulations the default is played, of controllers what they are at first")
    func choices() throws {
        let description = try sfz(
            """
            <group> sw_default=25
            <region> sample=e.wav sw_last=24
            <region> sample=f.wav sw_last=25
            <group> <region> sample=g.wav trigger=release
            <region> sample=h.wav locc64=64
            <region> sample=i.wav hicc64=63
            <region> sample=j.wav lokey=-1 hikey=-1 on_locc1=3
            """
        )
        #expect(description.sources.map(\.name) == ["f", "i"])
        let told = description.diagnostics.map(\.description)
        #expect(told.contains { $0.hasPrefix("test.sfz: line 2: sw_last: ") }, "\(told)")
        #expect(told.contains { $0.hasPrefix("test.sfz: line 4: trigger=release: ") }, "\(told)")
        #expect(told.contains { $0.hasPrefix("test.sfz: line 5: controller 64: ") }, "\(told)")
    }

    @Test("regions have turns and random numbers; those that never come are reported")
    func turns() throws {
        let description = try sfz(
            """
            <group> seq_length=2
            <region> sample=a.wav
            <region> sample=b.wav seq_position=2 lorand=0.25 hirand=0.5
            <region> sample=c.wav seq_position=3
            <group> <region> sample=d.wav lorand=0.5 hirand=0.5
            <region> sample=e.wav
            """
        )
        let choices = description.programs[0].regions.map(\.choice)
        try #require(choices.count == 3)
        #expect(choices[0]?.position == 0 && choices[0]?.length == 2)
        #expect(choices[0]?.isFirst == true && choices[0]?.random == 0..<1)
        #expect(choices[1]?.position == 1 && choices[1]?.random == 0.25..<0.5)
        #expect(choices[1]?.isFirst == false && choices[2] == nil)
        let told = description.diagnostics.map(\.description)
        #expect(told.count == 2)
        #expect(told.contains { $0.hasPrefix("test.sfz: line 4: seq_position: ") }, "\(told)")
        #expect(told.contains { $0.hasPrefix("test.sfz: line 5: lorand: ") }, "\(told)")
    }

    @Test("controllers stand where <control> sets them")
    func controllers() throws {
        let description = try sfz(
            """
            <control> set_cc1=100 set_hdcc2=0.5
            <region> sample=a.wav locc1=90
            <region> sample=b.wav hicc1=90
            <region> sample=c.wav lohdcc2=0.4 hihdcc2=0.6
            """
        )
        #expect(description.sources.map(\.name) == ["a", "c"])
    }

    @Test("what is not supported is told once, with its first line")
    func unsupported() throws {
        let description = try sfz(
            """
            <region> sample=a.wav amp_random=3
            <region> sample=a.wav amp_random=4 pitch_random=0 off_mode=fast bend_up=200
            <region> sample=*strings
            <region> sample=*silence
            <effect> type=reverb
            """
        )
        #expect(
            description.diagnostics.map(\.description) == [
                "test.sfz: line 3: sample=*strings: expected *sine, *triangle, *saw, *square, *noise "
                    + "or *silence; silent",
                "test.sfz: line 1: amp_random: not supported",
                "test.sfz: line 5: <effect>: not supported",
            ]
        )
        #expect(description.programs[0].regions.count == 2)
    }

    @Test("groups that cut each other off share a class")
    func classes() throws {
        let regions = try regions(
            """
            <region> sample=closed.wav group=1 off_by=1
            <region> sample=open.wav group=7 off_by=1
            <region> sample=kick.wav group=3
            <region> sample=tom.wav group=4 off_by=5
            <region> sample=snare.wav
            """
        )
        #expect(regions.map { $0.amount(of: .exclusiveClass) ?? 0 } == [1, 1, 0, 2, 0])
    }

    @Test("huge and odd numbers stay within what a SoundFont can say")
    func numbers() throws {
        for value in [
            "1e308", "-1e308", "99999999999999999999", "nan", "inf", "-0", "x", "", "1e-320",
        ] {
            let names = [
                "lokey", "hikey", "key", "lovel", "pitch_keycenter", "pitch_keytrack", "tune",
                "transpose", "volume", "amplitude", "pan", "offset", "end", "delay", "loop_start",
                "loop_end", "group", "off_by", "seq_position", "ampeg_attack", "ampeg_sustain",
                "cutoff", "resonance", "fil_veltrack", "fileg_depth", "amplfo_freq", "amplfo_depth",
                "amp_veltrack", "effect1", "locc1", "note_offset",
            ]
            for name in names {
                guard let description = try? sfz("<region> sample=a.wav \(name)=\(value)") else {
                    continue
                }
                _ = try? BankAssembly(
                    description,
                    recordings: [Recording(frameCount: 100, rate: 48_000)]
                )
            }
        }
    }

    @Test("values out of range are reported with their line, and the nearest one is played")
    func ranges() throws {
        let description = try sfz(
            """
            <region> sample=a.wav tune=99999 transpose=-500
            pan=500 volume=1e99
            ampeg_attack=-5 loop_end=99999999999 pitch_keycenter=200
            <region> sample=b.wav tune=-1200 hikey=127 cutoff=22050 end=-1
            """
        )
        #expect(
            description.diagnostics.map(\.description) == [
                "test.sfz: line 1: tune: '99999', expected -12000 to 12000; 12000 is played",
                "test.sfz: line 1: transpose: '-500', expected -120 to 120; -120 is played",
                "test.sfz: line 2: pan: '500', expected -100 to 100; 100 is played",
                "test.sfz: line 2: volume: '1e99', expected -144 to 48; 48 is played",
                "test.sfz: line 3: ampeg_attack: '-5', expected 0 to 100; 0 is played",
                "test.sfz: line 3: loop_end: '99999999999', expected 0 to 4294967295; "
                    + "4294967295 is played",
                "test.sfz: line 3: pitch_keycenter: '200', expected 0 to 127; 127 is played",
                "test.sfz: line 4: end=-1: these regions never play",
            ]
        )
        let region = try #require(description.programs[0].regions.first)
        #expect(region.tuning == 0 && region.pan == 1 && region.gain == 48)
    }

    @Test("keys and velocities out of range are reported; ranges keep what is within")
    func noteRanges() throws {
        let description = try sfz(
            """
            <region> sample=a.wav key=200
            <region> sample=a.wav hivel=200
            <region> sample=a.wav key=-1
            <region> sample=a.wav lokey=-5 hikey=60 lovel=-3
            <control> note_offset=-12
            <region> sample=a.wav lokey=0 hikey=127
            <region> sample=a.wav lokey=2 hikey=5
            """
        )
        #expect(
            description.diagnostics.map(\.description) == [
                "test.sfz: line 1: key: '200', expected -1 to 127",
                "test.sfz: line 2: hivel: '200', expected 0 to 127; 127 is played",
                "test.sfz: line 4: lokey: '-5', expected -1 to 127; -1 is played",
                "test.sfz: line 4: lovel: '-3', expected 0 to 127; 0 is played",
                "test.sfz: line 3: keys below 0: these regions never play",
            ]
        )
        #expect(
            description.programs[0].regions.map(\.keys.numbers) == [
                nil, 0...127, 0...60, 0...115, nil,
            ]
        )
    }

    @Test("envelopes, filter and oscillators become generators")
    func generators() throws {
        let region = try #require(
            try regions(
                """
                <region> sample=a.wav ampeg_attack=1 ampeg_sustain=10 cutoff=440 resonance=6
                fileg_depth=1200 fileg_decay=2 pitchlfo_depth=50 pitchlfo_freq=8.1757989156
                amplfo_depth=3 amplfo_freq=5 pitch_keytrack=50 effect1=25 effect2=50
                """
            ).first
        )
        #expect(region.amount(of: .volumeAttack) == 0)
        #expect(region.amount(of: .volumeSustain) == 200)
        #expect(region.amount(of: .filterCutoff) == 6_900)
        #expect(region.amount(of: .filterResonance) == 60)
        #expect(region.amount(of: .modulationEnvelopeToFilter) == 1_200)
        #expect(region.amount(of: .modulationDecay) == 1_200)
        #expect(region.amount(of: .vibratoToPitch) == 50)
        #expect(region.amount(of: .vibratoFrequency) == nil)
        #expect(region.amount(of: .modulationLFOToVolume) == 30)
        #expect(region.amount(of: .scaleTuning) == 50)
        #expect(region.amount(of: .reverbSend) == 250 && region.amount(of: .chorusSend) == 500)
    }
}
