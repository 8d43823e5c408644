import MIDI

/// The number of changes of its voices that FluidSynth has yet to carry out.
///
/// A call only notes what it changes in voices; the next block carries it out. FluidSynth keeps 64
/// changes for each voice of its polyphony and forgets what is beyond: of a voice whose beginning is
/// forgotten it never learns that it has ended, and one whose end is forgotten sounds on. So what may
/// be too much waits for the next block. The numbers are those that FluidSynth 2.3.1 noted for each
/// call, rounded up; what fonts' own modulators may add is included.
package struct VoiceChanges: BitwiseCopyable {
    private let capacity: Int
    /// The most that may have been noted since the last block began.
    package private(set) var count = 0

    /// The changes for the start of a voice, including the end of another one.
    private static var beginning: Int { @_noLocks get { 48 } }
    /// The room that a note needs to begin; further voices are left out.
    private static var note: Int { @_noLocks get { 4 * beginning } }

    /// Nothing is noted.
    ///
    /// - Parameter voices: The polyphony with which the instance was made.
    @_noLocks
    package init(voices: Int) { capacity = 64 * voices }

    /// Whether so much is noted that a block is to begin although nothing sounds.
    package var isFilling: Bool { @_noLocks get { count > capacity >> 2 } }

    /// Whether there is room for this many more: what is alone always has it.
    @_noLocks
    package func hasRoom(for number: Int) -> Bool { count == 0 || count &+ number <= capacity }

    /// The most voices that a note may begin now.
    package var voices: Int { @_noLocks get { max(1, (capacity &- count) / Self.beginning) } }

    /// Notes changes.
    @_noLocks
    package mutating func add(_ number: Int) { count &+= number }

    /// Notes that a note has begun this many voices.
    @_noLocks
    package mutating func add(voices: Int) { count &+= voices &* Self.beginning }

    /// Notes that a block has begun.
    @_noLocks
    package mutating func clear() { count = 0 }

    // MARK: What events take

    /// The most that an event changes.
    ///
    /// - Parameters:
    ///   - event: The event. For a note it is what the voices take that it ends.
    ///   - voices: The voices that sound.
    /// - Returns: A number of changes.
    @_noLocks
    package static func most(of event: ShardEvent, voices: Int) -> Int {
        switch event.kind {
        case .channel: most(of: MIDIMessage(bits: event.bits), voices: voices)
        case .systemExclusive, .systemReset: 4 &+ 4 &* voices
        case .channelTypes, .channelType, .program: 4 &* voices
        case .tuning: 4 &* voices
        }
    }

    /// The room that an event needs before it is carried out.
    @_noLocks
    package static func needed(for event: ShardEvent, voices: Int) -> Int {
        let most = most(of: event, voices: voices)
        guard case .channel = event.kind, MIDIMessage(bits: event.bits).isNoteOn
        else { return most }
        return most &+ note
    }

    @_noLocks
    private static func most(of message: MIDIMessage, voices: Int) -> Int {
        switch message.status & 0xF0 {
        // Others of the key and of its exclusive class end.
        case 0x80, 0x90: 4 &* voices
        case 0xB0: changes(ofController: message.data1) &* voices
        // The vibrato of the preset before it.
        case 0xC0: voices
        default: 4 &* voices
        }
    }

    /// The most that a controller changes in a voice.
    @_noLocks
    private static func changes(ofController number: UInt8) -> Int {
        switch number {
        case 32, 98...101: 0
        // It may make drums of a channel, which lack the master tuning.
        case 0: 1
        case 6, 38, 96, 97: 8
        // The offsets that it leaves alone are set again.
        case 121: 60
        default: 4
        }
    }
}
