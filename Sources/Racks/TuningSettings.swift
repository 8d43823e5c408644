import Tuning
import Wording

/// The tuning of a sampler, or of a channel of one: Scala files, and the frequency of A4.
///
/// Channels that play drums are not tuned. The default is twelve-tone equal temperament, A4 = 440 Hz.
public struct TuningSettings: Hashable, Sendable {
    /// The file of the scale (`.scl`); `nil` for equal temperament.
    public var scale: String?
    /// The file of the keyboard mapping (`.kbm`); `nil` for one in which key 60 plays the first
    /// degree and each key the next, and key 69 is A4.
    public var mapping: String?
    /// The frequency of A4 in Hz, as in `ConcertPitch.range`; `nil` for 440.
    public var a4: Double?

    /// Makes the default tuning.
    public init() {}

    /// Reads `FILE.scl` or `FILE.scl,FILE.kbm`.
    ///
    /// - Parameter text: The text; the second name is that of a mapping if it ends in `.kbm`.
    public init(parsing text: String) {
        scale = text
        guard let comma = text.lastIndex(of: ","), comma > text.startIndex,
            text.lowercased().hasSuffix(".kbm")
        else { return }
        scale = String(text[..<comma])
        mapping = String(text[text.index(after: comma)...])
    }

    /// Whether it is the default tuning.
    public var isDefault: Bool { self == TuningSettings() }

    /// These settings, completed with the values of others.
    ///
    /// - Parameter other: The others.
    /// - Returns: The settings.
    public func completed(with other: TuningSettings) -> TuningSettings {
        var settings = self
        if scale == nil { (settings.scale, settings.mapping) = (other.scale, other.mapping) }
        // A keyboard mapping of its own includes a frequency.
        settings.a4 = a4 ?? (mapping == nil ? other.a4 : nil)
        return settings
    }

    /// The settings with other paths of their files.
    ///
    /// - Parameter change: Gives the path for one.
    /// - Returns: The settings.
    public func mapPaths(_ change: (String) -> String) -> TuningSettings {
        var settings = self
        settings.scale = scale.map(change)
        settings.mapping = mapping.map(change)
        return settings
    }

    /// The settings that exclude each other or are out of range, in words; `nil` if there are none.
    public var problem: String? {
        if mapping != nil, scale == nil { return "a keyboard mapping needs a tuning" }
        if let mapping, a4 != nil {
            return "a4 and the keyboard mapping \(mapping) cannot be used together; "
                + "the mapping has a reference frequency"
        }
        if let a4, !ConcertPitch.range.contains(a4) {
            return "expected \(Self.a4Words), not \(NumberText.decimal(a4))"
        }
        return nil
    }

    /// The frequencies that A4 can have, in words.
    public static let a4Words =
        "\(NumberText.decimal(ConcertPitch.range.lowerBound)) to "
        + "\(NumberText.decimal(ConcertPitch.range.upperBound)) Hz"

    /// The settings in words, such as `meantone.scl, A4 = 415 Hz`; empty for the default tuning.
    public var text: String {
        let pitch = a4.map { "A4 = \(NumberText.decimal($0)) Hz" }
        return [scale, mapping, pitch].compactMap { $0 }.joined(separator: ", ")
    }
}
