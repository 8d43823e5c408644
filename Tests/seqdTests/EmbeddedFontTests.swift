import Foundation
import TestSupport
import Testing

@Suite("A SoundFont that comes with its music")
struct EmbeddedFontTests {
    /// A folder with a song, wrapped together with a sound bank, and that bank by itself.
    private struct Case {
        let place: Workplace

        init(_ song: SMFBuilder, bank: [UInt8], offset: UInt16? = nil) throws {
            place = try Workplace()
            try place.add(song)
            try place.folder.write(bank, to: "bank.sf2")
            try place.folder.write(
                EmbeddedFontTests.wrapped(song.bytes, bank: bank, offset: offset),
                to: "song.rmi"
            )
        }

        /// Renders both ways and says whether the sound is the same.
        func sounds(as fonts: [String]) async throws -> Bool {
            let embedded = try await place.render("song.rmi", "-o", "a.wav", "--embedded-font")
            #expect(embedded.status == .exited(0), "\(embedded)")
            let named = try await place.run(
                ["render", "song.mid", "-o", "b.wav"] + fonts.flatMap { ["--sf2", $0] }
            )
            #expect(named.status == .exited(0), "\(named)")
            return try place.folder.read("a.wav") == place.folder.read("b.wav")
        }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
        let pad: [UInt8] = content.count.isMultiple(of: 2) ? [] : [0]
        return Array(name.utf8) + size + content + pad
    }

    private static func wrapped(_ song: [UInt8], bank: [UInt8], offset: UInt16?) -> [UInt8] {
        var content = Array("RMID".utf8) + chunk("data", song)
        if let offset {
            let bytes = [UInt8(offset & 0xFF), UInt8(offset >> 8)]
            content += chunk("LIST", Array("INFO".utf8) + chunk("DBNK", bytes))
        }
        return chunk("RIFF", content + bank)
    }

    /// A font with a sine of 480 Hz at key 47, in some banks.
    private static func font(banks: [UInt16]) -> [UInt8] {
        var font = SoundFontBuilder(name: "high")
        let frames = (0..<24_000).map { frame in
            Int16((8_000 * sin(2 * .pi * Double(frame) / 100)).rounded())
        }
        let sample = font.add(.init(name: "sine", frames: frames, rate: 48_000, rootKey: 47))
        let instrument = font.add(.init(name: "sine", zones: [.init(target: sample)]))
        for bank in banks {
            let zones = [SoundFontBuilder.Zone(target: instrument)]
            font.add(.init(name: "sine \(bank)", bank: bank, program: 0, zones: zones))
        }
        return font.bytes
    }

