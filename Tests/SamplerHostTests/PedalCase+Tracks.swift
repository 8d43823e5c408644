import MIDI
import TestSupport

extension PedalCase {
    /// Pedals that meet tracks, ports, muting, locating and the end.
    static let surroundings = [
        PedalCase(
            "a pedal in another track of the channel holds",
            song: .milliseconds(
                { $0.key(10...100) },
                {
                    $0.pedal(at: 0, channel: 0, down: true)
                    $0.pedal(at: 500, channel: 0, down: false)
                    $0.endTick = 700
                }
            ),
            checks: checks(on: [300], off: [540])
        ),
        PedalCase(
            "at one tick, the note-off of one track comes before the pedal of another",
            song: .milliseconds(
                {
                    $0.pedal(at: 100, channel: 0, down: true)
                    $0.endTick = 300
                },
                { $0.key(10...100) }
            ),
            checks: checks(on: [40], off: [140])
        ),
        PedalCase(
            "a pedal on another port holds nothing here",
            song: .milliseconds(
                {
                    $0.port(at: 0, 0)
                    $0.key(10...100)
                },
                {
                    $0.port(at: 0, 1)
                    $0.pedal(at: 0, channel: 0, down: true)
                    $0.endTick = 300
                }
            ),
            checks: checks(on: [40], off: [140])
        ),
        PedalCase(
            "pedal-up on another port releases nothing here",
            song: .milliseconds(
                {
                    $0.port(at: 0, 0)
                    $0.pedal(at: 0, channel: 0, down: true)
                    $0.key(10...100)
                    $0.pedal(at: 500, channel: 0, down: false)
                    $0.endTick = 700
                },
                {
                    $0.port(at: 0, 1)
                    $0.pedal(at: 0, channel: 0, down: true)
                    $0.key(10...100, 81)
                    $0.pedal(at: 200, channel: 0, down: false)
                }
            ),
            checks: checks(on: [300], off: [540])
                + [
                    Check(time: 150, key: 81, isHeard: true),
                    Check(time: 300, key: 81, isHeard: false),
                ]
        ),
        PedalCase(
            "playing from within a held pedal holds the notes that follow",
            song: .milliseconds {
                $0.pedal(at: 20, channel: 0, down: true)
                $0.key(10...100)
                $0.key(200...300)
                $0.pedal(at: 500, channel: 0, down: false)
                $0.endTick = 700
            },
            // The rendering begins at 150 ms.
            checks: checks(on: [200], off: [0, 390]),
            options: from(150)
        ),
        PedalCase(
            "playing from after a pedal was lifted holds nothing",
            song: .milliseconds {
                $0.pedal(at: 20, channel: 0, down: true)
                $0.pedal(at: 100, channel: 0, down: false)
                $0.key(200...300)
                $0.endTick = 700
            },
            checks: checks(on: [70], off: [190]),
            options: from(150)
        ),
        PedalCase(
            "the pedal of a muted track still holds the notes of the channel's other track",
            song: .milliseconds(
                {
                    $0.pedal(at: 0, channel: 0, down: true)
                    $0.key(10...100, 81)
                    $0.pedal(at: 500, channel: 0, down: false)
                    $0.endTick = 700
                },
                { $0.key(10...100) }
            ),
            checks: checks(on: [40, 300], off: [540])
                + [
                    Check(time: 40, key: 81, isHeard: false),
                    Check(time: 300, key: 81, isHeard: false),
                ],
            options: muting("track:1")
        ),
        PedalCase(
            "the end of the song releases the pedal and what it holds",
            song: .milliseconds {
                $0.pedal(at: 0, channel: 0, down: true)
                $0.key(10...100)
                $0.endTick = 400
            },
            checks: checks(on: [300], off: [425])
        ),
        PedalCase(
            "the end of the song releases sostenuto and what it holds",
            song: .milliseconds {
                $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
                $0.control(at: 50, channel: 0, .sostenuto, 127)
                $0.noteOff(at: 100, channel: 0, key: 69)
                $0.endTick = 400
            },
            checks: checks(on: [300], off: [425])
        ),
        PedalCase(
            "the end of the song releases a stuck note under a pedal",
            song: .milliseconds {
                $0.pedal(at: 0, channel: 0, down: true)
                $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
                $0.endTick = 400
            },
            checks: checks(on: [300], off: [425])
        ),
        PedalCase(
            "the end that the listener chose releases what is held there",
            song: .milliseconds {
                $0.pedal(at: 0, channel: 0, down: true)
                $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
                $0.endTick = 4_000
            },
            checks: checks(on: [300], off: [425]),
            options: to(400)
        ),
    ]

    private static func checks(on: [Int], off: [Int]) -> [Check] {
        on.map { Check(time: $0, key: 69, isHeard: true) }
            + off.map { Check(time: $0, key: 69, isHeard: false) }
    }

    private static func from(_ milliseconds: Int64) -> Rendering.Options {
        var options = Rendering.Options()
        options.from = milliseconds * 48
        return options
    }

    private static func to(_ milliseconds: Int64) -> Rendering.Options {
        var options = Rendering.Options()
        options.to = milliseconds * 48
        return options
    }

    private static func muting(_ selectors: String) -> Rendering.Options {
        var options = Rendering.Options()
        options.mute = selectors
        return options
    }
}
