import MIDI
import Sequencer
import TestSupport

extension FaultCase {
    /// An example of each code at least.
    static let all: [FaultCase] = notes + channels + programs + parameters + resets + files

    private static let notes: [FaultCase] = [
        FaultCase(.noNotes, "controllers only") {
            $0.control(at: 0, channel: 0, .volume, 90)
        } right: {
            $0.quarter(at: 0)
        },
        FaultCase(.stuckNote, "no note-off") {
            $0.noteOn(at: 0, channel: 0, key: 60)
        } right: {
            $0.noteOn(at: 0, channel: 0, key: 60)
            $0.message(at: 480, .noteOn(channel: 0, key: 60, velocity: 0))
        },
        FaultCase(.overlappingNotes, "struck before the note-off of the same tick") {
            $0.noteOn(at: 0, channel: 0, key: 60)
            $0.noteOn(at: 480, channel: 0, key: 60)
            $0.noteOff(at: 480, channel: 0, key: 60)
            $0.noteOff(at: 960, channel: 0, key: 60)
        } right: {
            $0.quarter(at: 0)
            $0.quarter(at: 480)
        },
        FaultCase(.doubledNote, "twice at a tick") {
            $0.quarter(at: 0)
            $0.quarter(at: 0)
        } right: {
            $0.quarter(at: 0)
            $0.note(at: 0, length: 480, channel: 1, key: 60)
        },
        FaultCase(.strayNoteOff, "another key's") {
            $0.quarter(at: 0)
            $0.noteOff(at: 480, channel: 0, key: 61)
        } right: {
            $0.quarter(at: 0)
        },
        FaultCase(.zeroLengthNote, "on and off at a tick") {
            $0.note(at: 0, length: 0, channel: 0, key: 60)
        } right: {
            $0.note(at: 0, length: 1, channel: 0, key: 60)
        },
        FaultCase(
            .noteOutlastsTrack,
            "ended by another track",
            wrong: .song(
                { $0.noteOn(at: 0, channel: 0, key: 60) },
                { $0.noteOff(at: 480, channel: 0, key: 60) }
            ),
            right: .song(
                {
                    $0.noteOn(at: 0, channel: 0, key: 60)
                    $0.endTick = 480
                },
                { $0.noteOff(at: 480, channel: 0, key: 60) }
            )
        ),
    ]

