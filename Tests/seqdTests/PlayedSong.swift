import TestSupport

/// Songs to be played and rendered.
///
/// A beat is half a second.
enum PlayedSong {
    /// One sine at 440 Hz.
    static func tone(beats: UInt32 = 1) -> SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: beats * 480, channel: 0, key: MeasuringFont.rootKey)
        }
        return song
    }

    /// One sine for three hours: whatever is done to its rendering comes in time.
    static var endless: SMFBuilder { tone(beats: 21_600) }

    /// Two beats on two ports and three tracks, with all the effects and a pedal.
    static var ensemble: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Lead") {
            $0.program(at: 0, channel: 0, .wet)
            $0.pedal(at: 0, channel: 0, down: true)
            for (index, key) in [60, 64, 67, 72].enumerated() {
                let tick = UInt32(index) * 190
                $0.note(at: tick, length: 100, channel: 0, key: UInt8(key), velocity: 90)
            }
            $0.bend(at: 500, channel: 0, 9_000)
            $0.pedal(at: 800, channel: 0, down: false)
            $0.endTick = 960
        }
        song.track("Noise") {
            $0.program(at: 0, channel: 1, .noise)
            $0.control(at: 0, channel: 1, 10, 20)
            $0.note(at: 240, length: 300, channel: 1, key: 50)
            $0.note(at: 241, length: 10, channel: 9, key: 36)
            $0.endTick = 960
        }
        song.track("Other port") {
            $0.port(at: 0, 1)
            $0.program(at: 0, channel: 0, .saw)
            $0.control(at: 0, channel: 0, 91, 100)
            $0.note(at: 0, length: 700, channel: 0, key: 45, velocity: 120)
            $0.endTick = 960
        }
        return song
    }

    /// Two tracks, each with a channel of its own.
    ///
    /// Four notes of a beat each, A in four octaves, on channel 1; and an E on channel 2 for all
    /// four beats. The effects get nothing.
    static var parts: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Melody") {
            for (index, key) in partKeys.enumerated() {
                $0.note(at: UInt32(index) * 480, length: 480, channel: 0, key: key)
            }
        }
        song.track("Drone") {
            $0.note(at: 0, length: 4 * 480, channel: 1, key: droneKey)
        }
        return song
    }

    /// The keys of ``parts``' melody.
    static let partKeys: [UInt8] = [69, 57, 81, 45]
    /// The key of ``parts``' drone.
    static let droneKey: UInt8 = 64

    /// Format 2: a beat of 440 Hz, and two beats of 880 Hz.
    static var patterns: SMFBuilder {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 480)
        song.track { $0.note(at: 0, length: 480, channel: 0, key: 69) }
        song.track { $0.note(at: 0, length: 960, channel: 0, key: 81) }
        return song
    }
}
