/// The keys of a channel whose voices an engine plays, where several engines share a channel.
///
/// All of them get every message of the channel, so that each knows its keys, controllers and turns;
/// each note sounds in one. The keys decide which: neighbours and octaves go to different engines. A
/// preset whose notes end those of other keys (``PresetReference/linksKeys``) is played by one engine
/// alone, which the channel decides.
public struct KeyShare: BitwiseCopyable, Hashable, Sendable {
    /// The engine, 0 ..< ``count``.
    public let index: Int
    /// The number of engines that share.
    public let count: Int

    /// All keys.
    public static let all = KeyShare(0, of: 1)

    /// Makes the share of an engine.
    ///
    /// - Parameters:
    ///   - index: The engine, 0 ..< `count`.
    ///   - count: The number of engines that share, 1 or more.
    public init(_ index: Int, of count: Int) {
        precondition(count > 0 && (0..<count).contains(index), "no such share")
        self.index = index
        self.count = count
    }

    /// Whether the engine plays a key.
    ///
    /// - Parameters:
    ///   - key: The key, 0 … 127.
    ///   - channel: Its channel, 0 … 15.
    ///   - isLinked: Whether the preset's notes end those of other keys.
    /// - Returns: Whether it does.
    @_noLocks
    func includes(key: UInt8, channel: Int, isLinked: Bool) -> Bool {
        guard count > 1 else { return true }
        let number = isLinked ? channel : Int(key) &+ Int(key) / 12
        return number % count == index
    }
}
