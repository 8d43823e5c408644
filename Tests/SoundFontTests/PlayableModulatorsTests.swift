import SoundFont
import Testing

/// Modulators of a zone as a product of an amount and two sources (SoundFont 2.04 §8.2, §8.3, §9.5).
@Suite struct PlayableModulatorsTests {
    private static let pan = ModulatorSource(rawValue: 0x028A)
    private static let cc20 = ModulatorSource(rawValue: 0x0094)
    private static let cc21 = ModulatorSource(rawValue: 0x0095)
    private static let link = ModulatorSource(rawValue: 127)
    private static let none = ModulatorSource(rawValue: 0)

    private func modulator(
        _ source: ModulatorSource,
        _ destination: UInt16 = 52,
        _ amount: Int16 = 100,
        _ amountSource: ModulatorSource = none,
        transform: UInt16 = 0
    ) -> Modulator {
        Modulator(
            source: source,
            destination: destination,
            amount: amount,
            amountSource: amountSource,
            transform: transform
        )
    }

    private func problems(_ zone: Modulator...) -> [ModulatorProblem] {
        PlayableModulators(zone).problems.map(\.problem)
    }

    @Test func aPlainOneStaysAsItIs() {
        let plain = modulator(Self.cc20, 48, -300, Self.pan)
        #expect(PlayableModulators([plain]).modulators == [plain])
    }

    @Test func withoutAFirstSourceTheSecondOneCounts() throws {
        let playable = PlayableModulators([modulator(Self.none, 52, 100, Self.cc20)])
        let one = try #require(playable.modulators.first)
        #expect(one.source == Self.cc20 && one.amountSource.isNone && one.amount == 100)
        // It is not the modulator that has this source from the start: both play.
        #expect(one != modulator(Self.cc20))
    }

    @Test func withoutAnySourceItIsConstant() throws {
        let playable = PlayableModulators([modulator(Self.none)])
        #expect(playable.modulators.first?.source.isNone == true)
        #expect(playable.problems.isEmpty)
    }

    @Test func anAbsoluteValueIsASwitchedSign() throws {
        let up = try #require(
            PlayableModulators([modulator(Self.pan, 52, -100, transform: 2)]).modulators.first
        )
        #expect(up.amount == 100 && up.transform == 0)
        #expect(up.amountSource.rawValue == Self.pan.rawValue | 0x0C00)
        let plain = try #require(
            PlayableModulators([modulator(Self.cc20, 52, -100, Self.cc21, transform: 2)])
                .modulators.first
        )
        #expect(plain.amount == 100 && plain.amountSource == Self.cc21)
        #expect(
            problems(modulator(Self.pan, 52, 100, Self.cc20, transform: 2)) == [.absoluteProduct]
        )
    }

    @Test func aLinkIsFollowedToItsGenerator() throws {
        let playable = PlayableModulators([
            modulator(Self.link, 51, 7, Self.cc21), modulator(Self.cc20, 0x8000, -1),
        ])
        #expect(playable.problems.isEmpty)
        let whole = try #require(playable.modulators.first)
        #expect(playable.modulators.count == 1)
        #expect(whole.source == Self.cc20 && whole.amountSource == Self.cc21)
        #expect(whole.destination == 51 && whole.amount == -7)
    }

    @Test func severalMayBeLinkedToOne() {
        let playable = PlayableModulators([
            modulator(Self.cc20, 0x8002, 1), modulator(Self.cc21, 0x8002, 1),
            modulator(Self.link, 51, 7),
        ])
        #expect(playable.modulators.map(\.source) == [Self.cc20, Self.cc21])
        #expect(playable.modulators.allSatisfy { $0.destination == 51 && $0.amount == 7 })
    }

    @Test func linksThatCannotBeFollowedAreLeftOut() {
        // To nothing, to one that is not a link, in a circle; without one that leads to it.
        #expect(problems(modulator(Self.cc20, 0x8005, 1)) == [.brokenLink])
        #expect(problems(modulator(Self.cc20, 0x8001, 1), modulator(Self.cc21)) == [.brokenLink])
        #expect(
            problems(
                modulator(Self.cc20, 0x8001, 1),
                modulator(Self.link, 0x8002, 1),
                modulator(Self.link, 0x8001, 1)
            ) == [.brokenLink]
        )
        #expect(problems(modulator(Self.link)) == [.noLink])
        // No unit is defined for a link.
        #expect(problems(modulator(Self.cc20, 0x8001, 50), modulator(Self.link)) == [.link])
    }

    @Test(arguments: [
        (ModulatorSource(rawValue: 5), ModulatorProblem.source(ModulatorSource(rawValue: 5))),
        (ModulatorSource(rawValue: 0x86), .source(ModulatorSource(rawValue: 0x86))),
        (ModulatorSource(rawValue: 0x1094), .curve(4)),
    ])
    func whatDoesNotExistIsLeftOut(source: ModulatorSource, problem: ModulatorProblem) {
        #expect(problems(modulator(source)) == [problem])
        #expect(problems(modulator(Self.cc20, 52, 100, source)) == [problem])
    }

    @Test(arguments: [14, 41, 43, 46, 53, 56, 58, 60, 62, 200] as [UInt16])
    func whatIsNoValueIsNoDestination(number: UInt16) {
        #expect(problems(modulator(Self.cc20, number)) == [.destination(number)])
    }

    @Test func anEndCannotBeMovedAndATransformMustBeKnown() {
        #expect(problems(modulator(Self.cc20, 50)) == [.end(50)])
        #expect(problems(modulator(Self.cc20, 52, 100, transform: 1)) == [.transform(1)])
    }
}
