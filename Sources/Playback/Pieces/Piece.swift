import MIDI
import SMF
public import SamplerHost
public import Sequencer

/// A sequence of a file with its settings applied.
public struct Piece: Sendable {
    /// The names of the settings in messages.
    public struct SettingNames: Sendable {
        /// The start position.
        public var start: String
        /// The end position.
        public var end: String
        /// The loop.
        public var loop: String
        /// The longest sound that is rendered; `nil` if it cannot be set.
        public var maximumLength: String?

        /// Makes names.
        public init(
            start: String = "start",
            end: String = "end",
            loop: String = "loop",
            maximumLength: String? = nil
        ) {
            (self.start, self.end, self.loop) = (start, end, loop)
            self.maximumLength = maximumLength
        }
    }

    /// The name of the file in messages.
    public let name: String
    /// The sequence that is played: ``base`` at the tempo of ``arrangement``.
    public internal(set) var sequence: PreparedSequence
    /// The sequence at the file's own tempo; it lasts as long as the clips do.
    public internal(set) var base: PreparedSequence
    /// The sequence as the file has it.
    let written: PreparedSequence
    /// The clips that come with the file, whatever the rack.
    let fileClips: [ClipSettings]
    /// The values that move with the file, whatever the rack.
    let fileAutomation: AutomationSettings
    /// The values that move with the music: those of the rack, then those of the file.
    var automation: PlacedAutomation
    /// The clips beside the music: those of the rack, then those of the file.
    var clips: PlacedClips
    /// The speed at which it is to be played first.
    let firstSpeed: Speed
    /// Frames per second.
    let rate: Int
    /// The changes in the file's sequence.
    public internal(set) var arrangement: Arrangement
    /// The rack whose rules route its parts to samplers; `nil` if each port has a sampler.
    public internal(set) var rack: RackSettings?
    /// The routes of its parts through the rack, at the tempo of ``arrangement``.
    public internal(set) var routed: RoutedSequence?
    /// The same at the file's own tempo.
    var baseRouted: RoutedSequence?
    /// The nominal frame at which it begins.
    public internal(set) var start: Int64 = 0
    /// The nominal frame at which it ends; `nil` plays all.
    public internal(set) var end: Int64?
    /// The nominal frames that are repeated at first.
    public internal(set) var loop: Range<Int64>?
    /// The number of times that they are played before playing continues; `nil` for ever.
    public internal(set) var loopCount: Int?
    /// The parts that are muted at first.
    public let muted: Selection
    /// The parts that play solo at first; none for all.
    public let soloed: Selection
    /// The settings that have no effect on it, in words for the user.
    public let notes: [String]

    /// Applies settings to a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence as the file has it.
    ///   - file: Its file.
    ///   - settings: The settings.
    ///   - arrangement: The changes in the sequence; `nil` for those of the settings.
    ///   - rack: The rack whose rules lead its parts to samplers; `nil` for a sampler for each port.
    ///   - rate: Frames per second.
    ///   - names: The names of the settings in messages.
    /// - Throws: `usage` for positions and selectors that the sequence does not have, and for rules
    ///   that the rack cannot carry out.
    public init(
        _ sequence: PreparedSequence,
        of file: PieceFile,
        _ settings: PlaySettings = PlaySettings(),
        _ arrangement: Arrangement? = nil,
        rack: RackSettings? = nil,
        rate: Int,
        names: SettingNames = SettingNames()
    ) throws(PlaybackError) {
        name = file.name
        self.arrangement = arrangement ?? settings.arrangement
        written = sequence
        firstSpeed = settings.speed
        self.rate = rate
        fileClips = file.clips
        fileAutomation = file.automation
        automation = try Self.automation(
            rack,
            file.automation,
            clips: fileClips,
            in: sequence,
            file.name,
            rate: rate
        )
        clips = try PlacedClips(
            (rack?.clips ?? []) + fileClips,
            in: sequence,
            file.name,
            rate: rate
        )
        (base, self.sequence) = clips.extended(sequence, self.arrangement, at: settings.speed)
        let positions = PiecePositions(self.sequence, name: file.name, rate: rate, names)
        let start = try positions.frame(of: settings.start) ?? 0
        let end = try positions.frame(of: settings.end)
        if let end, end <= start {
            throw PlaybackError(.usage, "\(file.name): \(names.end) is not after \(names.start)")
        }
        loop = try positions.loop(settings.loop, from: start, to: end)
        (self.start, self.end) = (start, end)
        if settings.skipsSilence, let sound = positions.sound(from: start, to: end) {
            self.start = sound.lowerBound
            let found = loop ?? self.sequence.fileLoopFrames(rate: rate, to: end)
            self.end = max(sound.upperBound, found?.upperBound ?? 0)
            if let loop, self.start >= loop.upperBound { self.start = start }
        }
        loopCount = settings.loopCount
        muted = try positions.selection(settings.muted)
        soloed = try positions.selection(settings.soloed)
        notes = Self.notes(on: self.sequence, file.name, settings, hasLoop: loop != nil)
        if let rack { try route(through: rack) }
    }

