import Playback
import Sequencer
import TestSupport
import Testing

@Suite("The notes that playback passes")
struct NoteTrackerTests {
    private let maker: PieceMaker

    init() throws {
        maker = try PieceMaker()
    }

    /// A triad for a second, then a note; drums beside them.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track { track in
            for key: UInt8 in [60, 64, 67] {
                track.note(at: 0, length: 960, channel: 0, key: key)
            }
            track.note(at: 960, length: 480, channel: 0, key: 69)
        }
        song.track { $0.note(at: 480, length: 480, channel: 9, key: 38) }
        return song
    }

    private func texts(_ passage: NoteTracker.Passage) -> [String] {
        passage.events.map { event in
            let frame = event.frame.map { " \($0)" } ?? ""
            return switch event.kind {
            case .note(let note):
                "\(note.isOn ? "on" : "off") \(note.track)/\(note.channel)/\(note.key)\(frame)"
            case .chord(let name): "chord \(name?.description ?? "-")\(frame)"
            }
        }
    }

    private static let all = [
        "on 0/0/60 0", "on 0/0/64 0", "on 0/0/67 0", "chord C 0", "on 1/9/38 24000",
        "off 0/0/60 48000", "off 0/0/64 48000", "off 0/0/67 48000", "off 1/9/38 48000",
        "on 0/0/69 48000", "chord - 48000", "off 0/0/69 72000",
    ]

    @Test("are told once, however often playback is looked at", arguments: [480, 30_000, 99_000])
    func order(step: Int) throws {
        let piece = try maker.piece(Self.song)
        var tracker = NoteTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        var told: [String] = []
        for frame in stride(from: 0, to: 72_000, by: step) {
            told += texts(tracker.advance(to: Int64(frame), of: piece, .init()))
        }
        told += texts(tracker.finish(piece))
        // What ends at one tick is in the order of the tracks.
        #expect(told.sorted() == Self.all.sorted(), "\(told)")
        let chords = told.filter { $0.hasPrefix("chord") }
        #expect(chords == ["chord C 0", "chord - 48000"])
    }

    @Test("are transposed as they sound, drums excepted, and left out if they are muted")
    func arrangement() throws {
        let piece = try maker.piece(Self.song)
        var tracker = NoteTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        let higher = NoteTracker.Arrangement(transpose: 2)
        #expect(
            texts(tracker.advance(to: 24_000, of: piece, higher)) == [
                "on 0/0/62 0", "on 0/0/66 0", "on 0/0/69 0", "chord D 0", "on 1/9/38 24000",
            ]
        )
        // Muting ends what sounds.
        let muted = NoteTracker.Arrangement(muted: Selection(tracks: [0], channels: []))
        #expect(
            texts(tracker.advance(to: 30_000, of: piece, muted)) == [
                "off 0/0/62 30000", "off 0/0/66 30000", "off 0/0/69 30000", "chord - 30000",
            ]
        )
        #expect(texts(tracker.advance(to: 50_000, of: piece, muted)) == ["off 1/9/38 48000"])
    }

    @Test("end where playback stops, moves or comes round a loop")
    func release() throws {
        let piece = try maker.piece(Self.song)
        var tracker = NoteTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        _ = tracker.advance(to: 100, of: piece, .init())
        let released = ["off 0/0/60", "off 0/0/64", "off 0/0/67", "chord -"]
        #expect(texts(tracker.release()) == released)
        tracker.restart(at: 0, of: piece)
        let begun = ["on 0/0/60 0", "on 0/0/64 0", "on 0/0/67 0", "chord C 0"]
        #expect(texts(tracker.advance(to: 100, of: piece, .init())) == begun)
        tracker.restart(at: 0, of: piece)
        // The same chord goes on.
        #expect(
            texts(tracker.advance(to: 100, of: piece, .init()))
                == Array(released.dropLast()) + Array(begun.dropLast())
        )
        let loop: Range<Int64> = 0..<12_000
        _ = tracker.advance(to: 11_000, of: piece, loop: loop, .init())
        #expect(
            texts(tracker.advance(to: 200, of: piece, loop: loop, .init()))
                == released.dropLast().map { "\($0) 12000" } + begun.dropLast()
        )
    }

    @Test("are only counted beyond a limit, and their keys come up nevertheless")
    func burst() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track { track in
            for index in 0..<30_000 {
                let channel = UInt8(index / 128 % 9)
                track.note(at: 0, length: 240, channel: channel, key: UInt8(index % 128))
            }
        }
        let piece = try maker.piece(song)
        var tracker = NoteTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        let passage = tracker.advance(to: 0, of: piece, .init())
        let notes = passage.events.filter { if case .note = $0.kind { true } else { false } }
        #expect(notes.count == NoteTracker.noteLimit)
        #expect(passage.omitted == 30_000 - NoteTracker.noteLimit)
        let ends = tracker.advance(to: 13_000, of: piece, .init())
        #expect(ends.events.count + ends.omitted >= 9 * 128)
        #expect(tracker.release().events.isEmpty)
    }
}
