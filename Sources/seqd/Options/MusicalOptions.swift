import CommandSupport
import Playback

/// The musical options of a command, the same for playing and for rendering.
///
/// A command declares these groups side by side. If one contained the others, a debug build would
/// check the declarations of the inner groups six times as often: the argument parser checks a group
/// anew each time it reads it.
@dynamicMemberLookup
struct MusicalOptions {
    var sound: SoundOptions
    var routing: RoutingOptions
    var piece: PieceOptions
    var playing: PlayingOptions
    var text: TextOptions
    var samples: SampleOptions

    subscript<Value>(dynamicMember option: KeyPath<PieceOptions, Value>) -> Value {
        piece[keyPath: option]
    }

    /// The options for reading files.
    var reading: ReadingOptions {
        var reading = text.reading
        reading.keepsSoundBank = piece.embeddedFont
        reading.includesClips = true
        return reading
    }
}

/// A command that plays or renders pieces.
protocol MusicalCommand {
    var sound: SoundOptions { get }
    var routing: RoutingOptions { get }
    var piece: PieceOptions { get }
    var playing: PlayingOptions { get }
    var text: TextOptions { get }
    var samples: SampleOptions { get }
}

extension MusicalCommand {
    var musical: MusicalOptions {
        MusicalOptions(
            sound: sound,
            routing: routing,
            piece: piece,
            playing: playing,
            text: text,
            samples: samples
        )
    }
}
