import Clips
public import Racks
import SamplerHost
public import Sequencer

/// The clips of a piece, each at its place in the music.
struct PlacedClips: Sendable {
    private struct Clip {
        /// Where it begins.
        var place: PlacedPosition
        /// The frames of its file that it plays, and the file's frames per second.
        var range: ClipRange
        var fileRate: Int
        /// The version of the file.
        var version: String?
    }

    /// The settings that they were placed by.
    let settings: [ClipSettings]
    private var clips: [Clip] = []
    private let rate: Int

    /// Finds the places of clips.
    ///
    /// - Parameters:
    ///   - settings: The clips.
    ///   - sequence: The sequence at the file's own tempo.
    ///   - name: The name of the piece in messages.
    ///   - rate: Frames per second.
    /// - Throws: `usage` for a position that the sequence does not have, and for a place behind a
    ///   sound's end; the reason why a file cannot be played.
    init(
        _ settings: [ClipSettings],
        in sequence: PreparedSequence,
        _ name: String,
        rate: Int
    ) throws(PlaybackError) {
        self.settings = settings
        self.rate = rate
        guard settings.count <= ClipSettings.most else {
            throw PlaybackError(
                .usage,
                "\(name): \(settings.count) clips, expected at most \(ClipSettings.most)"
            )
        }
        let end = sequence.endFrame(rate: rate)
        // A clip may begin behind the end of the music, which then lasts longer.
        let sequence = PlacedPosition.extended(sequence, rate: rate)
        for clip in settings {
            let place: PlacedPosition
            do throws(PositionError) {
                place = try PlacedPosition(clip.start, in: sequence, rate: rate)
            } catch {
                let reason = PlacedPosition.reason(error)
                throw PlaybackError(.usage, "\(name): clip \(clip.path): \(reason)")
            }
            if clip.plays == .infinity, clip.length == .infinity, place.frame >= end {
                throw PlaybackError(
                    .usage,
                    "\(name): clip \(clip.path): begins at the end of the music, where one that "
                        + "repeats for ever needs a length"
                )
            }
            try PlaybackError.catching { () throws(HostError) in
                let sound = try ClipSound.open(clip.path)
                clips.append(
                    Clip(
                        place: place,
                        range: try ClipRange(clip, of: sound),
                        fileRate: sound.rate,
                        version: sound.version
                    )
                )
            }
        }
    }

    /// The versions of the files when they were placed.
    var versions: [String?] { clips.map(\.version) }

    /// A sequence that lasts as long as the clips do.
    ///
    /// A clip that repeats for ever ends with it.
    ///
    /// - Parameters:
    ///   - sequence: The sequence as the file has it.
    ///   - arrangement: The changes in it.
    ///   - speed: The speed at which it is played first, without the vari-speed: that makes clips
    ///     shorter too.
    /// - Returns: The sequence at the file's own tempo, and arranged.
    func extended(
        _ sequence: PreparedSequence,
        _ arrangement: Arrangement,
        at speed: Speed
    ) -> (base: PreparedSequence, arranged: PreparedSequence) {
        var (base, arranged) = arrangement.applied(to: sequence)
        for (clip, settings) in zip(clips, settings) where clip.range.frames < ClipRange.endless {
            let frames = Double(clip.range.frames) * Double(rate) / Double(clip.fileRate)
            if settings.follow == .no {
                let start = arranged.tempoMap.frame(clip.place.frame, of: base.tempoMap, rate: rate)
                let length = Int64((frames * speed.factor).rounded(.up))
                arranged = arranged.lasting(toFrame: start + length, rate: rate)
                base = base.lasting(toTick: arranged.endTick)
            } else {
                base = base.lasting(
                    toFrame: clip.place.frame + Int64(frames.rounded(.up)),
                    rate: rate
                )
                arranged = arranged.lasting(toTick: base.endTick)
            }
        }
        return (base, arranged)
    }

