import Realtime

/// The keys and pedals that the source of an event holds: those of the music's lanes, or of live
/// sources.
extension EngineCore {
    /// Whether anything that is held is noted for music or live sources.
    @_noLocks
    func firstLink(_ channel: UInt8, _ slot: UInt8, _ way: Way) -> UInt16 {
        way.isLive
            ? livePorts.links.first(way.source, channel, slot)
            : deck.links.first(way.source, channel, slot)
    }

    /// A link, by a number that ``firstLink(_:_:_:)`` or a link's `next` gave.
    @_noLocks
    func link(_ number: UInt16, _ way: Way) -> SourceLinks.Link {
        way.isLive ? livePorts.links.link(number) : deck.links.link(number)
    }

    /// Whether a slot of the source is held at a destination.
    @_noLocks
    func hasLink(
        _ channel: UInt8,
        _ slot: UInt8,
        _ link: SourceLinks.Link,
        _ way: Way
    ) -> Bool {
        way.isLive
            ? livePorts.links.has(way.source, channel, slot, link)
            : deck.links.has(way.source, channel, slot, link)
    }

    /// Notes that a slot of the source is held at a destination.
    ///
    /// - Returns: `false` where there is no room.
    @_noLocks
    mutating func addLink(
        _ channel: UInt8,
        _ slot: UInt8,
        _ link: SourceLinks.Link,
        _ way: Way
    ) -> Bool {
        way.isLive
            ? livePorts.links.add(way.source, channel, slot, link)
            : deck.links.add(way.source, channel, slot, link)
    }

    /// Takes the first link of a slot of the source out.
    @_noLocks
    mutating func removeFirstLink(
        _ channel: UInt8,
        _ slot: UInt8,
        _ way: Way
    ) -> SourceLinks.Link? {
        way.isLive
            ? livePorts.links.removeFirst(way.source, channel, slot)
            : deck.links.removeFirst(way.source, channel, slot)
    }

    /// Takes out the link of a slot of the source that leads to a destination.
    @_noLocks
    mutating func removeLink(
        _ channel: UInt8,
        _ slot: UInt8,
        to sampler: UInt8,
        _ destination: UInt8,
        _ way: Way
    ) -> SourceLinks.Link? {
        way.isLive
            ? livePorts.links.remove(way.source, channel, slot, to: sampler, destination)
            : deck.links.remove(way.source, channel, slot, to: sampler, destination)
    }
}
