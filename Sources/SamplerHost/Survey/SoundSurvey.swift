import MIDI
import Realtime
import Synthesis

/// The sounding notes of an engine, and the sources that hold them.
public struct SoundSurvey: Sendable {
    /// A destination: a channel of a sampler.
    public struct Place: Hashable, Sendable {
        /// The number of the rack.
        public var rack: Int
        /// The sampler, from 0.
        public var sampler: Int
        /// The channel, 0 … 15.
        public var channel: Int
    }

    /// A key that sounds.
    public struct Key: Hashable, Sendable {
        /// The sampler and channel on which it sounds.
        public var place: Place
        /// The key, 0 … 127.
        public var key: UInt8
        /// The number of its voices.
        public var voices: Int
        /// Whether it is down.
        public var isDown: Bool
        /// Whether the sustain pedal holds it.
        public var isSustained: Bool
        /// Whether the sostenuto pedal holds it.
        public var isSostenuto: Bool
    }

    /// The source of a message.
    public enum Source: Hashable, Sendable {
        /// A lane of the piece that plays.
        case lane(Int)
        /// A client of the control socket, on a live input from 0.
        case client(input: Int)
        /// A MIDI source on a live input from 0.
        case live(input: Int)
    }

    /// A key or pedal that a source holds.
    public struct Hold: Hashable, Sendable {
        /// The destination at which it is held.
        public var place: Place
        /// The key; `nil` for a pedal.
        public var key: UInt8?
        /// The controller of the pedal (64, 66, 67, 69); `nil` for a key.
        public var pedal: UInt8?
        /// The source that holds it.
        public var source: Source
        /// The channel, 0 … 15, that the source has sent.
        public var sourceChannel: Int
        /// The key that the source has sent; that of the place may be another one by transposition.
        public var sourceKey: UInt8?
    }

    /// A channel that is silent because of a controller.
    public struct SilentChannel: Hashable, Sendable {
        /// The channel.
        public var place: Place
        /// The controller, 7 or 11, whose value is 0.
        public var controller: UInt8
    }

    /// The keys that sound.
    public var keys: [Key] = []
    /// The keys and pedals that are held.
    public var holds: [Hold] = []
    /// The channels that are silent.
    public var silentChannels: [SilentChannel] = []
    /// The number of the item that plays; `nil` if none does.
    public var item: Int?

    /// Makes a survey in which nothing sounds.
    public init() {}

    init(_ survey: borrowing Survey) {
        item = survey.item < 0 ? nil : survey.item
        for index in 0..<survey.keys.count {
            let key = survey.keys[index]
            keys.append(
                Key(
                    place: Place(
                        rack: key.rack,
                        sampler: Int(key.sampler),
                        channel: Int(key.channel)
                    ),
                    key: key.key,
                    voices: Int(key.voices),
                    isDown: key.holds.contains(.key),
                    isSustained: key.holds.contains(.sustain),
                    isSostenuto: key.holds.contains(.sostenuto)
                )
            )
        }
        for index in 0..<survey.holds.count { holds.append(Hold(survey.holds[index])) }
        for index in 0..<survey.silentChannels.count {
            let silent = survey.silentChannels[index]
            silentChannels.append(
                SilentChannel(
                    place: Place(
                        rack: silent.rack,
                        sampler: Int(silent.sampler),
                        channel: Int(silent.channel)
                    ),
                    controller: silent.controller
                )
            )
        }
    }
}

extension SoundSurvey.Hold {
    fileprivate init(_ hold: Survey.Hold) {
        place = SoundSurvey.Place(
            rack: hold.rack,
            sampler: Int(hold.sampler),
            channel: Int(hold.channel)
        )
        let isKey = hold.slot < DestinationHolds.firstPedal
        key = isKey ? hold.slot : nil
        let pedals: [UInt8] = [64, 66, 67, 69]
        pedal = isKey ? nil : pedals[Int(hold.slot - DestinationHolds.firstPedal)]
        sourceKey = hold.sourceSlot < DestinationHolds.firstPedal ? hold.sourceSlot : nil
        sourceChannel = Int(hold.sourceChannel)
        if !hold.isLive {
            source = .lane(hold.source)
        } else if LiveSource.isOfSocket(hold.source) {
            source = .client(input: hold.input)
        } else {
            source = .live(input: hold.input)
        }
    }
}
