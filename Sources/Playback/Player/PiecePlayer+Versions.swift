public import SamplerHost
public import Sequencer

/// Other versions of the loaded piece: another tempo, another content of its file, other samplers.
extension PiecePlayer {
    /// Continues at another tempo; `nil` for the file's own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - isLast: Whether the engine ends after the piece.
    public func setTempo(_ tempo: Tempo?, isLast: Bool = false) {
        guard let piece, piece.arrangement.tempo != tempo else { return }
        endScrub()
        let other = piece.at(tempo, rate: rate)
        let (old, new) = (piece.sequence.tempoMap, other.sequence.tempoMap)
        exactFrame = exactFrame.map { new.frame($0, of: old, rate: rate) }
        exactPosition = exactPosition.map { new.frame($0, of: old, rate: rate) }
        if let frame = items.pendingFrame {
            items.pendingFrame = new.frame(frame, of: old, rate: rate)
        }
        resumePosition = new.frame(resumePosition, of: old, rate: rate)
        if case .between(let range) = loop {
            let range = new.frames(range, of: old, rate: rate)
            loop = canLoop(range, of: other) ? .between(range) : .off
        }
        self.piece = other
        apply(isLast: isLast)
    }

    /// Makes another version of the loaded piece the loaded one; the version before plays until the
    /// owner starts this one.
    ///
    /// Muted and soloed parts and the loop stay, as far as the version has them.
    ///
    /// - Parameter version: The other version, on samplers of its own.
    /// - Returns: The current position in it, a nominal frame.
    public func replace(with version: LoadedPiece) -> Int64 {
        guard let piece else {
            load(version)
            return version.start
        }
        endScrub()
        let position = version.frame(position, of: piece, rate: rate)
        if case .between(let range) = loop {
            let start = version.frame(range.lowerBound, of: piece, rate: rate)
            let end = version.frame(range.upperBound, of: piece, rate: rate)
            let isLoop = start < end && canLoop(start..<end, of: version)
            loop = isLoop ? .between(start..<end) : .off
        }
        let tracks = version.sequence.tracks.count
        muted.tracks = muted.tracks.filter { $0 < tracks }
        soloed.tracks = soloed.tracks.filter { $0 < tracks }
        resumePosition = version.frame(resumePosition, of: piece, rate: rate)
        if let frame = items.pendingFrame {
            items.pendingFrame = version.frame(frame, of: piece, rate: rate)
        }
        self.piece = version
        pieceHasPlayed = false
        return position
    }

    /// Continues with another version of the loaded piece on the same samplers: notes that both
    /// have continue.
    ///
    /// - Parameters:
    ///   - version: The other version; its own samplers are released.
    ///   - frame: The nominal frame of the loaded piece at which it takes over; `nil` for at once.
    ///   - isLast: Whether the engine ends after it.
    /// - Returns: `false` if nothing plays or these samplers lack a preset of the version; then
    ///   nothing has changed.
    public func scheduleReplacement(
        with version: LoadedPiece,
        at frame: Int64? = nil,
        isLast: Bool = false
    ) -> Bool {
        let released = version
        guard let old = piece, isUnderWay, version.embeddedFont == nil, old.embeddedFont == nil,
            let version = adopted(version, on: old)
        else { return false }
        withdrawFollowing()
        let position = version.frame(frame ?? positionAhead(in: old), of: old, rate: rate)
        _ = replace(with: version)
        pieceHasPlayed = true
        guard let piece, scheduleItem(of: piece, at: position, isLast: isLast) else { return false }
        piece.prepareLocating()
        onRelease(released)
        return true
    }

    /// A version on the samplers of the loaded piece; `nil` where they lack something that it needs.
    private func adopted(_ version: LoadedPiece, on old: LoadedPiece) -> LoadedPiece? {
        // A piece that had a rack continues with one that has no rules.
        let plain = old.piece.rack.flatMap { $0.changesNothing ? $0 : nil }
        guard let rack = version.piece.rack ?? plain else {
            guard old.piece.rack == nil, version.piece.hasClips(of: old.rack),
                version.sequence.ports == old.sequence.ports,
                Set(version.sequence.programs).isSubset(of: old.sequence.programs)
            else { return nil }
            return version.on(old.rack)
        }
        guard let piece = try? version.piece.routed(through: rack, after: old.piece),
            let routed = piece.routed, old.rack.plays(routed),
            piece.hasClips(of: old.rack)
        else { return nil }
        return version.on(old.rack, as: piece)
    }

    // MARK: Rules

    /// Continues with other rules for the loaded piece, which may need other samplers.
    ///
    /// Notes end on samplers that their part no longer plays on; a part's new destination gets its
    /// state before its next note. All else continues.
    ///
    /// - Parameters:
    ///   - rack: The rack with its rules.
    ///   - samplers: Samplers made of it for the piece with these rules and those that it has, in
    ///     place of its samplers (`SamplerRack.init(_:rate:maximumPeriod:for:after:)`); `nil` for
    ///     those that it plays on.
    ///   - frame: The nominal frame at which the rules change; `nil` for at once.
    ///   - isLast: Whether the engine ends after the piece.
    /// - Returns: `false` if the samplers lack one that the rules name, or a preset, or if too many
    ///   still sound; then nothing has changed.
    /// - Throws: `usage` for rules that the rack cannot carry out.
    public func setRack(
        _ rack: RackSettings,
        on samplers: SamplerRack? = nil,
        at frame: Int64? = nil,
        isLast: Bool = false
    ) throws(PlaybackError) -> Bool {
        guard let piece else { return false }
        let changed = try piece.piece.routed(through: rack)
        let rackToPlay = samplers ?? piece.rack
        guard let routed = changed.routed, rackToPlay.plays(routed),
            changed.hasClips(of: rackToPlay)
        else {
            return false
        }
        if let samplers, samplers !== piece.rack {
            guard replaceRack(with: samplers) else { return false }
        }
        let position = frame ?? items.pendingFrame ?? positionAhead(in: piece)
        withdrawFollowing()
        let loaded = piece.on(samplers ?? piece.rack, as: changed)
        self.piece = loaded
        return isUnderWay ? scheduleItem(of: loaded, at: position, isLast: isLast) : true
    }

    /// Continues with the loaded piece on other samplers.
    ///
    /// While an action is carried out ahead of its frame, they take over at ``exactFrame``, and at
    /// once otherwise. Items that are started before that play on them.
    ///
    /// - Parameter rack: Samplers that were made for this piece, or another version of it.
    /// - Returns: `false` if too many samplers still sound.
    public func replaceRack(with rack: SamplerRack) -> Bool {
        guard let piece else { return true }
        if pieceHasPlayed {
            guard giveRack(rack, for: piece) else { return false }
        }
        self.piece = piece.on(rack)
        return true
    }

    private func giveRack(_ rack: SamplerRack, for piece: LoadedPiece) -> Bool {
        guard let frame = exactPosition ?? exactFrame, let number = items.active.last,
            let playing = items.playing
        else { return engine.replaceRack(piece.rack, with: rack) }
        let nominal = playing.piece.sameFrame(frame, of: piece, rate: rate)
        return engine.scheduleRack(
            piece.rack,
            with: rack,
            at: playing.item.itemFrame(ofNominalFrame: nominal),
            ofItem: number
        )
    }
}
