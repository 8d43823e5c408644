import TestSupport
import Testing

@Suite("A MIDI file that is packed by gzip")
struct GzipTests {
    /// A folder with a song, packed under several names.
    private func place() async throws -> Workplace {
        let place = try Workplace()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track("Packed") { $0.note(at: 0, length: 480, channel: 0, key: 69) }
        try place.add(song)
        let run = try await place.shell("gzip -nk song.mid && cp song.mid.gz misnamed.mid")
        #expect(run.status == .exited(0), "\(run)")
        return place
    }

    @Test("sounds like the same file unpacked, whatever its name is, and through a pipe")
    func rendering() async throws {
        let place = try await place()
        for (name, out) in [("song.mid", "0"), ("song.mid.gz", "1"), ("misnamed.mid", "2")] {
            let run = try await place.render(name, "-o", "\(out).wav")
            #expect(run.status == .exited(0), "\(run)")
        }
        let packed = try place.folder.read("song.mid.gz")
        let run = try await place.render("-", "-o", "3.wav", input: packed)
        #expect(run.status == .exited(0), "\(run)")
        let expected = try place.folder.read("0.wav")
        for out in ["1", "2", "3"] {
            #expect(try place.folder.read("\(out).wav") == expected)
        }
    }

    @Test("is inspected by its own name")
    func inspection() async throws {
        let place = try await place()
        let run = try await seqd(["inspect", "song.mid.gz"], directory: place.folder.path)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.hasPrefix("song.mid.gz\n"), "\(run)")
        #expect(run.outputText.contains(", gzip-compressed\n"), "\(run)")
    }

    @Test("is found in a folder", arguments: ["a.mid.gz", "A.MIDI.GZ", "b.kar.gz", "c.midz"])
    func folders(name: String) async throws {
        let place = try await place()
        let packed = try place.folder.read("song.mid.gz")
        try place.folder.write(packed, to: "list/\(name)")
        try place.folder.write(packed, to: "list/notes.txt.gz")
        let run = try await place.play("list", "--null")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
    }

    @Test("with something else in it is refused by both names")
    func notMIDI() async throws {
        let place = try await place()
        _ = try await place.shell("printf '<!DOCTYPE html>' | gzip -n > page.mid.gz")
        let run = try await seqd(["inspect", "page.mid.gz"], directory: place.folder.path)
        #expect(run.status == .exited(65), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: page.mid.gz: decompressed: "), "\(run)")
        #expect(run.errorText.contains("HTML"), "\(run)")
    }

    @Test("and cut short is refused with the place")
    func cut() async throws {
        let place = try await place()
        let packed = try place.folder.read("song.mid.gz")
        try place.folder.write(Array(packed.dropLast(9)), to: "cut.mid.gz")
        let run = try await seqd(["inspect", "cut.mid.gz"], directory: place.folder.path)
        #expect(run.status == .exited(65), "\(run)")
        let offset = String(packed.count - 9, radix: 16, uppercase: true)
        #expect(run.errorText.hasPrefix("seqd: cut.mid.gz: byte 0x\(offset): "), "\(run)")
    }

    @Test("may not hold more than memory has room for")
    func bomb() async throws {
        let place = try await place()
        let run = try await place.shell(
            "head -c 300000000 /dev/zero | gzip -1 > big.mid.gz; $seqd inspect big.mid.gz"
        )
        #expect(run.status == .exited(65), "\(run)")
        #expect(run.errorText.contains("more than 268435456 bytes"), "\(run)")
    }
}
