/// The programs that the regions of an SFZ file belong to.
///
/// A file with `loprog` and `hiprog` is a bank: all of its programs together would sound at once. One
/// with regions for channel 10 alone has drums.
struct SFZPrograms {
    /// The most regions of all programs; a SoundFont has no room for more zones.
    static let regionLimit = 65_000
    private static let drumBank: UInt16 = 128

    private let name: String
    private let regions: [(limits: SFZRegion, regions: [Region])]

    /// - Parameters:
    ///   - name: The name of the instrument.
    ///   - regions: The regions, each with what is played for it.
    init(name: String, _ regions: [(limits: SFZRegion, regions: [Region])]) {
        self.name = name
        self.regions = regions
    }

    /// The programs by bank and number.
    func programs(_ log: inout InstrumentLog) -> [InstrumentDescription.Program] {
        let hasDrums =
            regions.contains(where: \.limits.isForDrums)
            && regions.contains { !$0.limits.isForDrums }
        if let limited = regions.first(where: { $0.limits.isForSomeChannels(besideDrums: hasDrums) }
        ) {
            log.addMissing(
                limited.limits.position,
                "lochan",
                "regions for some channels are played on all of them"
            )
        }
        var result = programs(bank: 0, &log) { !hasDrums || !$0.isForDrums }
        if hasDrums {
            result += programs(bank: Self.drumBank, &log) { $0.isForDrums || $0.isForAllPrograms }
        }
        return result
    }

    private func programs(
        bank: UInt16,
        _ log: inout InstrumentLog,
        where isIncluded: (SFZRegion) -> Bool
    ) -> [InstrumentDescription.Program] {
        let regions = regions.filter { isIncluded($0.limits) }
        let limited = regions.lazy.map(\.limits.programs).filter { $0 != (0, 127) }
        let numbers = Set(limited.flatMap { Array(Int($0.low)...max(Int($0.low), Int($0.high))) })
        var count = 0
        var result: [InstrumentDescription.Program] = []
        for number in numbers.isEmpty ? [0] : numbers.sorted() {
            let played = regions.filter {
                $0.limits.programs.low <= Double(number)
                    && Double(number) <= $0.limits.programs.high
            }
            count += played.reduce(0) { $0 + $1.regions.count }
            guard let position = played.first?.limits.position else { continue }
            guard count <= Self.regionLimit || result.isEmpty else {
                log.addOnce(
                    .error,
                    position,
                    "loprog",
                    "more than \(Self.regionLimit) regions in all programs; the rest is left out"
                )
                continue
            }
            result.append(
                InstrumentDescription.Program(
                    name: numbers.isEmpty
                        ? name : played.compactMap(\.limits.label).first ?? "\(number) \(name)",
                    bank: bank,
                    number: UInt16(number),
                    regions: played.flatMap(\.regions)
                )
            )
        }
        return result
    }
}

extension SFZRegion {
    /// Whether it plays on the channel of drums only.
    fileprivate var isForDrums: Bool { channels == (10, 10) }

    /// Whether it is for other channels than all, and for more than drums or the rest.
    fileprivate func isForSomeChannels(besideDrums: Bool) -> Bool {
        channels != (1, 16) && !isForDrums
            && !(besideDrums && (channels == (1, 9) || channels == (11, 16)))
    }

    /// Whether it plays on channel 10 and others, whatever the program.
    fileprivate var isForAllPrograms: Bool {
        programs == (0, 127) && channels.low <= 10 && 10 <= channels.high
    }
}