    /// The settings that have no effect on a sequence.
    private static func notes(
        on sequence: PreparedSequence,
        _ name: String,
        _ settings: PlaySettings,
        hasLoop: Bool
    ) -> [String] {
        var notes: [String] = []
        if settings.loop == .file, !hasLoop {
            notes.append("\(name): no loop points; playing to the end")
        }
        if case .smpte = sequence.division {
            if settings.tempo != nil {
                notes.append("\(name): no tempo to change: the file has a SMPTE division")
            }
            if settings.hasMetronome || settings.countIn != nil {
                notes.append("\(name): no bars to click: the file has a SMPTE division")
            }
        }
        return notes
    }

    /// The nominal frames between the loop points of the file, where they are behind the start.
    func fileLoop(rate: Int) -> Range<Int64>? {
        sequence.fileLoopFrames(rate: rate, to: end).flatMap { $0.lowerBound < start ? nil : $0 }
    }

    /// The nominal frame at which it ends at a rate.
    public func endFrame(rate: Int) -> Int64 {
        let last = sequence.endFrame(rate: rate)
        return min(end ?? last, last)
    }

    /// The duration in nominal frames at a rate, its loop counted once.
    public func length(rate: Int) -> Int64 {
        max(0, endFrame(rate: rate) - start)
    }

    /// The same piece at another tempo; `nil` for the file's own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - rate: Frames per second: positions keep their ticks, and get other frames.
    /// - Returns: The piece.
    public func at(_ tempo: Tempo?, rate: Int) -> Piece {
        var piece = self
        piece.arrangement.tempo = tempo
        piece.sequence = tempo.map { base.withTempo($0.microsecondsPerQuarter) } ?? base
        piece.setRouted(baseRouted)
        let (old, new) = (sequence.tempoMap, piece.sequence.tempoMap)
        piece.start = new.frame(start, of: old, rate: rate)
        piece.end = end.map { new.frame($0, of: old, rate: rate) }
        piece.loop = loop.map { new.frames($0, of: old, rate: rate) }
        return piece
    }
}

/// Positions and parts that are looked up in a sequence.
private struct PiecePositions {
    private let sequence: PreparedSequence
    private let name: String
    private let rate: Int
    private let names: Piece.SettingNames

    init(_ sequence: PreparedSequence, name: String, rate: Int, _ names: Piece.SettingNames) {
        (self.sequence, self.name, self.rate, self.names) = (sequence, name, rate, names)
    }

    func frame(of position: Position?) throws(PlaybackError) -> Int64? {
        guard let position else { return nil }
        do throws(PositionError) {
            return try sequence.frame(of: position, rate: rate)
        } catch {
            throw PlaybackError(.usage, "\(name): \(error)")
        }
    }

    func selection(_ selectors: SelectorSet) throws(PlaybackError) -> Selection {
        guard !selectors.isEmpty else { return .none }
        do throws(SelectorError) {
            return try selectors.resolve(in: sequence)
        } catch {
            throw PlaybackError(.usage, "\(name): \(error)")
        }
    }

    /// The nominal frames from the first note that begins in a part to the last that ends in it, or to
    /// the pedal that holds it; `nil` where none begins.
    func sound(from start: Int64, to end: Int64?) -> Range<Int64>? {
        let last = end ?? sequence.endFrame(rate: rate)
        var sound: Range<Int64>?
        /// The keys, and the pedals behind them, that are down, by port and channel.
        var held: Set<Int> = []
        for event in sequence.schedule where event.kind == .channel {
            let frame = sequence.tempoMap.frame(atTick: event.tick, rate: rate)
            guard frame < last else { break }
            let message = event.message
            let place = event.channelIndex << 8 | Int(message.data1)
            var isReleased = false
            switch message.status & 0xF0 {
            case 0x90 where message.isNoteOn:
                held.insert(place)
                if frame >= start { sound = (sound?.lowerBound ?? frame)..<frame }
            case 0x80, 0x90: isReleased = held.remove(place) != nil
            case 0xB0 where [64, 66].contains(message.data1):
                if message.data2 >= 64 {
                    held.insert(place | 0x80)
                } else {
                    isReleased = held.remove(place | 0x80) != nil
                }
            default: break
            }
            if isReleased { sound = sound.map { $0.lowerBound..<max(frame, $0.upperBound) } }
        }
        if !held.isEmpty { sound = sound.map { $0.lowerBound..<last } }
        guard let sound, !sound.isEmpty else { return nil }
        return sound
    }

    /// The nominal frames that are repeated.
    func loop(
        _ setting: LoopSetting,
        from start: Int64,
        to end: Int64?
    ) throws(PlaybackError) -> Range<Int64>? {
        func failure(_ what: String) -> PlaybackError {
            PlaybackError(.usage, "\(name): \(names.loop) \(setting): \(what)")
        }
        let loop: Range<Int64>
        switch setting {
        case .file:
            guard let found = sequence.fileLoopFrames(rate: rate, to: end) else { return nil }
            loop = found
        case .between(let positions):
            let first = try frame(of: positions.from) ?? 0
            let last = try frame(of: positions.to) ?? 0
            guard first < last else { throw failure("ends before it begins") }
            guard last <= end ?? last else { throw failure("ends after \(names.end)") }
            guard PlayItem.canLoop(first..<last, of: sequence, rate: rate, to: end) else {
                throw failure("shorter than \(PlayItem.shortestLoopText(rate: rate))")
            }
            loop = first..<last
        case .off, .whole:
            return nil
        }
        guard start < loop.upperBound else { throw failure("ends before \(names.start)") }
        return loop
    }
}
