import SeqdPlayer
import TestSupport
import Testing

/// The events of a player.
@Suite("A player's events") struct PlayerEventTests {
    let studio: PlayerStudio

    init() throws { studio = try PlayerStudio() }

    private func values<Value>(
        of stream: AsyncStream<Timed<Value>>
    ) async -> [Timed<Value>] {
        var values: [Timed<Value>] = []
        for await value in stream { values.append(value) }
        return values
    }

    @Test("are notes, lyrics, markers, bars and the end, each at its position")
    func streams() async throws {
        let player = try studio.player(.file(studio.folder.path("song.wav")))
        let (notes, lyrics, markers) = (player.notes, player.lyrics, player.markers)
        let (bars, ends, positions) = (player.bars, player.ends, player.positions(every: 0.25))
        try await player.play()
        let played = await values(of: notes)
        #expect(played.filter(\.value.isOn).map(\.seconds) == [0, 0.5, 1, 1.5])
        #expect(played.filter { !$0.value.isOn }.map(\.beats) == [0.5, 1.5, 2.5, 3.5])
        let words = await values(of: lyrics)
        #expect(words.map(\.value) == ["la0 ", "la1 ", "la2 ", "la3 "])
        let names = await values(of: markers)
        #expect(names.map(\.value) == ["Verse", "Chorus"])
        #expect(names.map(\.beats) == [0, 2])
        #expect(await values(of: bars).map(\.value) == [1])
        #expect(await values(of: ends).map(\.seconds) == [2])
        // Only the newest position waits.
        #expect(await values(of: positions).count == 1)
    }

    @Test("of all kinds come in one sequence, in order")
    func all() async throws {
        let player = try studio.player(.file(studio.folder.path("song.wav")))
        let events = player.events
        try await player.play()
        let kinds = await values(of: events).map(\.value)
        #expect(kinds.first == .started)
        #expect(kinds.last == .ended)
        #expect(kinds.contains(.music(.marker("Chorus"))))
    }

    @Test("are user events too, by a callback and chased from a position on")
    func userEvents() async throws {
        var track = MusicTrack(name: "Cues")
        for beat in 0..<4 as Range<Int64> {
            track.insert(Note(key: 60, duration: 240), at: beat * 480)
            track.insert(.user([UInt8(beat)]), at: beat * 480)
        }
        let sequence = MusicSequence(tracks: [track])
        let file = try PieceFile(sequence.midiFile(rendering: .asPlayed), named: "cues")
        let player = try Player(
            file,
            soundFont: studio.font,
            output: .file(studio.folder.path("cues.wav")),
            sound: studio.sound
        )
        let (received, continuation) = AsyncStream<Timed<PlayedUserEvent>>.makeStream()
        player.onUserEvent { continuation.yield($0) }
        try player.seek(toBeat: 2)
        try await player.play()
        var events: [Timed<PlayedUserEvent>] = []
        for await event in received {
            events.append(event)
            if events.count == 4 { break }
        }
        #expect(events.map(\.value.event.bytes) == [[0], [1], [2], [3]])
        #expect(events.map(\.value.isChased) == [true, true, false, false])
        #expect(events.map(\.beats) == [0, 1, 2, 3])
    }

    @Test("end with the player")
    func end() async throws {
        var player: Player? = try studio.player(.none)
        let events = try #require(player?.events)
        player = nil
        #expect(await values(of: events).isEmpty)
    }
}
