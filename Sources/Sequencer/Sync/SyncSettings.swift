/// The settings by which playback follows a source of time.
public struct SyncSettings: Hashable, Sendable, Codable {
    /// The kinds of sources.
    public enum Source: String, CaseIterable, Hashable, Sendable, Codable {
        /// MIDI clock, with start, stop, continue and song position.
        case clock
        /// MIDI time code.
        case mtc
    }

    /// The source.
    public var source: Source
    /// The live input that is listened to, from 0; `nil` for all.
    public var input: Int?
    /// The time for which playback continues without messages, in seconds.
    public var freewheel = Self.usualFreewheel
    /// The time code at which a piece begins, in seconds of its clock face: hours, minutes and
    /// seconds of 3600, 60 and 1.
    public var start = 0

    /// The usual time for which playback continues without messages, in seconds.
    public static let usualFreewheel = 1.0
    /// The possible times for which playback continues without messages, in seconds.
    public static let freewheelRange = 0.1...60.0

    /// Makes settings with the usual values.
    public init(_ source: Source) {
        self.source = source
    }
}

extension SyncSettings {
    /// Reads a start as `HH:MM:SS`.
    ///
    /// - Parameter text: The text, 00:00:00 to 23:59:59.
    /// - Returns: The seconds; `nil` for anything else.
    public static func start(parsing text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var seconds = 0
        for (part, limit) in zip(parts, [24, 60, 60]) {
            guard part.count == 2, part.allSatisfy({ (0x30...0x39).contains($0) }),
                let value = Int(String(decoding: part, as: UTF8.self)), value < limit
            else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds
    }

    /// The start as ``start(parsing:)`` reads it.
    public var startText: String { Self.text(ofStart: start) }

    /// A start in seconds as ``start(parsing:)`` reads it.
    public static func text(ofStart start: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(two(start / 3_600)):\(two(start / 60 % 60)):\(two(start % 60))"
    }
}
