import Glibc
import TestSupport
import Testing

@Suite("Playing several files")
struct PlayingFilesTests {
    /// A second of a sine on a key.
    private static func song(_ key: UInt8) -> SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.note(at: 0, length: 480, channel: 0, key: key) }
        return song
    }

    /// The keys of songs of half a second each, as a device has got them.
    private func keys(_ place: Workplace, _ count: Int, step: Int = 24_000) throws -> [Int] {
        let sound = try SoundFile(
            path: place.folder.path("played.wav"),
            encoding: .signed16,
            rate: 48_000
        )
        // Each begins on the grid of 64 frames; the pitch is taken in the middle.
        return try (0..<count).map { index in
            let middle = index * step + step / 2
            let pitch = try sound[0].frequency(in: middle - 6_000..<middle + 6_000)
            return Int((cents(pitch, above: 440) / 100).rounded()) + 69
        }
    }

    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.add(Self.song(69), "1.mid")
        try place.add(Self.song(76), "2.mid")
        try place.add(Self.song(81), "sub/3.mid")
        return place
    }

    @Test("of a folder, in the order of their names, twice")
    func folder() async throws {
        let place = try place()
        let run = try await place.play(".", "--loops", "2", "--device", "tee:null,'played.wav',wav")
        #expect(run.status == .exited(0), "\(run)")
        #expect(try keys(place, 6) == [69, 76, 81, 69, 76, 81])
    }

    @Test(
        "of a playlist, slower; and one that is missing is said, passed over, and gives the status"
    )
    func list() async throws {
        let place = try place()
        try place.folder.write("2.mid\ngone.mid\nsub/3.mid\n", to: "list.m3u")
        let run = try await place.play(
            "list.m3u",
            "--speed",
            "0.5",
            "--device",
            "tee:null,'played.wav',wav"
        )
        #expect(run.status == .exited(66), "\(run)")
        #expect(run.errorText.contains("gone.mid: no such file"), "\(run)")
        #expect(try keys(place, 2, step: 48_000) == [76, 81])
    }

    @Test("again and again, without a gap, until it is ended")
    func loop() async throws {
        let place = try place()
        let process = try place.start(
            "play",
            "2.mid",
            "--loop",
            "--device",
            "tee:null,'played.wav',wav"
        )
        try await place.waitForSize(44 + 4 * 4 * 24_000, of: "played.wav")
        process.send(signal: SIGINT)
        #expect(await process.finished().status == .exited(130))
        #expect(try keys(place, 4) == [76, 76, 76, 76])
    }

    @Test("again begins with every channel as at first, whatever the end has set")
    func loopState() async throws {
        let place = try Workplace()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 460, channel: 0, key: 69)
            // The volume and a bend that the start does not take back.
            $0.control(at: 470, channel: 0, 7, 0)
            $0.bend(at: 470, channel: 0, 16_383)
            $0.endTick = 480
        }
        try place.add(song)
        let run = try await place.play(
            "song.mid",
            "--loops",
            "3",
            "--device",
            "tee:null,'played.wav',wav"
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try keys(place, 3) == [69, 69, 69])
    }

    @Test("that take no time ends, even when they are to be played for ever")
    func nothing() async throws {
        let place = try Workplace()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.program(at: 0, channel: 0, 0) }
        try place.add(song)
        let run = try await place.play("song.mid", "--loop", "--null")
        #expect(run.status == .exited(0), "\(run)")
    }

    @Test("with an order by chance plays each of them once")
    func shuffle() async throws {
        let place = try place()
        let run = try await place.play(".", "--shuffle", "--device", "tee:null,'played.wav',wav")
        #expect(run.status == .exited(0), "\(run)")
        #expect(try keys(place, 3).sorted() == [69, 76, 81])
    }

    @Test("where none can be played ends before a device is opened")
    func none() async throws {
        let place = try Workplace()
        let run = try await place.play("a.mid", "b.mid", "--device", "file:'out.raw',raw")
        #expect(run.status == .exited(66), "\(run)")
        #expect(try place.folder.names().isEmpty)
    }

    @Test("rendering takes the speed too, and keeps the pitch")
    func renderedSpeed() async throws {
        let place = try place()
        let run = try await place.render("1.mid", "-o", "x.wav", "--speed", "1/2", "--tail", "none")
        #expect(run.status == .exited(0), "\(run)")
        let sound = try place.sound("x.wav")
        #expect(sound.seconds == 1)
        #expect(try abs(cents(sound[0].frequency(in: 6_000..<40_000), above: 440)) < 1)
    }
}
