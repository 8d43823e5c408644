import MIDI
import SMF

/// The analysis of a merged schedule before it is played: unpaired notes, drum channels,
/// programs, counts.
///
/// Channels have nothing to do with each other, so several threads take a share of them each.
struct ScheduleAnalysis {
    let unbalanced: KeySet
    let drumChannels: [UInt16]
    let noteCount: Int
    let programs: [ProgramUse]
    /// By track: indices into `programs`, in order of appearance.
    let trackPrograms: [[Int]]
    /// By sampler and channel: what its messages have named.
    let selections: [ChannelSelections]
    /// By sampler and channel: for how many ticks its notes sound.
    let soundingTicks: [UInt64]
    /// The ticks that a note counts at least in them.
    let shortestNote: Int64

    private let trackNoteCounts: [Int]
    /// By track × samplers + sampler: the channels of its channel messages.
    private let masks: [UInt16]

    /// From this number of events on several threads are worth while.
    private static let sharingCount = 100_000

    /// Goes through the events.
    ///
    /// - Parameters:
    ///   - events: In playing order.
    ///   - material: The material with the System Exclusive messages.
    ///   - samplerCount: The number of samplers that they are for.
    ///   - trackCount: The number of tracks that they come from.
    ///   - shortestNote: The least length for which a note counts, in ticks.
    ///   - resources: Resources beside the calling thread.
    init(
        _ events: FixedBuffer<ScheduledEvent>,
        material: SequenceMaterial,
        samplers samplerCount: Int,
        tracks trackCount: Int,
        shortestNote: Int64,
        using resources: ReadingResources
    ) {
        self.shortestNote = shortestNote
        let shareCount = events.count < Self.sharingCount ? 1 : max(resources.threadCount, 1)
        let shelf = Shelf(count: shareCount)
        let take: @Sendable (Int) -> Void = { number in
            var scan = ChannelScan(
                samplers: samplerCount,
                tracks: trackCount,
                shortestNote: shortestNote,
                share: (number, shareCount)
            )
            scan.take(events, material)
            shelf.put(scan.result, at: number)
        }
        if shareCount > 1 { resources.distribute(shareCount, take) } else { take(0) }
        let results = shelf.taken

        noteCount = results.reduce(0) { $0 + $1.noteCount }
        trackNoteCounts = Self.joined(results.map(\.trackNoteCounts), +)
        masks = Self.joined(results.map(\.masks), |)
        selections = Self.chosen(results.map(\.selections))
        soundingTicks = Self.chosen(results.map(\.soundingTicks))
        var unbalanced = KeySet(samplers: samplerCount)
        for note in results.flatMap(\.unbalanced) { unbalanced.insert(note) }
        self.unbalanced = unbalanced
        let playedDrums = Self.joined(results.map(\.playedDrums), |)
        let playedMelody = Self.joined(results.map(\.playedMelody), |)
        let everDrums = Self.joined(results.map(\.everDrums), |)
        drumChannels = everDrums.indices.map { port in
            everDrums[port] & ~(playedMelody[port] & ~playedDrums[port])
        }
        let uses = results.flatMap(\.uses).sorted { $0.stamp < $1.stamp }
        programs = uses.map(\.use)
        let indices = Dictionary(uniqueKeysWithValues: programs.enumerated().map { ($1, $0) })
        trackPrograms = (0..<trackCount).map { track in
            results.flatMap { $0.trackUses[track] }
                .sorted { $0.stamp < $1.stamp }
                .compactMap { indices[$0.use] }
        }
    }

    /// The results of several threads, one for each.
    @safe
    private final class Shelf: @unchecked Sendable {
        private let results: UnsafeMutableBufferPointer<ChannelScan.Result?>

        init(count: Int) {
            unsafe results = .allocate(capacity: count)
            unsafe results.initialize(repeating: nil)
        }

        /// Stores a thread's result.
        func put(_ result: ChannelScan.Result, at index: Int) { unsafe results[index] = result }

        /// All results, when the threads have ended.
        var taken: [ChannelScan.Result] { unsafe results.compactMap { $0 } }

        deinit {
            unsafe results.deinitialize()
            unsafe results.deallocate()
        }
    }

    private static func joined<Element>(
        _ tables: [[Element]],
        _ join: (Element, Element) -> Element
    ) -> [Element] {
        guard let first = tables.first else { return [] }
        return tables.dropFirst().reduce(first) { zip($0, $1).map { join($0, $1) } }
    }

    /// Of tables by channel each channel's from the share that it belongs to.
    private static func chosen<Element>(_ tables: [[Element]]) -> [Element] {
        guard let first = tables.first else { return [] }
        return first.indices.map { tables[$0 % tables.count][$0] }
    }

    /// The number of notes of a track that begin.
    func noteCount(ofTrack track: Int) -> Int { trackNoteCounts[track] }

    /// The channels that a track's channel messages are on, in ascending order.
    func channels(ofTrack track: Int) -> [TrackInfo.Channel] {
        var channels: [TrackInfo.Channel] = []
        for port in drumChannels.indices {
            let mask = masks[track * drumChannels.count + port]
            for channel in UInt8(0)..<16 where mask >> UInt16(channel) & 1 == 1 {
                channels.append(
                    TrackInfo.Channel(port: UInt8(truncatingIfNeeded: port), channel: channel)
                )
            }
        }
        return channels
    }
}
