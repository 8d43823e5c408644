public import Effects
public import Sequencer

/// A part of a sound file that plays beside the music, through a strip of its own.
public struct ClipSettings: Hashable, Sendable {
    /// How a clip follows music that plays at another tempo than it is written.
    public enum Follow: String, CaseIterable, Sendable {
        /// It plays as recorded.
        case no
        /// It is resampled: tempo and pitch change together.
        case pitch
        /// It is stretched: the tempo changes, the pitch does not.
        case tempo
    }

    /// The file.
    public var path: String
    /// The position in the music at which it begins.
    public var start = Position.ticks(0)
    /// The name of its strip; `nil` for ``usualName``.
    public var name: String?
    /// The gain in dB, −∞ … 12.
    public var gain = 0.0
    /// The position, −100 (left) … 100 (right), as that of a strip.
    public var pan = 0.0
    /// The place in the file at which it begins, in seconds.
    public var offset = 0.0
    /// The length in seconds, with repeats; infinite for all of it.
    public var length = Double.infinity
    /// The seconds over which it fades in.
    public var fadeIn = 0.0
    /// The seconds over which it fades out.
    public var fadeOut = 0.0
    /// How often its loop is played; infinite for endlessly, 1 without a loop.
    public var plays = 1.0
    /// The place in the file at which its loop begins, in seconds; not before ``offset``.
    public var loopStart = 0.0
    /// The place in the file at which its loop ends, in seconds; infinite for the file's end.
    public var loopEnd = Double.infinity
    /// The way of playing it at another tempo.
    public var follow = Follow.no
    /// The effects of its strip, the first one first.
    public var inserts: [InsertSettings] = []

    /// The most clips of a rack.
    public static let most = 64

    /// Makes a clip of a whole file, at the beginning of the music.
    public init(path: String) { self.path = path }

    /// The name of its strip: ``name``, or ``usualName``.
    public var stripName: String { name ?? usualName }

    /// The file's name without folder and extension.
    public var usualName: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
        return String(file[..<dot])
    }

    /// Its gain and pan as factors.
    package var factors: (left: Float, right: Float) {
        var strip = StripSettings()
        strip.pan = pan
        let factor = Decibels.factor(gain)
        return (Float(factor * strip.panFactors.left), Float(factor * strip.panFactors.right))
    }

    /// The key of a value that does not go with others, and the fault; `nil` for none.
    package var problem: (key: String, text: String)? {
        if loopStart >= loopEnd { return ("loop-start", "not before loop-end") }
        if plays == 1, loopStart > 0 { return ("loop-start", "needs loop=yes, or loop=COUNT") }
        if plays == 1, loopEnd < .infinity {
            return ("loop-end", "needs loop=yes, or loop=COUNT")
        }
        if plays > 1, offset >= loopEnd { return ("offset", "not before loop-end") }
        if let meaning = SamplerName.otherMeaning(of: stripName) {
            return (
                "name", "\"\(stripName)\" means \(meaning); expected another name for its strip"
            )
        }
        return nil
    }
}
