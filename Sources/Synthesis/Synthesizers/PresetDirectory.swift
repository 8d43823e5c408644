import Realtime
import Synchronization
import Voices

/// A preset as voices play it.
struct PlayedPreset: BitwiseCopyable {
    /// Its regions; `nil` for silence.
    var regions: PresetReference?
    /// The controls that its own modulators have.
    var own = OwnControls(rawValue: 0)

    @_noLocks
    init() {}
}

/// The presets of an instance by their numbers, and what plays in the place of missing ones, as the
/// audio thread looks them up.
struct PresetDirectory: ~Copyable {
    private struct Entry: BitwiseCopyable {
        let number: UInt32
        let preset: PlayedPreset
    }

    /// Sorted by their numbers.
    private let entries: FixedArray<Entry>
    /// By program, and behind those the drum kit; silent where nothing is left to play.
    private let substitutes: FixedArray<PlayedPreset>
    /// The selections of missing presets, once each.
    private let missing = FixedArray(count: 256) { _ in Atomic<UInt32>(0) }
    private let missingCount = Atomic<Int>(0)

    /// Makes a directory without presets.
    init() {
        entries = FixedArray(count: 0) { _ in Entry(number: 0, preset: PlayedPreset()) }
        substitutes = FixedArray(repeating: PlayedPreset(), count: 129)
    }

    /// Makes a directory.
    ///
    /// - Parameters:
    ///   - fonts: The fonts, all of whose presets can be selected.
    ///   - presets: Those that were prepared.
    init(_ fonts: OpenFonts, _ presets: [PresetSubstitution.Choice: PlayedPreset]) {
        let all = Set(
            fonts.presets.map { PresetSubstitution.Choice(bank: $0.bank, program: $0.program) }
        )
        let sorted = all.map {
            Entry(number: Self.number($0), preset: presets[$0] ?? PlayedPreset())
        }
        .sorted { $0.number < $1.number }
        entries = FixedArray(count: sorted.count) { sorted[$0] }
        let first = fonts.firstPresets
        substitutes = FixedArray(count: 129) { program in
            let bank = program == 128 ? 128 : 0
            return PresetSubstitution.choices(forBank: bank, program: program & 127, first: first)
                .first(where: all.contains).flatMap { presets[$0] } ?? PlayedPreset()
        }
    }

    @_noLocks
    private static func number(_ choice: PresetSubstitution.Choice) -> UInt32 {
        UInt32(truncatingIfNeeded: choice.bank) << 8 | UInt32(truncatingIfNeeded: choice.program)
    }

    /// The preset that plays where one is selected.
    ///
    /// Audio thread.
    ///
    /// - Parameters:
    ///   - choice: The preset that is selected.
    ///   - channel: The channel to note with a preset that is missing; `nil` to note nothing.
    /// - Returns: The preset.
    @_noLocks
    func preset(
        _ choice: PresetSubstitution.Choice,
        notingChannel channel: Int?
    ) -> PlayedPreset {
        let number = Self.number(choice)
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low &+ high) >> 1
            if entries[middle].number < number { low = middle &+ 1 } else { high = middle }
        }
        if low < entries.count, entries[low].number == number { return entries[low].preset }
        if let channel { note(number, channel) }
        return substitutes[choice.bank == 128 ? 128 : choice.program & 127]
    }

    @_noLocks
    private func note(_ number: UInt32, _ channel: Int) {
        let count = missingCount.load(ordering: .relaxed)
        for index in 0..<count where missing[index].load(ordering: .relaxed) >> 4 == number {
            return
        }
        guard count < missing.count else { return }
        let channel = UInt32(truncatingIfNeeded: channel & 15)
        missing[count].store(number << 4 | channel, ordering: .relaxed)
        missingCount.store(count &+ 1, ordering: .releasing)
    }

    /// The number of selections of missing presets so far, each counted once; any thread.
    var missingPresets: Int { @_noLocks get { missingCount.load(ordering: .acquiring) } }

    /// The selections of missing presets from an index on; any thread.
    func missing(from index: Int) -> [(bank: Int, program: Int, channel: Int)] {
        let count = missingPresets
        return (min(index, count)..<count).map { index in
            let bits = Int(missing[index].load(ordering: .relaxed))
            return (bits >> 12, bits >> 4 & 127, bits & 15)
        }
    }
}
