import MIDI
import Playback
import SMF
import Sequencer

/// What `seqd inspect` says of one sequence, with people's numbers.
struct SequenceInspection {
    let sequence: PreparedSequence
    /// Which one, from 1, in a file of format 2; `nil` for other formats.
    let pattern: Int?

    /// A time in a sequence, in every unit.
    struct Place {
        var tick: Int64
        var nanoseconds: Int64
        /// `nil` where there are no bars.
        var barBeat: BarBeat?

        /// As positions are typed: `17:1`, or `480t` where there are no bars.
        var position: String { barBeat?.description ?? "\(tick)t" }
        /// To a tenth of a second; to the millisecond where no bar says it exactly.
        var time: String {
            TimeText.text(nanoseconds: nanoseconds, decimals: 1...(barBeat == nil ? 3 : 1))
        }
        var seconds: Double { Double(nanoseconds) / 1e9 }
    }

    func place(_ tick: Int64) -> Place {
        Place(
            tick: tick,
            nanoseconds: sequence.tempoMap.nanoseconds(atTick: tick),
            barBeat: sequence.meterMap.position(atTick: tick)
        )
    }

    var end: Place { place(sequence.endTick) }

    /// How many bars there are, one that is begun included; `nil` where there are none.
    var bars: Int64? {
        guard sequence.endTick > 0 else { return isInBars ? 0 : nil }
        return place(sequence.endTick - 1).barBeat?.bar
    }

    var isInBars: Bool {
        if case .ticksPerQuarter = sequence.division { return true }
        return false
    }

    /// The number that people give a sampler's port: its FF 21 value + 1.
    func port(_ sampler: UInt8) -> Int {
        sequence.ports.indices.contains(Int(sampler)) ? Int(sequence.ports[Int(sampler)]) + 1 : 1
    }

    /// Whether a channel's number says which channel is meant.
    var hasOnePort: Bool { sequence.ports.count == 1 }

    /// The number of a track, from 1 in file order.
    func number(ofTrack index: Int) -> Int { pattern ?? index + 1 }
}

extension ProgramUse {
    /// What General MIDI calls the program; `nil` for a drum kit that it does not have.
    var name: String? {
        isDrums ? GeneralMIDI.drumKitName(program) : GeneralMIDI.programName(program)
    }

    /// Bank and program as `seqd presets` lists them, drum kits in bank 128.
    ///
    /// A fine bank stands after the coarse one: `8/3:48`.
    var address: String {
        guard !isDrums else { return "128:\(program)" }
        return bankLSB == 0 ? "\(bankMSB):\(program)" : "\(bankMSB)/\(bankLSB):\(program)"
    }
}

extension PieceFile {
    /// Its sequences as `seqd inspect` sees them.
    var inspections: [SequenceInspection] {
        sequences.enumerated().map { index, sequence in
            SequenceInspection(
                sequence: sequence,
                pattern: file.format == .independent ? index + 1 : nil
            )
        }
    }
}
