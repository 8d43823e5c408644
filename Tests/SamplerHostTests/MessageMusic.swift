import MIDI
import SamplerHost
import TestSupport

extension SMFBuilder.Track {
    /// Adds a non-registered parameter: its number, data entry and the null parameter.
    mutating func nonRegisteredParameter(
        at tick: UInt32,
        channel: UInt8,
        _ coarse: UInt8,
        _ number: UInt8,
        _ value: UInt8,
        fine: UInt8? = nil
    ) {
        control(at: tick, channel: channel, .nonRegisteredMSB, coarse)
        control(at: tick, channel: channel, .nonRegisteredLSB, number)
        if let fine { control(at: tick, channel: channel, .dataEntryLSB, fine) }
        control(at: tick, channel: channel, .dataEntry, value)
        control(at: tick, channel: channel, .registeredMSB, 127)
        control(at: tick, channel: channel, .registeredLSB, 127)
    }

    /// Adds an offset of a generator (SoundFont 2.04 §9.6.2), in steps of its NRPN scale.
    mutating func generator(at tick: UInt32, channel: UInt8 = 0, _ number: Int, _ steps: Int) {
        let data = 8_192 + steps
        nonRegisteredParameter(
            at: tick,
            channel: channel,
            120,
            UInt8(number),
            UInt8(data >> 7),
            fine: UInt8(data & 127)
        )
    }

    /// Adds an XG parameter change of a part.
    mutating func partOfXG(at tick: UInt32, channel: UInt8, _ address: UInt8, _ value: UInt8) {
        systemExclusive(at: tick, [0x43, 0x10, 0x4C, 8, channel, address, value, 0xF7])
    }

    /// Adds a GS message about a part.
    mutating func partOfGS(at tick: UInt32, channel: UInt8, _ address: UInt8, _ value: UInt8) {
        let block = channel == 9 ? 0 : channel < 9 ? channel + 1 : channel
        rolandData(at: tick, address: [0x40, 0x10 | block, address], value)
    }
}

extension Rendering {
    /// The largest distance of the left channel to another rendering's, as long as both last: a tail
    /// ends where nothing is heard any more; dBFS.
    func distance(to other: Rendering) throws -> Double {
        let distances = zip(left.samples, other.left.samples).map { ($0 - $1).magnitude }
        return decibels(Double(distances.max() ?? 0))
    }
}
