import Racks
import Sequencer

/// The presets that music may choose on some channels of a sampler.
struct PresetUse {
    /// Bank numbers that bank select messages may lead to, under any bank mode; with 0 and 128,
    /// which have the substitutes of what is missing.
    private(set) var banks: Set<Int> = [0, 128]
    /// Programs that are selected, and the first ones of their families.
    private(set) var programs: Set<Int> = [0]

    /// Whether a preset may be selected.
    func contains(bank: Int, program: Int) -> Bool {
        banks.contains(bank) && programs.contains(program)
    }

    /// Whether another has all that may be selected.
    func isCovered(by other: PresetUse) -> Bool {
        banks.isSubset(of: other.banks) && programs.isSubset(of: other.programs)
    }

    /// Adds the presets of another.
    mutating func formUnion(_ other: PresetUse) {
        banks.formUnion(other.banks)
        programs.formUnion(other.programs)
    }

    /// Reads what is led to the channels of a sampler.
    ///
    /// It takes every combination of the banks and programs that occur, which is more than the
    /// piece uses: which bank a message means depends on the mode, which SysEx messages change.
    init(of use: SamplerUse, on hasChannel: (Int) -> Bool) {
        var coarse: Set<Int> = [0]
        var fine: Set<Int> = [0]
        for channel in 0..<16 where hasChannel(channel) {
            for selections in use.selections[channel] {
                programs.formUnion(selections.programs.numbers)
                coarse.formUnion(selections.coarseBanks.numbers)
                fine.formUnion(selections.fineBanks.numbers)
            }
            programs.formUnion(use.presets[channel].map(\.program))
        }
        // Resets may end the interpretation.
        programs.formUnion(programs.map(use.bankMode.program))
        programs.formUnion(programs.map { $0 & ~7 })
        banks.formUnion(coarse)
        banks.formUnion(fine)
        for coarse in coarse {
            banks.formUnion(fine.map { coarse << 7 | $0 })
        }
        for channel in 0..<16 where hasChannel(channel) {
            banks.formUnion(use.presets[channel].map(\.bank))
        }
    }
}
