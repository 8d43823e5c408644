import Effects
import Sequencer
import Testing

@testable import Racks

@Suite("A clip in words")
struct ClipSettingsTests {
    @Test(
        "is read as it was written",
        arguments: [
            "vocals.flac", "a/b@c.wav@9:1", "a@b/c.wav", "a@b.wav@0t", "vocals.flac@9:1,gain=-3",
            "x.wav@@Chorus",
            "x.wav@12.5s",
            "x.wav@480t,name=lead,gain=-inf,pan=-20,offset=1.5,length=30,fade-in=0.1,fade-out=2,"
                + "loop=4,loop-start=2.25,loop-end=7.000001,follow=pitch",
            "x.wav,loop=yes",
        ]
    )
    func roundTrip(_ text: String) throws {
        #expect(try ClipSettings(parsing: text).description == text)
    }

    @Test("takes units, and a strip's name from its file")
    func values() throws {
        let clip = try ClipSettings(parsing: "a/b.c.ogg@1:1,gain=-3dB,offset=1m2s,fade-in=50ms")
        #expect(clip.gain == -3 && clip.offset == 62 && clip.fadeIn == 0.05)
        #expect(clip.stripName == "b.c" && clip.start == .barBeat(bar: 1, beat: 1, tick: 0))
        #expect(try ClipSettings(parsing: "a.wav,name=x").stripName == "x")
    }

    @Test(
        "is refused with what was expected",
        arguments: [
            ("", "expected FILE@POSITION"), ("@9:1", "expected FILE@POSITION"),
            ("a.wav@9:x", "a bar and beat are written"), ("a.wav,gain", "expected KEY=VALUE"),
            ("a.wav,gain=1,gain=2", "gain: given more than once"),
            ("a.wav,gian=1", "did you mean \"gain\"?"), ("a.wav,gain=13", "-200 to 12 dB"),
            ("a.wav,pan=101", "-100 to 100"), ("a.wav,loop=1.5", "a whole number"),
            ("a.wav,follow=yes", "expected no, pitch, tempo"),
            ("a.wav,name=a/3", "not one like piano/10"),
            ("a.wav,name=v@9:1", "expected the position behind the file"),
            ("a.wav,name=none", "name: \"none\" means a route that plays nothing"),
            ("master.wav", "name: \"master\" means the whole mix; expected another name"),
            ("a.wav,loop=2,loop-start=3,loop-end=2", "loop-start: not before loop-end"),
            ("a.wav,loop=2,offset=3,loop-end=2", "offset: not before loop-end"),
            ("a.wav@next-beat", "expected a position in the music"),
        ]
    )
    func faults(_ text: String, _ expected: String) {
        let error = #expect(throws: RoutingSyntaxError.self) { try ClipSettings(parsing: text) }
        #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    }
}
