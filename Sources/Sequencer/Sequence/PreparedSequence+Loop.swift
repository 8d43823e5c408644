import MIDI
import SMF

extension PreparedSequence {
    /// The ticks that the file marks to be repeated; `nil` for none.
    ///
    /// Texts go first (`loopStart` and `loopEnd` as marker, cue point or text; without an end it is
    /// the piece's, without a start its beginning), then CC116 with CC117 (the loop of AIL's XMIDI
    /// files), then CC111 (RPG Maker's start; the end is the piece's). The first of each counts.
    /// Reading the controllers takes a pass over the schedule, once.
    public var fileLoop: Range<Int64>? {
        textLoop ?? schedule.controllerLoop(endTick: endTick)
    }

    private var textLoop: Range<Int64>? {
        let start = loopTexts.first { $0.point == .start }?.tick
        let end = loopTexts.first { $0.point == .end && $0.tick > start ?? 0 }?.tick
        guard start != nil || end != nil else { return nil }
        return Schedule.loop(from: start ?? 0, to: end ?? endTick)
    }

    /// The loop points in the tracks' texts, by tick.
    static func loopTexts(_ tracks: [Track]) -> [(tick: Int64, point: LoopPoint)] {
        var result: [(tick: Int64, point: LoopPoint)] = []
        for track in tracks {
            track.forEachPayload { _, tick, event in
                guard case .meta(let meta) = event, case .text(let kind, let bytes) = meta.value,
                    let point = LoopPoint(bytes, kind)
                else { return }
                result.append((tick, point))
            }
        }
        return result.sorted { $0.tick < $1.tick }
    }
}

extension Schedule {
    /// The loop that controllers mark: CC116 to CC117, or from CC111 to the end.
    func controllerLoop(endTick: Int64) -> Range<Int64>? {
        derived.value { ControllerLoop(ticks: findControllerLoop(endTick: endTick)) }.ticks
    }

    /// The loop that controllers mark, as it is stored; without ticks if there is none.
    private struct ControllerLoop: Sendable {
        var ticks: Range<Int64>?
    }

    private func findControllerLoop(endTick: Int64) -> Range<Int64>? {
        var starts: (pair: Int64?, single: Int64?)
        for event in self where event.kind == .channel && event.bits & 0xF0 == 0xB0 {
            switch event.message.data1 {
            case 111 where starts.single == nil: starts.single = event.tick
            case 116 where starts.pair == nil: starts.pair = event.tick
            case 117:
                if let start = starts.pair, event.tick > start { return start..<event.tick }
            default: break
            }
        }
        return starts.single.flatMap { Self.loop(from: $0, to: endTick) }
    }

    static func loop(from start: Int64, to end: Int64) -> Range<Int64>? {
        start < end ? start..<end : nil
    }
}
