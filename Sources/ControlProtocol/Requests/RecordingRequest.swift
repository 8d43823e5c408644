public import SMF
public import Sequencer

/// A recording of what comes in on the live inputs.
public struct RecordingRequest: Hashable, Sendable {
    /// The absolute path of the MIDI file.
    public var target: String
    /// The live input, from 0; `nil` for all.
    public var input: Int?
    /// The tempo, if nothing plays; `nil` for 120.
    public var tempo: Tempo?
    /// The meter, if nothing plays; `nil` for 4/4.
    public var meter: TimeSignature?
    /// The first position that is recorded; `nil` for all.
    public var start: Position?
    /// The position up to which is recorded; `nil` for the end.
    public var end: Position?
    /// The tracks.
    public var tracks = RecordingTracks()

    /// Makes a request with the usual settings.
    public init(_ target: String) { self.target = target }
}

/// A file of what came in lately.
public struct CapturingRequest: Hashable, Sendable {
    /// The absolute path of the MIDI file.
    public var target: String
    /// The time before the last message, in nanoseconds; `nil` for all that is stored.
    public var last: Int64?
    /// The tracks.
    public var tracks = RecordingTracks()

    /// Makes a request with the usual settings.
    public init(_ target: String) { self.target = target }
}

extension RecordingTracks {
    init(_ arguments: Arguments) throws(RequestError) {
        split = try arguments.optionalChoice("split")
        grid = try arguments.optionalNoteValue("quantise")
        replaces = try arguments.optionalFlag("replace") ?? false
    }

    var values: [String: [ArgumentValue]] {
        [
            "split": split.map { [.text($0.rawValue)] } ?? [],
            "quantise": grid.map { [.noteValue($0)] } ?? [],
            "replace": replaces ? [.flag(true)] : [],
        ]
    }
}

extension RecordingRequest {
    /// Reads the arguments of `record`.
    ///
    /// - Throws: −32602 for an argument of another type.
    init(_ arguments: Arguments) throws(RequestError) {
        self.init(try arguments.path("target"))
        input = try arguments.optionalInteger("input").map { $0 - 1 }
        tempo = try arguments.optionalTempo("tempo")
        meter = try arguments.optionalMeter("meter")
        start = try arguments.optionalPosition("from")
        end = try arguments.optionalPosition("to")
        tracks = try RecordingTracks(arguments)
    }

    /// The values of the arguments by the names of their parameters.
    var values: [String: [ArgumentValue]] {
        let own: [String: [ArgumentValue]] = [
            "target": [.path(SourcePath(target))],
            "input": input.map { [.integer($0 + 1)] } ?? [],
            "tempo": tempo.map { [.tempo($0)] } ?? [],
            "meter": meter.map { [.meter($0)] } ?? [],
            "from": start.map { [.position($0)] } ?? [],
            "to": end.map { [.position($0)] } ?? [],
        ]
        return own.merging(tracks.values) { $1 }
    }
}

extension CapturingRequest {
    /// Reads the arguments of `capture`.
    init(_ arguments: Arguments) throws(RequestError) {
        self.init(try arguments.path("target"))
        last = try arguments.optionalDuration("last")
        tracks = try RecordingTracks(arguments)
    }

    /// The values of the arguments by the names of their parameters.
    var values: [String: [ArgumentValue]] {
        let own: [String: [ArgumentValue]] = [
            "target": [.path(SourcePath(target))],
            "last": last.map { [.duration($0)] } ?? [],
        ]
        return own.merging(tracks.values) { $1 }
    }
}
