import ControlProtocol
import Playback
import SMF
import SamplerHost
import Sequencer

/// Recordings and captures that clients ask for.
extension LiveRecording {
    /// Begins to record what comes in on the live inputs.
    ///
    /// - Parameter request: The file and the settings.
    /// - Throws: 64, 73, 75 or 77.
    func record(_ request: Command.Record) async throws {
        if let input = request.input, input >= inputs {
            throw RequestError.arguments("input: \(input + 1): expected 1 to \(inputs)")
        }
        let target = try RecordingTarget(
            request.target,
            mayReplace: request.tracks.replaces,
            policy
        )
        let piece = run.state == .stopped ? nil : run.piece
        var plan = try plan(request, along: piece)
        plan.split = TakePlan.Split(request.tracks.split)
        plan.grid = request.tracks.grid
        var take = TakeRequest(target.path, plan)
        take.mayReplace = request.tracks.replaces
        take.inputs = request.input.map { [$0] }
        let start = LiveQueue.now
        let follower = piece.map { piece in
            TakeFollower(piece, from: nil, plan, start: start, rate: run.rate)
        }
        try await begin(
            take,
            target: request.target,
            follower,
            start: start
        ) { [playback = run.playback, piece] follower in
            guard let piece, playback.piece?.isVersion(of: piece) ?? false else { return nil }
            return follower.look(at: playback)
        }
    }

    private func plan(
        _ request: Command.Record,
        along piece: LoadedPiece?
    ) throws(RequestError) -> TakePlan {
        var plan: TakePlan
        if let piece {
            for (name, isGiven) in [
                ("tempo", request.tempo != nil), ("meter", request.meter != nil),
            ] where isGiven {
                throw .arguments("\(name): is that of the file; stop it to record without it")
            }
            guard let along = TakePlan(along: piece.sequence) else {
                throw RequestError(
                    .usage,
                    "the file counts SMPTE frames and has no bars; stop it to record without it"
                )
            }
            plan = along
        } else {
            plan = TakePlan(
                microsecondsPerQuarter: request.tempo?.microsecondsPerQuarter
                    ?? TempoMap.defaultTempo,
                meter: request.meter ?? TimeSignature(numerator: 4, denominatorPower: 2)
            )
            plan.timing = .firstNote
        }
        plan.punch = try punch(
            request,
            plan,
            in: piece?.sequence ?? PieceFile(plan.emptyFile, named: "recording").sequences[0]
        )
        return plan
    }

    /// The ticks that are recorded; `nil` for all.
    private func punch(
        _ request: Command.Record,
        _ plan: TakePlan,
        in sequence: PreparedSequence
    ) throws(RequestError) -> Range<Int64>? {
        guard request.start != nil || request.end != nil else { return nil }
        func tick(_ position: Position, _ name: String) throws(RequestError) -> Int64 {
            do throws(PositionError) {
                return try plan.tick(of: position, in: sequence)
            } catch {
                throw RequestError(.usage, "\(name): \(error)")
            }
        }
        let start = try request.start.map { position throws(RequestError) in
            try tick(position, "from")
        }
        let end = try request.end.map { position throws(RequestError) in
            try tick(position, "to")
        }
        guard (start ?? 0) < (end ?? .max) else {
            throw RequestError(.usage, "to: is not after from")
        }
        return (start ?? 0)..<(end ?? .max)
    }

    /// Writes what came in on the live inputs lately to a file.
    ///
    /// - Parameter request: The file and the settings.
    /// - Returns: What is in it.
    /// - Throws: 64, 73 or 77; 66 if there is nothing, 69 if nothing is stored.
    func capture(_ request: Command.Capture) async throws -> RecordingSummary {
        let target = try RecordingTarget(
            request.target,
            mayReplace: request.tracks.replaces,
            policy
        )
        var capture = CaptureRequest(target.path)
        capture.mayReplace = request.tracks.replaces
        capture.last = request.last
        capture.split = TakePlan.Split(request.tracks.split)
        capture.grid = request.tracks.grid
        capture.beat = playingBeat
        return try await self.capture(capture, target: request.target)
    }

    /// The tempo, the meter and the time of the bar that plays; `nil` if nothing plays, or no bars.
    private var playingBeat: CaptureRequest.Beat? {
        guard run.state == .playing, let piece = run.piece,
            let passed = run.playback.passedFrames,
            let heard = run.engine.clock.time(ofFrame: passed.engineFrame(ofPassed: passed.frame))
        else { return nil }
        let map = piece.sequence.tempoMap
        let tick = map.tick(atFrame: passed.frame, rate: run.rate)
        guard let place = piece.sequence.meterMap.position(atTick: tick),
            let bar = try? piece.sequence.meterMap.tick(bar: place.bar, beat: 1, tick: 0)
        else { return nil }
        let speed = run.playback.pace
        let sinceBar = map.nanoseconds(atTick: tick) - map.nanoseconds(atTick: bar)
        let tempo =
            Int64(map.microsecondsPerQuarter(atTick: tick)) * speed.denominator / speed.numerator
        let meter = piece.sequence.timeSignatures.last { $0.tick <= tick }?.signature
        return CaptureRequest.Beat(
            microsecondsPerQuarter: UInt32(min(max(tempo, 1), 0xFF_FFFF)),
            meter: meter ?? TimeSignature(numerator: 4, denominatorPower: 2),
            barTime: heard - sinceBar * speed.denominator / speed.numerator
        )
    }
}

extension TakePlan.Split {
    fileprivate init(_ split: RecordingTracks.Split?) {
        self =
            switch split {
            case .channel: .channel
            case .input, nil: .input
            }
    }
}
