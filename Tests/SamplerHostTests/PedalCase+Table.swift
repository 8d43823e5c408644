import MIDI
import TestSupport

extension PedalCase {
    /// The sustain pedal, CC64.
    static let sustain = [
        PedalCase("the pedal holds a note past its note-off", on: [300], off: [540]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.pedal(at: 500, channel: 0, down: false)
        },
        PedalCase("a pedal that goes down late does not bring a note back", off: [200]) {
            $0.key(10...100)
            $0.pedal(at: 150, channel: 0, down: true)
        },
        PedalCase("CC123 under the pedal keeps the note", on: [300], off: [540]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.control(at: 100, channel: 0, .allNotesOff, 0)
            $0.pedal(at: 500, channel: 0, down: false)
        },
        PedalCase("pedal-up on another channel releases nothing", on: [300], off: [540]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            for channel: UInt8 in 1..<16 {
                $0.pedal(at: 200, channel: channel, down: false)
            }
            $0.pedal(at: 500, channel: 0, down: false)
        },
        PedalCase("64 is down", on: [300], off: [540]) {
            $0.control(at: 0, channel: 0, .sustain, 64)
            $0.key(10...100)
            $0.control(at: 500, channel: 0, .sustain, 0)
        },
        PedalCase("63 is up", on: [40], off: [140]) {
            $0.control(at: 0, channel: 0, .sustain, 63)
            $0.key(10...100)
        },
        PedalCase("63 lifts a pedal that was down", on: [300], off: [540]) {
            $0.control(at: 0, channel: 0, .sustain, 127)
            $0.key(10...100)
            $0.control(at: 500, channel: 0, .sustain, 63)
        },
        PedalCase("CC121 lifts the pedal", on: [200], off: [340]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.control(at: 300, channel: 0, .resetAllControllers, 0)
        },
        PedalCase(
            "a re-struck key survives pedal-up, and its key-up silences it",
            on: [150, 250, 400],
            off: [540]
        ) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            // 191 ms later both are in phase.
            $0.noteOn(at: 201, channel: 0, key: 69, velocity: 127)
            $0.pedal(at: 300, channel: 0, down: false)
            $0.noteOff(at: 500, channel: 0, key: 69)
        },
        PedalCase(
            "a program change under the pedal keeps the note, and pedal-up ends it",
            on: [300],
            off: [540]
        ) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.program(at: 200, channel: 0, .click)
            $0.pedal(at: 500, channel: 0, down: false)
        },
        PedalCase("a program change under the pedal leaves the pedal down", on: [400], off: [540]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.program(at: 100, channel: 0, .left)
            $0.key(200...300)
            $0.pedal(at: 500, channel: 0, down: false)
        },
        PedalCase("CC120 silences what the pedal holds", on: [200], off: [340]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.control(at: 300, channel: 0, .allSoundOff, 0)
        },
    ]

    /// The sostenuto pedal, CC66.
    static let sostenuto = [
        PedalCase("sostenuto holds what was down, and its release ends it", on: [300], off: [540]) {
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.control(at: 50, channel: 0, .sostenuto, 127)
            $0.noteOff(at: 100, channel: 0, key: 69)
            $0.control(at: 500, channel: 0, .sostenuto, 0)
        },
        PedalCase("sostenuto does not hold a later note", on: [120], off: [240]) {
            $0.control(at: 50, channel: 0, .sostenuto, 127)
            $0.key(100...200)
            $0.control(at: 500, channel: 0, .sostenuto, 0)
        },
        PedalCase(
            "sostenuto holds the earlier note beside a later one",
            song: .milliseconds {
                $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
                $0.control(at: 50, channel: 0, .sostenuto, 127)
                $0.noteOff(at: 100, channel: 0, key: 69)
                $0.key(150...250, 81)
                $0.control(at: 500, channel: 0, .sostenuto, 0)
                $0.endTick = 700
            },
            checks: [
                Check(time: 180, key: 69, isHeard: true), Check(time: 180, key: 81, isHeard: true),
                Check(time: 300, key: 69, isHeard: true), Check(time: 300, key: 81, isHeard: false),
                Check(time: 540, key: 69, isHeard: false),
            ]
        ),
        PedalCase("CC121 lifts sostenuto", on: [200], off: [340]) {
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.control(at: 50, channel: 0, .sostenuto, 127)
            $0.noteOff(at: 100, channel: 0, key: 69)
            $0.control(at: 300, channel: 0, .resetAllControllers, 0)
        },
    ]

    /// Pedal and note-off at one tick.
    static let order = [
        PedalCase("at one tick, pedal-down before the note-off holds", on: [300], off: [540]) {
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.pedal(at: 100, channel: 0, down: true)
            $0.noteOff(at: 100, channel: 0, key: 69)
            $0.pedal(at: 500, channel: 0, down: false)
        },
        PedalCase("at one tick, pedal-down after the note-off does not hold", off: [140]) {
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.noteOff(at: 100, channel: 0, key: 69)
            $0.pedal(at: 100, channel: 0, down: true)
        },
        PedalCase("at one tick, pedal-up before the note-off ends the note", off: [140]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.pedal(at: 100, channel: 0, down: false)
            $0.noteOff(at: 100, channel: 0, key: 69)
        },
        PedalCase("at one tick, pedal-up after the note-off ends the note", off: [140]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.noteOff(at: 100, channel: 0, key: 69)
            $0.pedal(at: 100, channel: 0, down: false)
        },
        PedalCase("lifting and pressing the pedal at one tick drops what it held", off: [240]) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.pedal(at: 200, channel: 0, down: false)
            $0.pedal(at: 200, channel: 0, down: true)
        },
    ]
}
