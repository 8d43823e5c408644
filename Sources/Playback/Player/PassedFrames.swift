public import SamplerHost
import Sequencer

/// A position of playback, and the engine frames on which nominal frames around it fall.
///
/// Exact as long as the same item plays: only a change of speed, tempo or position begins another.
public struct PassedFrames {
    /// The audible nominal frame of the loaded piece.
    public let frame: Int64
    /// Whether playback is held there; see `Engine.hold(_:)`.
    public let isHeld: Bool
    fileprivate let engineFrame: Int64
    fileprivate let itemFrame: Int64
    fileprivate let item: PlayerItems.Item
    fileprivate let piece: LoadedPiece
    fileprivate let loop: Range<Int64>?
    fileprivate let rate: Int

    /// The engine frame of a nominal frame that playback has passed since the last start of the loop,
    /// or in the pass before.
    public func engineFrame(ofPassed nominal: Int64) -> Int64 {
        guard nominal > frame, let loop, nominal <= loop.upperBound else {
            return engineFrame - (itemFrame - itemFrame(of: nominal))
        }
        let sinceStart = itemFrame - itemFrame(of: loop.lowerBound)
        return engineFrame - sinceStart - (itemFrame(of: loop.upperBound) - itemFrame(of: nominal))
    }

    /// The engine frame of a nominal frame that playback reaches without a change or a loop.
    public func engineFrame(ofComing nominal: Int64) -> Int64 {
        engineFrame + (itemFrame(of: nominal) - itemFrame)
    }

    private func itemFrame(of nominal: Int64) -> Int64 {
        item.item.itemFrame(
            ofNominalFrame: item.piece.sameFrame(nominal, of: piece, rate: rate)
        )
    }
}

extension PiecePlayer {
    /// The audible position; `nil` while the loaded piece does not sound, in a count-in, and between
    /// an end and the report of it.
    public var passedFrames: PassedFrames? {
        let position = engine.position
        guard position.countInBeats == 0, let piece, let frame = frame(of: position) else {
            return nil
        }
        guard let number = position.item, let item = items.activeItem(number) else {
            // The next piece has begun at the end of this one, or beside it.
            guard items.queued?.crossfade == 0 else { return nil }
            return items.nextStart.flatMap {
                passedEnd(at: position.engineFrame - (position.frame - $0))
            }
        }
        return PassedFrames(
            frame: frame,
            isHeld: position.isHeld,
            engineFrame: position.engineFrame,
            itemFrame: position.frame,
            item: item,
            piece: piece,
            loop: loopedFrames(of: piece),
            rate: rate
        )
    }

    /// The end of the loaded piece.
    ///
    /// - Parameter engineFrame: The engine frame of the end.
    /// - Returns: The position; `nil` while nothing plays.
    public func passedEnd(at engineFrame: Int64) -> PassedFrames? {
        guard let piece, let item = items.playing else { return nil }
        let end = piece.endFrame(rate: rate)
        return PassedFrames(
            frame: end,
            isHeld: false,
            engineFrame: engineFrame,
            itemFrame: item.item.itemFrame(
                ofNominalFrame: item.piece.sameFrame(end, of: piece, rate: rate)
            ),
            item: item,
            piece: piece,
            loop: nil,
            rate: rate
        )
    }

    /// The end of the loaded piece that a report tells of: its last frame, or the one from which on it
    /// fades out while the next one plays.
    ///
    /// - Parameter report: A report of the engine.
    /// - Returns: The end; `nil` if the report says something else.
    public func end(in report: EngineReport) -> PieceEnd? {
        guard let piece else { return nil }
        switch report {
        // The owner is done with one that has faded out.
        case .ended(let number, let frame)
        where items.active.contains(number) && number != fadingItem:
            return PieceEnd(frame: piece.endFrame(rate: rate), engineFrame: frame)
        // It is reported before the end of the piece before it.
        case .began(let number, let frame)
        where number == items.queued?.number && isUnderWay && !isFadingOut:
            return PieceEnd(frame: piece.endFrame(rate: rate), engineFrame: frame)
        case .fading(let number, let frame, let position, let remaining):
            guard let item = items.activeItem(number) else { return nil }
            return PieceEnd(
                frame: item.frame(ofItemFrame: position, in: piece, rate: rate),
                engineFrame: frame + remaining,
                fades: true
            )
        default: return nil
        }
    }
}

/// The end of a piece for its owner.
public struct PieceEnd: Hashable, Sendable {
    /// The nominal frame at which the owner is done with the piece.
    public var frame: Int64
    /// The engine frame of the piece's last frame.
    public var engineFrame: Int64
    /// Whether the rest fades out.
    public var fades = false
}
