import Realtime
import Synthesis

/// The sounding and held notes of an engine, as the audio thread records them.
///
/// Made and freed by the controlling thread; the audio thread has it in between.
@safe
struct Survey: ~Copyable {
    /// A key that sounds on a channel of a sampler.
    struct Key: BitwiseCopyable {
        var rack: Int
        var sampler: UInt8
        var channel: UInt8
        var key: UInt8
        var holds: SoundingVoice.Holds
        var voices: UInt16

        @_noLocks
        init(rack: Int, sampler: UInt8, _ voice: SoundingVoice) {
            (self.rack, self.sampler) = (rack, sampler)
            (channel, key, holds, voices) = (voice.channel, voice.key, voice.holds, 1)
        }

        /// Whether it is the same key of the same channel.
        @_noLocks
        func isSame(as other: Key) -> Bool {
            rack == other.rack && sampler == other.sampler && channel == other.channel
                && key == other.key
        }
    }

    /// A key or a pedal that a source holds at a channel of a sampler.
    struct Hold: BitwiseCopyable {
        var rack: Int
        var sampler: UInt8
        var channel: UInt8
        /// The key, or a pedal: see `DestinationHolds`.
        var slot: UInt8
        /// The lane of the item that plays, or the live source.
        var source: Int
        /// The live input, from 0; of a lane 0.
        var input: Int
        var isLive: Bool
        /// The channel and the slot that the source has sent.
        var sourceChannel: UInt8
        var sourceSlot: UInt8
    }

    /// A channel whose volume or expression is 0.
    struct SilentChannel: BitwiseCopyable {
        var rack: Int
        var sampler: UInt8
        var channel: UInt8
        /// CC7 or CC11.
        var controller: UInt8
    }

    var keys = FixedList<Key>(capacity: 2_048)
    var holds = FixedList<Hold>(capacity: 4_096)
    var silentChannels = FixedList<SilentChannel>(capacity: 1_024)
    /// The item that plays; −1 for none.
    var item = -1
    /// The voices of the instance that is surveyed.
    private var voices = SoundingVoices()

    /// Makes an empty survey.
    ///
    /// Allocates: not for the audio thread.
    init() {}

    /// Removes what it has.
    @_noLocks
    mutating func clear() {
        keys.removeAll()
        holds.removeAll()
        silentChannels.removeAll()
    }

    /// Adds what sounds on a shard.
    @_noLocks
    mutating func add(_ shard: borrowing Shard, rack: Int, sampler: UInt8) {
        shard.read(&voices)
        let first = keys.count
        for index in 0..<voices.count {
            let key = Key(rack: rack, sampler: sampler, voices.voice(index))
            var known = first
            while known < keys.count, !keys[known].isSame(as: key) { known &+= 1 }
            if known < keys.count {
                keys[known].holds.rawValue |= key.holds.rawValue
                keys[known].voices &+= 1
            } else {
                keys.append(key)
            }
        }
    }

    /// Adds the channels of a sampler that are silent because of a controller.
    @_noLocks
    mutating func addSilentChannel(
        _ channel: UInt8,
        of shard: borrowing Shard,
        rack: Int,
        sampler: UInt8
    ) {
        addSilentChannel(channel, of: shard, rack: rack, sampler: sampler, controller: 7)
        addSilentChannel(channel, of: shard, rack: rack, sampler: sampler, controller: 11)
    }

    @_noLocks
    private mutating func addSilentChannel(
        _ channel: UInt8,
        of shard: borrowing Shard,
        rack: Int,
        sampler: UInt8,
        controller: UInt8
    ) {
        guard shard.controller(controller, of: channel) == 0 else { return }
        silentChannels.append(
            SilentChannel(rack: rack, sampler: sampler, channel: channel, controller: controller)
        )
    }

    /// Adds what some sources hold at the samplers of a rack.
    ///
    /// - Parameters:
    ///   - links: What they hold.
    ///   - lanes: The sources.
    ///   - input: The live input of live sources.
    ///   - rack: The rack.
    ///   - isLive: Whether they are live sources.
    @_noLocks
    mutating func add(
        _ links: borrowing SourceLinks,
        lanes: Range<Int>,
        input: Int = 0,
        of rack: borrowing Rack,
        isLive: Bool
    ) {
        guard links.count > 0 else { return }
        for lane in lanes {
            for channel: UInt8 in 0..<16 {
                for slot: UInt8 in 0..<132 {
                    var number = links.first(lane, channel, slot)
                    while number != 0 {
                        let link = links.link(number)
                        number = link.next
                        guard
                            link.generation
                                == rack.holds.generation(link.sampler, link.channel, link.slot)
                        else { continue }
                        holds.append(
                            Hold(
                                rack: rack.number,
                                sampler: link.sampler,
                                channel: link.channel,
                                slot: link.slot,
                                source: lane,
                                input: input,
                                isLive: isLive,
                                sourceChannel: channel,
                                sourceSlot: slot
                            )
                        )
                    }
                }
            }
        }
    }
}

/// A survey that the controlling thread waits for.
struct RequestedSurvey: BitwiseCopyable {
    let survey: Loan<Survey>
    /// The number by which its report names it.
    let number: Int

    @_noLocks
    init(survey: Loan<Survey>, number: Int) {
        self.survey = survey
        self.number = number
    }
}