    private static let channels: [FaultCase] = [
        FaultCase(.pedalHeld, "never up") {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.quarter(at: 0)
        } right: {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.quarter(at: 0)
            $0.control(at: 480, channel: 0, .resetAllControllers, 0)
        },
        FaultCase(.sostenutoHeld, "never up") {
            $0.quarter(at: 0)
            $0.control(at: 240, channel: 0, .sostenuto, 127)
        } right: {
            $0.quarter(at: 0)
            $0.control(at: 240, channel: 0, .sostenuto, 127)
            $0.control(at: 480, channel: 0, .sostenuto, 63)
        },
        FaultCase(.bendNotCentred, "up at the end") {
            $0.quarter(at: 0)
            $0.bend(at: 240, channel: 0, 8_193)
        } right: {
            $0.quarter(at: 0)
            $0.bend(at: 240, channel: 0, 8_193)
            $0.bend(at: 960, channel: 0, 8_192)
        },
        FaultCase(.silentChannel, "volume 0 throughout") {
            $0.control(at: 0, channel: 0, .volume, 0)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, .volume, 0)
            $0.quarter(at: 0)
            $0.control(at: 240, channel: 0, .volume, 1)
        },
        FaultCase(
            .drumsOnMelodicChannel,
            "a track named Drums",
            wrong: .song({
                $0.text(at: 0, .trackName, "Drums (room)")
                $0.quarter(at: 0)
            }),
            right: .song({
                $0.text(at: 0, .trackName, "Steel Drums")
                $0.program(at: 0, channel: 0, 114)
                $0.quarter(at: 0)
            })
        ),
        FaultCase(
            .melodyOnDrumChannel,
            "a track named Piano",
            wrong: .song({
                $0.text(at: 0, .trackName, "Piano 2")
                $0.note(at: 0, length: 480, channel: 9, key: 60)
            }),
            right: .song({
                $0.text(at: 0, .trackName, "Piano drums")
                $0.note(at: 0, length: 480, channel: 9, key: 60)
            })
        ),
    ]

    private static let programs: [FaultCase] = [
        FaultCase(.programAfterNote, "at the note's tick") {
            $0.quarter(at: 0)
            $0.program(at: 0, channel: 0, 12)
        } right: {
            $0.program(at: 0, channel: 0, 12)
            $0.quarter(at: 0)
            $0.program(at: 480, channel: 0, 13)
        },
        FaultCase(
            .programConflict,
            "two tracks, one channel",
            wrong: .song(
                {
                    $0.program(at: 0, channel: 0, 12)
                    $0.quarter(at: 0)
                },
                {
                    $0.program(at: 0, channel: 0, 13)
                    $0.quarter(at: 960)
                }
            ),
            right: .song(
                {
                    $0.program(at: 0, channel: 0, 12)
                    $0.quarter(at: 0)
                },
                {
                    $0.program(at: 0, channel: 1, 13)
                    $0.quarter(at: 960)
                }
            )
        ),
        FaultCase(.bankAfterProgram, "at its tick") {
            $0.program(at: 0, channel: 0, 12)
            $0.control(at: 0, channel: 0, .bankSelect, 8)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, .bankSelect, 8)
            $0.program(at: 0, channel: 0, 12)
            $0.quarter(at: 0)
        },
        FaultCase(.bankWithoutProgram, "no program change") {
            $0.control(at: 0, channel: 0, .bankSelect, 8)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, .bankSelect, 0)
            $0.quarter(at: 0)
        },
    ]

    private static let parameters: [FaultCase] = [
        FaultCase(.controllerIgnored, "the effects' second depth") {
            $0.control(at: 0, channel: 0, 92, 40)
            $0.control(at: 10, channel: 1, 92, 50)
            $0.quarter(at: 20)
        } right: {
            for number: UInt8 in 71...78 { $0.control(at: 0, channel: 0, number, 40) }
            $0.quarter(at: 0)
        },
        FaultCase(.parameterIgnored, "an equalizer of XG") {
            $0.control(at: 0, channel: 0, .nonRegisteredMSB, 1)
            $0.control(at: 0, channel: 0, .nonRegisteredLSB, 0x30)
            $0.control(at: 0, channel: 0, .dataEntry, 70)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, .nonRegisteredMSB, 1)
            $0.control(at: 0, channel: 0, .nonRegisteredLSB, 0x20)
            $0.control(at: 0, channel: 0, .dataEntry, 70)
            $0.quarter(at: 0)
        },
        FaultCase(.dataEntryUnselected, "after null") {
            $0.registeredParameter(at: 0, channel: 0, 0, value: 12 << 7)
            $0.control(at: 0, channel: 0, .dataEntry, 2)
            $0.quarter(at: 0)
        } right: {
            $0.registeredParameter(at: 0, channel: 0, 0, value: 12 << 7)
            $0.quarter(at: 0)
        },
        FaultCase(.dataEntryUnselected, "nothing before") {
            $0.control(at: 0, channel: 0, .dataEntry, 2)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, .nonRegisteredMSB, 1)
            $0.control(at: 0, channel: 0, .nonRegisteredLSB, 8)
            $0.control(at: 0, channel: 0, .dataEntry, 2)
            $0.quarter(at: 0)
        },
        FaultCase(.parameterHalfSelected, "CC101 alone") {
            $0.control(at: 0, channel: 0, .registeredMSB, 0)
            $0.control(at: 0, channel: 0, .dataEntry, 2)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, .registeredMSB, 0)
            $0.control(at: 0, channel: 0, .registeredLSB, 0)
            $0.control(at: 0, channel: 0, .dataEntry, 2)
            $0.quarter(at: 0)
        },
        FaultCase(.fineBeforeCoarse, "volume") {
            $0.control(at: 0, channel: 0, 39, 5)
            $0.control(at: 0, channel: 0, 7, 90)
            $0.quarter(at: 0)
        } right: {
            $0.control(at: 0, channel: 0, 7, 90)
            $0.control(at: 0, channel: 0, 39, 5)
            $0.quarter(at: 0)
        },
        FaultCase(.controllerRepeated, "the same volume") { track in
            for tick in 0..<1_001 { track.control(at: UInt32(tick), channel: 0, .volume, 90) }
            track.quarter(at: 0)
        } right: { track in
            for tick in 0..<1_001 {
                track.control(at: UInt32(tick), channel: 0, .volume, UInt8(tick % 2) + 90)
            }
            track.quarter(at: 0)
        },
    ]

    private static let resets: [FaultCase] = [
        FaultCase(.resetAfterNote, "takes the program away") {
            $0.program(at: 0, channel: 0, 12)
            $0.quarter(at: 0)
            $0.gmReset(at: 480)
            $0.quarter(at: 960)
        } right: {
            $0.program(at: 0, channel: 0, 12)
            $0.quarter(at: 0)
            $0.gmReset(at: 480)
            $0.program(at: 480, channel: 0, 12)
            $0.quarter(at: 960)
        },
        FaultCase(.resetAfterNote, "cuts a note off") {
            $0.quarter(at: 0)
            $0.gmReset(at: 240)
        } right: {
            $0.quarter(at: 0)
            $0.gmReset(at: 480)
        },
        FaultCase(.resetAfterSetup, "at the same tick") {
            $0.control(at: 0, channel: 0, .volume, 50)
            $0.gmReset(at: 0)
            $0.quarter(at: 480)
        } right: {
            $0.gmReset(at: 0)
            $0.control(at: 0, channel: 0, .volume, 50)
            $0.quarter(at: 480)
        },
        FaultCase(.systemExclusiveIgnored, "the pre-delay of a GS reverb") {
            $0.systemExclusive(
                at: 0,
                [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, 0x37, 0x06, 0x02, 0xF7]
            )
            $0.quarter(at: 0)
        } right: {
            $0.systemExclusive(at: 0, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40, 0xF7])
            $0.quarter(at: 0)
        },
        FaultCase(.systemExclusiveIgnored, "a GS reverb that there is not") {
            $0.systemExclusive(
                at: 0,
                [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, 0x30, 0x08, 0x07, 0xF7]
            )
            $0.quarter(at: 0)
        } right: {
            $0.systemExclusive(
                at: 0,
                [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, 0x30, 0x07, 0x08, 0xF7]
            )
            $0.systemExclusive(
                at: 0,
                [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, 0x35, 0x20, 0x6A, 0xF7]
            )
            $0.quarter(at: 0)
        },
    ]
}
