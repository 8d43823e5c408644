public import MIDI
import Realtime

/// The notes that sound and the pedals that are held, as far as the player's own events go.
///
/// It counts, for each key of each channel of each sampler, the note-ons without a note-off, and
/// knows the pedals that are down (CC64, 66, 67, 69). Stopping is then exact: what is due is
/// released, and no more. One thread at a time; nothing but `init` and `deinit` allocates.
public struct NoteLedger: ~Copyable {
    // Before the numbers: Swift 6.3.1 compiles a struct whose first stored property is an integer
    // to invalid code under ThreadSanitizer when memory behind one of its pointers is changed.
    var keys: FixedArray<KeyEntry>
    var channels: FixedArray<ChannelEntry>
    /// The number of samplers that there is room for.
    public let samplers: Int
    /// The number of keys that sound.
    public private(set) var soundingKeys: Int = 0
    /// The number of pedals that are held.
    public private(set) var heldPedals: Int = 0
    /// The number of keys that wait to be released ahead of their note-offs.
    var releasingKeys: Int = 0

    /// A key of a channel as it is sent.
    struct KeyEntry: BitwiseCopyable {
        /// The number of note-ons that wait for their note-off.
        ///
        /// The rest of the entry means something above 0 only.
        var count: UInt16 = 0
        /// The track of the last note-on, and with `KeyMark.twoTracks` that of the one before.
        var track: UInt16 = 0
        var otherTrack: UInt16 = 0
        /// The key of the first note-on before transposition.
        var source: UInt8 = 0
        /// `KeyMark` bits.
        var marks: UInt8 = 0
    }

    struct ChannelEntry: BitwiseCopyable {
        /// The number of the channel's keys with a count above 0.
        var sounding: UInt16 = 0
        /// Bits 0 … 3: CC64, 66, 67, 69 above 0.
        ///
        /// A half-pressed pedal is held too: samplers that know half pedalling do sustain then.
        var pedals: UInt8 = 0
        /// The number of its keys that sound under another transposition than the present one.
        var moved: UInt8 = 0
    }

    /// A ledger in which nothing sounds.
    ///
    /// - Parameter samplers: The number of samplers that there is room for, 0 … 256.
    public init(samplers: Int) {
        precondition((0...256).contains(samplers), "0 to 256 samplers")
        self.samplers = samplers
        keys = FixedArray(repeating: KeyEntry(), count: max(samplers, 1) * 2048)
        channels = FixedArray(repeating: ChannelEntry(), count: max(samplers, 1) * 16)
    }

    /// Whether nothing sounds and no pedal is held.
    public var isEmpty: Bool { @_noLocks get { soundingKeys == 0 && heldPedals == 0 } }

    /// The number of note-ons of a key that wait for their note-off; stays at 65,535.
    @_noLocks
    public func count(port: UInt8, channel: UInt8, key: UInt8) -> UInt16 {
        guard Int(port) < samplers else { return 0 }
        return keys[Self.index(port, channel, key)].count
    }

    /// Notes a note-on.
    @_noLocks
    public mutating func noteOn(port: UInt8, channel: UInt8, key: UInt8) {
        noteOn(port: port, channel: channel, key: key, track: 0, source: key)
    }

    /// Notes a note-on of a track, whose key was `source` before it was transposed.
    @_noLocks
    mutating func noteOn(port: UInt8, channel: UInt8, key: UInt8, track: UInt16, source: UInt8) {
        guard Int(port) < samplers else { return }
        let index = Self.index(port, channel, key)
        if keys[index].count == 0 {
            soundingKeys += 1
            channels[index >> 7].sounding += 1
            keys[index].marks = 0
            keys[index].source = source
        } else {
            // A key that was moved keeps its source: its note-off is looked for by that.
            if keys[index].source != source {
                keys[index].marks |= KeyMark.severalSources
            }
            noteTrack(track, index)
        }
        keys[index].track = track
        if keys[index].count < .max {
            keys[index].count += 1
        }
    }

    /// Notes a note-off.
    ///
    /// - Returns: The number of note-ons of the key that had waited for one, including this one's.
    @_noLocks
    public mutating func noteOff(port: UInt8, channel: UInt8, key: UInt8) -> UInt16 {
        noteOff(port: port, channel: channel, key: key, track: 0)
    }

    /// Notes a note-off of a track, and returns what the other does.
    @_noLocks
    mutating func noteOff(port: UInt8, channel: UInt8, key: UInt8, track: UInt16) -> UInt16 {
        guard Int(port) < samplers else { return 0 }
        let index = Self.index(port, channel, key)
        let count = keys[index].count
        if count > 1 {
            if keys[index].marks & KeyMark.twoTracks != 0 { keepOne(index, lost: track) }
            keys[index].count = count - 1
        } else if count == 1 {
            silence(index)
        }
        return count
    }

    /// Notes a note-on of a key that is silent.
    ///
    /// - Returns: `false` where the key sounds; nothing was noted then.
    @inline(__always)
    @_noLocks
    mutating func noteOnIfSilent(port: UInt8, channel: UInt8, key: UInt8, track: UInt16) -> Bool {
        guard Int(port) < samplers else { return false }
        let index = Self.index(port, channel, key)
        guard keys[index].count == 0 else { return false }
        keys[index].count = 1
        keys[index].track = track
        keys[index].source = key
        keys[index].marks = 0
        soundingKeys &+= 1
        channels[index >> 7].sounding &+= 1
        return true
    }

