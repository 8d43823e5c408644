import MIDI
import SMF

/// The file that an assembler puts together, with the rules that hold for text of either form.
struct Assembly {
    /// The largest number of bytes of text that are read: the content of a track is counted in 32
    /// bits.
    static let textLimit = Int(UInt32.max)
    /// The largest number of tracks that a header can count.
    static let trackLimit = 65_535
    /// The largest delta time or length: 28 bits (SMF 1.0, "Conventions").
    static let largestQuantity = 0x0FFF_FFFF

    var format: MIDIFile.Format?
    var division: Division?
    /// The tracks that are complete.
    private(set) var tracks: [Track] = []
    /// The track that is being read.
    private var track: Track?
    private(set) var status = RunningStatus()
    /// The time of the track's last event.
    private(set) var tick: Int64 = 0
    /// Whether a SysEx message waits for its F7: a packet then continues it.
    ///
    /// A channel message ends that, as it does for a reader.
    private(set) var isMessageOpen = false
    /// Whether the track's end-of-track was read.
    private(set) var hasEnded = false
    private(set) var faults: [TextFault] = []

    /// Whether a track is being read.
    var isInTrack: Bool { track != nil }

    /// Notes a fault; `false` if there have been enough.
    mutating func note(_ fault: TextFault) -> Bool {
        faults.append(fault)
        return faults.count < AssemblyError.limit
    }

    /// Begins a track.
    mutating func beginTrack() {
        track = Track()
        status = RunningStatus()
        tick = 0
        isMessageOpen = false
        hasEnded = false
    }

    /// Ends the track; one that lacks its end-of-track gets it at the time of its last event.
    mutating func endTrack() {
        guard var finished = track else { return }
        track = nil
        if !hasEnded { finished.append(TrackEvent(delta: 0, event: .meta(.endOfTrack))) }
        tracks.append(finished)
    }

    /// The fault of a time for the next event; `nil` for none.
    func fault(ofTick next: Int64) -> String? {
        if hasEnded { return "event after the end of the track, expected a new track" }
        if next < tick {
            return "tick \(next) is before the previous event, expected \(tick) or more"
        }
        if next - tick > Int64(Self.largestQuantity) {
            return "tick \(next) is \(next - tick) after the previous event, "
                + "expected at most \(Self.largestQuantity)"
        }
        return nil
    }

    /// The fault of an event at this position; `nil` for none.
    func fault(of event: Event) -> String? {
        switch event {
        case .channel: return nil
        case .systemExclusive(let packet) where packet.form != .start:
            // F7 in the file either way: its meaning depends on the event before it.
            if (packet.form == .continuation) != isMessageOpen {
                return isMessageOpen
                    ? "escape inside an unfinished SysEx message, expected sysex-continued"
                    : "no SysEx message to continue, expected sysex or escape"
            }
        case .meta(let meta) where meta.isEndOfTrack && !meta.bytes.isEmpty:
            return "end of track with data bytes, expected none"
        default: break
        }
        guard let count = event.payloadCount, count > Self.largestQuantity else { return nil }
        return "event of \(count) bytes, expected at most \(Self.largestQuantity)"
    }

    /// Adds an event at a time without fault.
    mutating func append(_ event: Event, at next: Int64, encoding: EventEncoding) {
        let delta = UInt32(truncatingIfNeeded: next - tick)
        tick = next
        if case .meta(let meta) = event, meta.isEndOfTrack { hasEnded = true }
        track?.append(TrackEvent(delta: delta, event: event), encoding: encoding)
    }

    /// Takes an event without fault.
    ///
    /// Returns whether it can do without a status byte.
    mutating func take(_ event: Event) -> Bool {
        switch event {
        case .channel: isMessageOpen = false
        case .systemExclusive(let packet): isMessageOpen = !packet.isLast
        case .meta: break
        }
        return status.take(event)
    }

    /// The file, if there was no fault; `fault` says what is missing at the text's end.
    mutating func finish(orFault fault: TextFault?) throws(AssemblyError) -> MIDIFile {
        endTrack()
        guard faults.isEmpty, let format, let division, fault == nil else {
            throw AssemblyError(
                faults: faults.isEmpty ? [fault].compactMap { $0 } : faults
            )
        }
        return MIDIFile(format: format, division: division, tracks: tracks)
    }
}

extension Event {
    /// The number of bytes after the event's length; `nil` for a channel message, which has none.
    var payloadCount: Int? {
        switch self {
        case .channel: nil
        case .systemExclusive(let packet): packet.bytes.count
        case .meta(let meta): meta.bytes.count
        }
    }
}