    /// The clips as an item plays them.
    ///
    /// - Parameters:
    ///   - sequence: The sequence that is played.
    ///   - base: The sequence at the file's own tempo.
    ///   - speed: The speed at which it is played.
    ///   - follow: How all of them follow the tempo; `nil` for each one's own.
    /// - Returns: The spans of all clips.
    func spans(
        in sequence: PreparedSequence,
        at base: PreparedSequence,
        _ speed: Speed,
        following follow: ClipSettings.Follow? = nil
    ) -> [ClipSpan] {
        clips.enumerated().flatMap { number, clip in
            let follow = follow ?? settings[number].follow
            return spans(of: clip, number, follows: follow, in: sequence, base, speed)
        }
    }

    private func spans(
        of clip: Clip,
        _ number: Int,
        follows follow: ClipSettings.Follow,
        in sequence: PreparedSequence,
        _ base: PreparedSequence,
        _ speed: Speed
    ) -> [ClipSpan] {
        let ratio = Double(clip.fileRate) / Double(rate)
        func itemFrame(_ frame: Int64) -> Int64 {
            PlacedPosition.itemFrame(of: frame, in: sequence, at: base, speed, rate: rate)
        }
        let start = clip.place.itemFrame(in: sequence, at: base, speed, rate: rate)
        let origin = clip.place.frame
        guard follow != .no else {
            return [
                ClipSpan(
                    clip: number,
                    origin: origin,
                    start: start,
                    place: 0,
                    pace: ratio,
                    follow: .no
                )
            ]
        }
        // At one tempo in the place of several, each of those has a pace of its own.
        var marks = [origin]
        if sequence.tempoMap != base.tempoMap {
            let changes = base.tempoMap.changes.map {
                base.tempoMap.frame(atTick: $0.tick, rate: rate)
            }
            marks += changes.filter { $0 > origin }
        }
        return marks.enumerated().map { index, mark in
            // Behind the last mark the tempo stays: that of a second is that of all.
            let next = index + 1 < marks.count ? marks[index + 1] : mark + Int64(60 * rate)
            let frames = itemFrame(next) - itemFrame(mark)
            let isPlain = sequence.tempoMap == base.tempoMap
            let pace = isPlain ? speed.factor : Double(next - mark) / Double(max(frames, 1))
            return ClipSpan(
                clip: number,
                origin: origin,
                start: index == 0 ? start : itemFrame(mark),
                place: Double(mark - origin) * ratio,
                pace: pace * ratio,
                follow: follow == .tempo ? .tempo(pace: ratio) : .pitch
            )
        }
    }
}

extension PieceFile {
    /// A sequence of the file that lasts as long as the clips that belong to the file.
    ///
    /// - Parameters:
    ///   - index: Its index.
    ///   - rate: Frames per second.
    /// - Returns: The sequence; as it is if a clip cannot be played, which playing it reports.
    public func lastingSequence(_ index: Int, rate: Int) -> PreparedSequence {
        let sequence = sequences[index]
        guard let placed = try? PlacedClips(clips, in: sequence, name, rate: rate) else {
            return sequence
        }
        return placed.extended(sequence, Arrangement(), at: .normal).base
    }
}

extension Piece {
    /// The clips beside the music, as an item plays them.
    ///
    /// - Parameters:
    ///   - speed: The speed of the item.
    ///   - follow: How all of them follow the tempo; `nil` for each one's own.
    /// - Returns: The spans of all clips.
    public func clipSpans(
        at speed: Speed,
        following follow: ClipSettings.Follow? = nil
    ) -> [ClipSpan] {
        clips.spans(in: sequence, at: base, speed, following: follow)
    }

    /// The settings of the clips beside the music, by their numbers.
    public var clipSettings: [ClipSettings] { clips.settings }

    /// Whether a rack was made for these clips, and for these versions of their files.
    func hasClips(of rack: SamplerRack) -> Bool {
        clips.settings == rack.clips && clips.versions == rack.clipVersions
    }

    /// Places the clips of a rack, unless they are there, and lets the music last as long.
    mutating func placeClips(of rack: RackSettings) throws(PlaybackError) {
        automation = try Self.automation(
            rack,
            fileAutomation,
            isNewRack: true,
            clips: fileClips,
            in: written,
            name,
            rate: rate
        )
        let wanted = rack.clips + fileClips
        guard wanted != clips.settings else { return }
        clips = try PlacedClips(wanted, in: written, name, rate: rate)
        (base, sequence) = clips.extended(written, arrangement, at: firstSpeed)
    }
}