    /// A note of half a second on a channel.
    private static func song(bank: UInt8? = nil, channel: UInt8 = 0) -> SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            if let bank { track.control(at: 0, channel: channel, 0, bank) }
            track.program(at: 0, channel: channel, 0)
            track.note(at: 0, length: 480, channel: channel, key: 60)
        }
        return song
    }

    @Test("is played before those that are named, when it is asked for")
    func priority() async throws {
        let song = try Case(Self.song(), bank: Self.font(banks: [0]))
        #expect(try await song.sounds(as: ["bank.sf2", song.place.font]))
        #expect(try await !song.sounds(as: [song.place.font]))
    }

    @Test("has its banks moved by what the file says")
    func offset() async throws {
        let song = try Case(Self.song(bank: 3), bank: Self.font(banks: [1]), offset: 2)
        #expect(try await song.sounds(as: ["bank.sf2+2", song.place.font]))
        // What its bank 0 has is not in the way.
        let other = try Case(Self.song(), bank: Self.font(banks: [0]), offset: 2)
        #expect(try await other.sounds(as: [other.place.font]))
    }

    @Test("has its drums where drums are, whatever the file says")
    func drums() async throws {
        let song = try Case(
            Self.song(channel: 9),
            bank: Self.font(banks: [0, 128]),
            offset: 1
        )
        #expect(try await song.sounds(as: ["bank.sf2", song.place.font]))
    }

    @Test("is in bank 1 where the file says nothing and the music selects banks, else as it is")
    func defaultOffset() async throws {
        let first = try Case(Self.song(bank: 1), bank: Self.font(banks: [0]))
        #expect(try await first.sounds(as: ["bank.sf2+1", first.place.font]))
        let none = try Case(Self.song(bank: 0), bank: Self.font(banks: [0]))
        #expect(try await none.sounds(as: ["bank.sf2", none.place.font]))
    }

    @Test("is mentioned where it is not played, and left out")
    func unused() async throws {
        let song = try Case(Self.song(), bank: Self.font(banks: [0]))
        let note = "seqd: song.rmi: contains a SoundFont; --embedded-font plays it\n"
        let run = try await song.place.render("song.rmi", "-o", "a.wav")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.hasPrefix(note), "\(run)")
        let plain = try await song.place.render("song.mid", "-o", "b.wav", "--quiet")
        #expect(plain.errorOutput.isEmpty, "\(plain)")
        #expect(try song.place.folder.read("a.wav") == song.place.folder.read("b.wav"))
        let played = try await song.place.play("song.rmi", "--null")
        #expect(played.errorText == note, "\(played)")
        let quiet = try await song.place.play("song.rmi", "--null", "--quiet")
        #expect(quiet.errorOutput.isEmpty, "\(quiet)")
    }

    @Test("is named as what plays, and the default one as what the rest comes from")
    func report() async throws {
        let song = try Case(Self.song(), bank: Self.font(banks: [0]))
        let font = song.place.font
        let line =
            "seqd: song.rmi: uses its own SoundFont; missing presets come from \(font)\n"
        for arguments in [
            ["render", "song.rmi", "-o", "a.wav"], ["play", "song.rmi", "--null"],
        ] {
            let run = try await seqd(
                arguments + ["--embedded-font"],
                environment: ["SEQD_SOUNDFONT": font],
                directory: song.place.folder.path
            )
            #expect(run.status == .exited(0), "\(run)")
            #expect(run.errorText.contains(line), "\(run)")
            #expect(!run.errorText.contains("seqd: SoundFont "), "\(run)")
        }
        // One that has none plays with the default one, which is said once.
        let both = try await seqd(
            ["play", "song.mid", "song.rmi", "song.mid", "--null", "--embedded-font"],
            environment: ["SEQD_SOUNDFONT": font],
            directory: song.place.folder.path
        )
        #expect(both.errorText.contains(line), "\(both)")
        let found = "seqd: SoundFont \(font) (name another with --sf2)\n"
        #expect(both.errorText.components(separatedBy: found).count == 2, "\(both)")
    }

    @Test("that is wanted and not there is mentioned")
    func missing() async throws {
        let song = try Case(Self.song(), bank: Self.font(banks: [0]))
        let run = try await song.place.play("song.mid", "--null", "--embedded-font")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText == "seqd: song.mid: contains no SoundFont\n", "\(run)")
    }

    @Test("sounds in the player too, song after song, and leaves no file behind")
    func playing() async throws {
        let song = try Case(Self.song(), bank: Self.font(banks: [0]))
        let temporary = try TemporaryDirectory()
        let run = try await song.place.run(
            [
                "play", "song.rmi", "song.mid", "song.rmi", "--embedded-font", "--quiet",
                "--device", "tee:null,'played.wav',wav",
            ],
            environment: ["TMPDIR": temporary.path]
        )
        #expect(run.status == .exited(0), "\(run)")
        let sound = try SoundFile(
            path: song.place.folder.path("played.wav"),
            encoding: .signed16,
            rate: 48_000
        )
        // Key 60 as the font's root key 47 makes 480 Hz of it, and as it is. A machine with much to
        // do may put silence between the songs.
        let pitches = [480 * pow(2, 13.0 / 12), frequency(ofKey: 60)]
        var heard: [Int] = []
        for start in stride(from: 0, to: sound[0].samples.count - 2_000, by: 2_000) {
            guard let pitch = try? sound[0].frequency(in: start..<start + 2_000),
                let song = pitches.firstIndex(where: { abs(cents(pitch, above: $0)) < 30 }),
                song != heard.last
            else { continue }
            heard.append(song)
        }
        #expect(heard == [0, 1, 0])
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
    }

    @Test("that is a DLS bank cannot be played, and the music can without it")
    func downloadableSounds() async throws {
        let bank = Self.chunk("RIFF", Array("DLS ".utf8) + [1, 2, 3, 4])
        let song = try Case(Self.song(), bank: bank)
        let run = try await song.place.render("song.rmi", "-o", "a.wav", "--embedded-font")
        #expect(run.status == .exited(65), "\(run)")
        #expect(
            run.errorText == "seqd: song.rmi: carries a DLS bank, which cannot be played; "
                + "it can without --embedded-font\n",
            "\(run)"
        )
        let plain = try await song.place.render("song.rmi", "-o", "a.wav", "--quiet")
        #expect(plain.status == .exited(0), "\(plain)")
        #expect(plain.errorOutput.isEmpty, "\(plain)")
    }

    @Test("that is damaged is refused by the song's name, for each place of its structure")
    func damaged() async throws {
        var bank = Self.font(banks: [0])
        bank.removeLast(1_000)
        let cut = try Case(Self.song(), bank: bank, offset: 1)
        let run = try await cut.place.render("song.rmi", "-o", "a.wav", "--embedded-font")
        #expect(run.status == .exited(65), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: song.rmi: its SoundFont: "), "\(run)")
        #expect(!run.errorText.contains("/proc/"), "\(run)")
    }

    @Test("needs a folder for temporary files")
    func noFolder() async throws {
        let song = try Case(Self.song(), bank: Self.font(banks: [0]))
        let run = try await song.place.run(
            ["render", "song.rmi", "-o", "a.wav", "--embedded-font"],
            environment: ["TMPDIR": "/none/such"]
        )
        #expect(run.status == .exited(73), "\(run)")
        #expect(run.errorText.contains("no temporary file in /none/such"), "\(run)")
    }
}
