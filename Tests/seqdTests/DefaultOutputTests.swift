import TestSupport
import Testing

@Suite("Without --output")
struct DefaultOutputTests {
    private func place() throws -> Workplace {
        let place = try Workplace()
        for name in ["in/a.mid", "in/b.kar", "in/sub/c.mid"] {
            try place.add(PlayedSong.tone(), name)
        }
        return place
    }

    @Test("convert names its output after the input, in the current folder")
    func convert() async throws {
        let place = try place()
        let run = try await seqd(["convert", "in/a.mid", "in/b.kar"], directory: place.folder.path)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText == "seqd: a.mid: written\nseqd: b.mid: written\n", "\(run)")
        #expect(try place.folder.names() == ["a.mid", "b.mid", "in"])
    }

    @Test("convert, dump and render replace no file without --force, and begin nothing")
    func existing() async throws {
        let place = try place()
        for name in ["b.mid", "b.txt", "b.wav"] { try place.folder.write("old", to: name) }
        for (command, name) in [("convert", "b.mid"), ("dump", "b.txt"), ("render", "b.wav")] {
            let files = ["in/a.mid", "in/b.kar"]
            func run(_ options: String...) async throws -> CommandRun {
                command == "render"
                    ? try await place.run([command] + files + options)
                    : try await seqd([command] + files + options, directory: place.folder.path)
            }
            let refused = try await run()
            #expect(refused.status == .exited(73), "\(refused)")
            #expect(
                refused.errorText == "seqd: \(name): already exists; --force replaces it, "
                    + "--output names another\n"
            )
            #expect(try place.folder.read(name) == Array("old".utf8))
            #expect(try place.folder.names() == ["b.mid", "b.txt", "b.wav", "in"])
            let forced = try await run("--force")
            #expect(forced.status == .exited(0), "\(forced)")
            #expect(try place.folder.read(name) != Array("old".utf8))
            _ = try await place.shell("rm a.*; for x in mid txt wav; do printf old > b.$x; done")
        }
    }

    @Test("convert refuses to write over its input")
    func sameName() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        for options in [[], ["--force"]] {
            let run = try await seqd(
                ["convert", "song.mid"] + options,
                directory: place.folder.path
            )
            #expect(run.status == .exited(64), "\(run)")
            #expect(
                run.errorText == "seqd: song.mid: is also the input; "
                    + "choose another file or folder with --output\n"
            )
        }
        #expect(try place.folder.read("song.mid") == PlayedSong.tone().bytes)
    }

    @Test("dump writes one text to standard output, and several to files")
    func dump() async throws {
        let place = try place()
        let path = place.folder.path
        let one = try await seqd(["dump", "in/a.mid"], directory: path)
        #expect(one.outputText.hasPrefix("smf-text 1\n"), "\(one)")
        #expect(try place.folder.names() == ["in"])
        let two = try await seqd(["dump", "--csv", "in/a.mid", "in/b.kar"], directory: path)
        #expect(two.status == .exited(0) && two.output.isEmpty, "\(two)")
        #expect(try place.folder.read("b.csv").starts(with: "0, 0, Header".utf8))
        // One that cannot be read does not keep the others from being written.
        let some = try await seqd(
            ["dump", "none.mid", "in/a.mid", "-o", "texts/"],
            directory: path
        )
        #expect(some.status == .exited(66), "\(some)")
        #expect(try place.folder.read("texts/a.txt") == one.output)
        // An extension says what is written.
        let csv = try await seqd(["dump", "in/a.mid", "-o", "x.csv"], directory: path)
        #expect(csv.status == .exited(0), "\(csv)")
        #expect(try place.folder.read("x.csv") == place.folder.read("a.csv"))
    }

    @Test("render takes folders and playlists, and keeps the folders that are in them")
    func render() async throws {
        let place = try place()
        let folder = try await place.render("in", "--quiet")
        #expect(folder.status == .exited(0), "\(folder)")
        let made = try await place.shell("find . -name '*.wav' | sort")
        #expect(made.outputText == "./a.wav\n./b.wav\n./sub/c.wav\n", "\(made)")
        try place.folder.write("in/a.mid\nnone.m3u\nin/sub\nin/a.mid\n", to: "list.m3u")
        let list = try await place.render("list.m3u", "-o", "out/", "--type", "flac", "--quiet")
        #expect(list.status == .exited(66), "\(list)")
        #expect(list.errorText == "seqd: none.m3u: no such file\n")
        let others = try await place.shell("ls out")
        #expect(others.outputText == "a.flac\nc.flac\n", "\(others)")
        try await place.render("in", "-o", "x.wav").expectRefusal(64, "3 inputs need a folder")
    }
}
