import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("An event cursor")
struct EventCursorTests {
    private let track = MusicTrack.notes([(0, 60, 10), (10, 61, 10), (10, 62, 10), (20, 63, 10)])

    private func key(_ entry: EventList<MusicEvent>.Entry?) -> UInt8? {
        if case .note(let note) = entry?.event { note.key } else { nil }
    }

    @Test("goes forwards to behind the last event, and back to the first")
    func walk() {
        var cursor = EventCursor(track.events)
        var keys: [UInt8?] = []
        while cursor.hasCurrent {
            keys.append(key(cursor.current))
            #expect(cursor.hasNext == (keys.count < 4))
            cursor.next()
        }
        #expect(keys == [60, 61, 62, 63])
        #expect(cursor.current == nil)
        let canGoOn = cursor.next()
        #expect(!canGoOn)
        keys = []
        while cursor.previous() { keys.append(key(cursor.current)) }
        #expect(keys == [63, 62, 61, 60])
        #expect(!cursor.hasPrevious)
    }

    @Test("seeks to the first event that is not before a tick")
    func seek() {
        var cursor = EventCursor(track.events)
        for (tick, expected) in [(0, 60), (1, 61), (10, 61), (11, 63), (20, 63)] {
            cursor.seek(to: Int64(tick))
            #expect(key(cursor.current) == UInt8(expected))
        }
        cursor.seek(to: 21)
        #expect(!cursor.hasCurrent)
        #expect(cursor.hasPrevious)
    }

    @Test("changes, moves and deletes the event where it stands, and goes along with it")
    func changes() throws {
        var track = track
        let id = try #require(track.events.dropFirst().first?.id)
        track.withCursor { cursor in
            cursor.next()
            cursor.set(.note(Note(key: 99, duration: 5)))
            #expect(cursor.current?.id == id)
            cursor.setTick(20)
            #expect(cursor.current?.id == id)
            #expect(cursor.current?.tick == 20)
            #expect(!cursor.hasNext)
            cursor.previous()
            #expect(key(cursor.current) == 63)
            let removed = cursor.delete()
            #expect(key(removed) == 63)
            #expect(cursor.current?.id == id)
            cursor.insert(.note(Note(key: 1, duration: 1)), at: 0)
            #expect(cursor.current?.id == id)
            let isThere = cursor.seek(to: id, at: 20)
            #expect(isThere)
            let isElsewhere = cursor.seek(to: id, at: 10)
            #expect(!isElsewhere)
        }
        #expect(track.notes == ["0 60 10", "0 1 1", "10 62 10", "20 99 5"])
    }

    @Test("does nothing behind the last event")
    func behind() {
        var cursor = EventCursor(EventList<MusicEvent>())
        let done = [cursor.set(.user([])), cursor.setTick(3), cursor.previous(), cursor.next()]
        #expect(done == [false, false, false, false])
        #expect(cursor.delete() == nil)
        cursor.insert(.user([7]), at: -5)
        #expect(cursor.events.map(\.tick) == [0])
    }

    @Test("keeps up with a plain array through random edits", arguments: 0..<8)
    func random(_ seed: UInt64) {
        struct Item: Equatable {
            var tick: Int64
            var value: UInt8
        }
        var generator = SeededGenerator(seed: seed)
        // Enough for several parts, and many events at one tick.
        var model = (0..<1500).map { _ in
            Item(tick: Int64(generator.int(0...300)), value: generator.byte())
        }
        var cursor = EventCursor(
            EventList(model.map { ($0.tick, MusicEvent.user([$0.value])) })
        )
        model.sort { $0.tick < $1.tick }
        var place = 0
        func put(_ item: Item) -> Int {
            let place = model.firstIndex { $0.tick > item.tick } ?? model.count
            model.insert(item, at: place)
            return place
        }
        for step in 0..<4000 {
            let item = Item(tick: Int64(generator.int(0...300)), value: generator.byte())
            switch generator.int(0...7) {
            case 0:
                cursor.seek(to: item.tick)
                place = model.firstIndex { $0.tick >= item.tick } ?? model.count
            case 1, 2:
                cursor.next()
                place = min(place + 1, model.count)
            case 3:
                cursor.previous()
                place = max(place - 1, 0)
            case 4:
                cursor.set(.user([item.value]))
                if place < model.count { model[place].value = item.value }
            case 5:
                cursor.setTick(item.tick)
                if place < model.count, model[place].tick != item.tick {
                    let old = model.remove(at: place)
                    place = put(Item(tick: item.tick, value: old.value))
                }
            case 6:
                cursor.delete()
                if place < model.count { model.remove(at: place) }
            default:
                cursor.insert(.user([item.value]), at: item.tick)
                let isBehind = place == model.count
                let new = put(item)
                if isBehind || new <= place { place += 1 }
            }
            let expected: MusicEvent? = place < model.count ? .user([model[place].value]) : nil
            #expect(cursor.current?.event == expected, "step \(step)")
            #expect(cursor.current?.tick == (place < model.count ? model[place].tick : nil))
        }
        #expect(cursor.events.map(\.tick) == model.map(\.tick))
        #expect(cursor.events.map(\.event) == model.map { .user([$0.value]) })
        #expect(Set(cursor.events.map(\.id)).count == model.count)
    }

    @Test("changes ten thousand of a hundred thousand events, and no copy of the track")
    func many() {
        let notes: [(Int64, UInt8, Int64)] = (0..<100_000).map { index in
            (Int64(index), UInt8(index & 127), 1)
        }
        var track = MusicTrack.notes(notes)
        let before = track
        track.withCursor { cursor in
            for step in 0..<10_000 {
                cursor.seek(to: Int64(step * 10))
                cursor.setTick(Int64(step * 7))
                cursor.insert(.user([]), at: Int64(step * 3))
                cursor.delete()
            }
        }
        #expect(track.events.count == 100_000)
        #expect(zip(track.events, track.events.dropFirst()).allSatisfy { $0.tick <= $1.tick })
        #expect(before == .notes(notes))
    }

    @Test("leaves its changes in the track when it is left by an error")
    func errors() {
        struct Stop: Error {}
        var track = track
        #expect(throws: Stop.self) {
            try track.withCursor { cursor in
                cursor.delete()
                throw Stop()
            }
        }
        #expect(track.events.count == 3)
    }
}
