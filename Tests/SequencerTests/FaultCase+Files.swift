import MIDI
import Sequencer
import TestSupport

extension FaultCase {
    /// Faults of tempo, meter, tracks, ports, texts and loops.
    static let files: [FaultCase] = times + tracks + loops

    private static let times: [FaultCase] = [
        FaultCase(
            .tempoExtreme,
            "above 1000",
            wrong: .conducted { $0.tempo(at: 0, beatsPerMinute: 1_001) },
            right: .conducted { $0.tempo(at: 0, beatsPerMinute: 1_000) }
        ),
        FaultCase(
            .tempoExtreme,
            "below 10",
            wrong: .conducted { $0.tempo(at: 0, beatsPerMinute: 9.9) },
            right: .conducted { $0.tempo(at: 0, beatsPerMinute: 10) }
        ),
        FaultCase(
            .tempoJump,
            "nine times as fast",
            wrong: .conducted {
                $0.tempo(at: 0, beatsPerMinute: 50)
                $0.tempo(at: 1_920, beatsPerMinute: 450)
            },
            right: .conducted {
                $0.tempo(at: 0, beatsPerMinute: 50)
                $0.tempo(at: 1_920, beatsPerMinute: 400)
                // After the last note it changes nothing.
                $0.tempo(at: 7_680, beatsPerMinute: 40)
            }
        ),
        FaultCase(
            .longGap,
            "before the end of track",
            wrong: .conducted { $0.tempo(at: 7_680 + 576_000, beatsPerMinute: 120) },
            right: .conducted { $0.tempo(at: 7_680 + 575_999, beatsPerMinute: 120) }
        ),
        FaultCase(
            .longGap,
            "at a slow tempo, with controllers",
            wrong: .conducted {
                $0.tempo(at: 0, beatsPerMinute: 12)
                for tick in 0..<10 { $0.control(at: UInt32(tick) * 5_760, channel: 0, 1, 1) }
                $0.quarter(at: 7_680 + 57_600)
            },
            right: .conducted {
                $0.tempo(at: 0, beatsPerMinute: 12)
                $0.quarter(at: 7_680 + 57_599)
            }
        ),
        FaultCase(
            .tempoMissing,
            "none at the start",
            wrong: .conducted { $0.tempo(at: 1, beatsPerMinute: 120) },
            right: .conducted { $0.tempo(at: 0, beatsPerMinute: 120) }
        ),
        FaultCase(
            .meterMissing,
            "none at the start",
            wrong: .conducted { $0.meter(at: 1_920, 3, denominatorPower: 2) },
            right: .conducted { $0.meter(at: 0, 3, denominatorPower: 2) }
        ),
        FaultCase(
            .meterInsideBar,
            "after three quarters of a 4/4",
            wrong: .conducted {
                $0.meter(at: 0, 4, denominatorPower: 2)
                $0.meter(at: 1_440, 6, denominatorPower: 3)
            },
            right: .conducted {
                $0.meter(at: 0, 3, denominatorPower: 2)
                $0.meter(at: 1_440, 6, denominatorPower: 3)
            }
        ),
        FaultCase(.tempoOutsideFirstTrack, "in the second") {
            $0.tempo(at: 960, beatsPerMinute: 100)
            $0.quarter(at: 0)
        } right: {
            $0.quarter(at: 0)
        },
    ]

    private static let tracks: [FaultCase] = [
        FaultCase(
            .emptyTrack,
            "end of track alone",
            wrong: .song({ $0.quarter(at: 0) }, { _ in }),
            right: .song({ $0.quarter(at: 0) }, { $0.text(at: 0, .trackName, "by me") })
        ),
        FaultCase(
            .unusedPort,
            "named by an empty track",
            wrong: .song({ $0.quarter(at: 0) }, { $0.port(at: 0, 1) }),
            right: .song(
                { $0.quarter(at: 0) },
                {
                    $0.port(at: 0, 1)
                    $0.quarter(at: 0)
                }
            )
        ),
        FaultCase(.portAfterEvents, "after the program") {
            $0.program(at: 0, channel: 0, 12)
            $0.port(at: 0, 1)
            $0.quarter(at: 0)
        } right: {
            $0.port(at: 0, 1)
            $0.program(at: 0, channel: 0, 12)
            $0.quarter(at: 0)
        },
        FaultCase(.textUnreadable, "a control character") {
            $0.meta(at: 0, type: 0x03, [0x41, 0x02, 0x42])
            $0.quarter(at: 0)
        } right: {
            // Padded with zeros, as fixed-size buffers are.
            $0.meta(at: 0, type: 0x03, [0x41, 0x42, 0x00, 0x00])
            $0.quarter(at: 0)
        },
        FaultCase(.textUnreadable, "no encoding's bytes") {
            $0.meta(at: 0, type: 0x03, [0x41, 0x81])
            $0.quarter(at: 0)
        } right: {
            // Shift-JIS, in which 0x81 0x40 is a space.
            $0.meta(at: 0, type: 0x03, [0x41, 0x81, 0x40])
            $0.quarter(at: 0)
        },
    ]

    private static let loops: [FaultCase] = [
        FaultCase(.loopUnmatched, "the end alone") {
            $0.marker(at: 480, "loopEnd")
            $0.quarter(at: 0)
        } right: {
            $0.marker(at: 0, "loopStart")
            $0.marker(at: 480, "loopEnd")
            $0.quarter(at: 0)
        },
        FaultCase(.loopUnmatched, "the end before the start") {
            $0.marker(at: 480, "LoopStart")
            $0.marker(at: 0, "LoopEnd")
            $0.quarter(at: 0)
        } right: {
            $0.marker(at: 0, "LoopStart")
            $0.marker(at: 480, "LoopEnd")
            $0.quarter(at: 0)
        },
        FaultCase(.loopRepeated, "two places") {
            $0.control(at: 0, channel: 0, 111, 0)
            $0.control(at: 480, channel: 0, 111, 0)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, 111, 0)
            $0.control(at: 0, channel: 1, 111, 0)
            $0.quarter(at: 0)
        },
    ]
}