    /// Notes the note-off of a key that sounds once, at its own pitch, and ends with it.
    ///
    /// - Returns: `false` where there is more to know of the key or its channel; nothing was noted
    ///   then.
    @inline(__always)
    @_noLocks
    mutating func noteOffIfOnly(port: UInt8, channel: UInt8, key: UInt8) -> Bool {
        guard Int(port) < samplers else { return false }
        let index = Self.index(port, channel, key)
        let entry = keys[index]
        guard entry.count == 1, entry.marks == 0, entry.source == key,
            channels[index >> 7].moved == 0
        else { return false }
        keys[index].count = 0
        soundingKeys &-= 1
        channels[index >> 7].sounding &-= 1
        return true
    }

    /// Notes a controller: pedals go down and up, mode messages lift all keys.
    ///
    /// CC120 and CC123 … 127 end every note of the channel; CC121 lifts the pedals that the MMA's
    /// recommended practice RP-015 names (64, 66, 67; not 69).
    @_noLocks
    public mutating func control(port: UInt8, channel: UInt8, number: UInt8, value: UInt8) {
        guard Int(port) < samplers else { return }
        let entry = Int(port) << 4 | Int(channel & 15)
        switch number {
        case 64: setPedals(entry, mask: 1, down: value > 0)
        case 66: setPedals(entry, mask: 2, down: value > 0)
        case 67: setPedals(entry, mask: 4, down: value > 0)
        case 69: setPedals(entry, mask: 8, down: value > 0)
        case 121: setPedals(entry, mask: 7, down: false)
        case 120, 123...127: clearNotes(entry)
        default: break
        }
    }

    /// Forgets the notes and pedals of a sampler, which a reset has just silenced.
    @_noLocks
    public mutating func clear(port: UInt8) {
        guard Int(port) < samplers else { return }
        for channel in 0..<16 {
            clearNotes(Int(port) << 4 | channel)
            setPedals(Int(port) << 4 | channel, mask: 15, down: false)
        }
    }

    /// Takes out one thing that sounds or is held, keys before pedals, and says how to end it.
    ///
    /// - Parameter cursor: The position to continue the search from; begin with 0 and leave it
    ///   alone in between.
    /// - Returns: The sampler and the note-off or pedal-up to send; `nil` if the ledger is empty.
    @_noLocks
    public mutating func removeNext(
        cursor: inout Int
    ) -> (port: UInt8, message: MIDIMessage)? {
        if soundingKeys == 0 && heldPedals == 0 { return nil }
        while soundingKeys > 0 {
            // A caller that added notes behind its cursor is served too.
            if cursor >= samplers << 11 { cursor = 0 }
            if cursor & 127 == 0 && channels[cursor >> 7].sounding == 0 {
                cursor += 128
                continue
            }
            let index = cursor
            cursor += 1
            guard keys[index].count > 0 else { continue }
            silence(index)
            return Self.noteOff(index)
        }
        return removeNextPedal()
    }

    @_noLocks
    private mutating func removeNextPedal() -> (port: UInt8, message: MIDIMessage)? {
        for entry in 0..<(samplers << 4) {
            let pedals = channels[entry].pedals
            guard pedals != 0 else { continue }
            let pedal = pedals.trailingZeroBitCount
            setPedals(entry, mask: 1 << UInt8(truncatingIfNeeded: pedal), down: false)
            let number: UInt8 = pedal == 0 ? 64 : (pedal == 1 ? 66 : (pedal == 2 ? 67 : 69))
            let channel = UInt8(truncatingIfNeeded: entry & 15)
            return (
                UInt8(truncatingIfNeeded: entry >> 4),
                MIDIMessage(status: 0xB0 | channel, data1: number, data2: 0)
            )
        }
        return nil
    }

    @_noLocks
    private mutating func setPedals(_ entry: Int, mask: UInt8, down: Bool) {
        let old = channels[entry].pedals
        let new = down ? old | mask : old & ~mask
        channels[entry].pedals = new
        heldPedals += new.nonzeroBitCount - old.nonzeroBitCount
    }

    @_noLocks
    private mutating func clearNotes(_ entry: Int) {
        guard channels[entry].sounding > 0 else { return }
        for key in 0..<128 where keys[entry << 7 | key].count > 0 {
            silence(entry << 7 | key)
        }
    }

    /// Takes a key that sounds out of the books.
    @_noLocks
    mutating func silence(_ index: Int) {
        let marks = keys[index].marks
        keys[index].count = 0
        keys[index].marks = 0
        soundingKeys -= 1
        channels[index >> 7].sounding -= 1
        if marks & KeyMark.moved != 0 { channels[index >> 7].moved -= 1 }
        if marks & KeyMark.releasing != 0 { releasingKeys -= 1 }
    }

    /// The message that ends the key with this index.
    @_noLocks
    static func noteOff(_ index: Int) -> (port: UInt8, message: MIDIMessage) {
        let channel = UInt8(truncatingIfNeeded: index >> 7 & 15)
        let key = UInt8(truncatingIfNeeded: index & 127)
        return (
            UInt8(truncatingIfNeeded: index >> 11),
            MIDIMessage(status: 0x80 | channel, data1: key, data2: 64)
        )
    }

    @_noLocks
    static func index(_ port: UInt8, _ channel: UInt8, _ key: UInt8) -> Int {
        Int(port) << 11 | Int(channel & 15) << 7 | Int(key & 127)
    }
}
