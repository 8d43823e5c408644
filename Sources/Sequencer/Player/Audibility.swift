import MIDI
import Realtime

/// Which notes of an item are heard, and on which keys: what is asked for each of them.
struct Audibility: BitwiseCopyable, Sendable {
    /// By track: bits.
    let trackFlags: LentElements<UInt8>
    /// By sampler × 16 + channel: bits, and whether keys are transposed.
    let channelFlags: LentElements<UInt8>
    let hasSolo: Bool
    let transpose: Int

    static var muted: UInt8 { @_noLocks get { 1 } }
    static var soloed: UInt8 { @_noLocks get { 2 } }
    /// A drum channel, whose keys are sounds and not pitches.
    static var fixedKeys: UInt8 { @_noLocks get { 4 } }

    /// Whether notes that are heard are sent as they are, and no channel or track is soloed.
    var isPlain: Bool { @inline(__always) @_noLocks get { !hasSolo && transpose == 0 } }

    /// Whether note-ons of this track on this channel are to be heard.
    @inline(__always)
    @_noLocks
    func isAudible(track: UInt16, port: UInt8, channel: UInt8) -> Bool {
        let flags = trackFlags[Int(track)] | channelFlags[Int(port) << 4 | Int(channel & 15)]
        if flags & Self.muted != 0 { return false }
        return !hasSolo || flags & Self.soloed != 0
    }

    /// The key as it is sent: moved by the transposition.
    @_noLocks
    func transposed(key: UInt8, port: UInt8, channel: UInt8) -> UInt8 {
        guard transpose != 0, !hasFixedKeys(port: port, channel: channel) else { return key }
        return MIDIKey.transposed(key, by: transpose)
    }

    /// Whether it is a drum channel, whose keys are sounds and not pitches.
    @_noLocks
    func hasFixedKeys(port: UInt8, channel: UInt8) -> Bool {
        channelFlags[Int(port) << 4 | Int(channel & 15)] & Self.fixedKeys != 0
    }
}
