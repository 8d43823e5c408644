import MIDI
import SMF

/// A file as a ``FileScanner`` goes through it.
struct ScannedFile: Equatable {
    var division: Division
    var tracks: [Track] = []
    var diagnostics: [Diagnostic] = []

    /// Goes through a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - policy: What to do about violations.
    ///   - takesRuns: Whether channel messages are taken many at a time, as far as there are some.
    /// - Throws: What the scanner throws.
    init(
        _ bytes: [UInt8],
        policy: ReadPolicy = .tolerant,
        takesRuns: Bool = false
    ) throws(SMFError) {
        var scanner = try FileScanner(bytes.span.bytes, policy: policy)
        division = scanner.division
        while try scanner.nextTrack() {
            var track = Track()
            while true {
                if takesRuns { try Self.takeRun(of: &scanner, into: &track) }
                guard let event = try scanner.nextEvent() else { break }
                track.append(Self.event(event, bytes[event.payload]))
                guard event.tick == track.endTick else {
                    throw SMFError(code: .violation, offset: 0, detail: "tick \(event.tick)")
                }
            }
            tracks.append(track)
        }
        diagnostics = scanner.diagnostics
    }

    private static func takeRun(
        of scanner: inout FileScanner,
        into track: inout Track
    ) throws(SMFError) {
        let messages = try scanner.nextMessages()
        for index in messages.indices {
            track.append(
                TrackEvent(
                    delta: messages[index].delta,
                    event: .channel(messages[index].message)
                )
            )
        }
    }

    private static func event(_ event: ScannedEvent, _ payload: ArraySlice<UInt8>) -> TrackEvent {
        let content: Event =
            switch event.kind {
            case .channel(let message): .channel(message)
            case .systemExclusive(let form):
                .systemExclusive(SystemExclusivePacket(form: form, bytes: payload))
            case .meta(let type): .meta(MetaEvent(type: type, bytes: payload))
            }
        return TrackEvent(delta: event.delta, event: content)
    }
}

/// What is left of an attempt: a result, or why there is none.
func outcome<Success>(_ body: () throws(SMFError) -> Success) -> Result<Success, SMFError> {
    do throws(SMFError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}

extension Fixture {
    /// What is wrong with how a file is read; `nil` where all ways of reading agree.
    ///
    /// The ways are: into a ``MIDIFile`` from an array and from memory, tolerant and strict, and
    /// event by event with a ``FileScanner``, tolerant and strict.
    static func disagreement(on bytes: [UInt8]) -> String? {
        let file: MIDIFile
        switch outcome({ () throws(SMFError) in try MIDIFile(bytes) }) {
        case .success(let value): file = value
        case .failure(let error): return disagreement(on: bytes, refused: error)
        }
        let copy = outcome { () throws(SMFError) in try MIDIFile(bytes.span.bytes) }
        guard case .success(let other) = copy, file.isSame(as: other) else { return "memory" }
        switch outcome({ () throws(SMFError) in try ScannedFile(bytes) }) {
        case .failure(let error): return "the scanner threw \(error)"
        case .success(let scanned):
            if scanned.division != file.division { return "the scanner's division" }
            if scanned.tracks != file.tracks { return "the scanner's tracks" }
            if scanned.diagnostics != file.diagnostics { return "the scanner's diagnostics" }
        }
        switch outcome({ () throws(SMFError) in try ScannedFile(bytes, takesRuns: true) }) {
        case .failure(let error): return "the scanner of runs threw \(error)"
        case .success(let scanned):
            if scanned.tracks != file.tracks { return "the tracks of runs" }
        }
        let first = file.diagnostics.first { $0.severity > .note }
        let strict = outcome { () throws(SMFError) in try MIDIFile(bytes, policy: .strict) }
        switch strict {
        case .success(let other):
            if first != nil || !file.isSame(as: other) { return "the strict policy" }
        case .failure(let error):
            if first == nil || file.diagnostics.count <= 1000 && error.diagnostic != first {
                return "the strict policy threw \(error)"
            }
        }
        let strictScan = outcome { () throws(SMFError) in try ScannedFile(bytes, policy: .strict) }
        switch strictScan {
        case .success: return first == nil ? nil : "the strict scanner takes it"
        case .failure(let error):
            return first != nil && error.code == .violation
                ? nil : "the strict scanner threw \(error)"
        }
    }

    /// The same for a file that is refused.
    private static func disagreement(on bytes: [UInt8], refused error: SMFError) -> String? {
        let others: [SMFError?] = [
            outcome { () throws(SMFError) in try MIDIFile(bytes.span.bytes) }.failure,
            outcome { () throws(SMFError) in try MIDIFile(bytes, policy: .strict) }.failure,
            outcome { () throws(SMFError) in try ScannedFile(bytes) }.failure,
            outcome { () throws(SMFError) in try ScannedFile(bytes, policy: .strict) }.failure,
        ]
        return others.allSatisfy { $0 == error } ? nil : "refused with \(error), else \(others)"
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}

extension MIDIFile {
    /// Whether two readings gave the same, how the events were written included.
    func isSame(as other: MIDIFile) -> Bool {
        format == other.format && division == other.division && container == other.container
            && tracks == other.tracks && diagnostics == other.diagnostics
            && foreignChunks == other.foreignChunks && headerExtension == other.headerExtension
            && wrapper == other.wrapper
            && zip(tracks, other.tracks).allSatisfy { track, another in
                track.indices.allSatisfy { track.encoding(at: $0) == another.encoding(at: $0) }
            }
    }
}
