import SoundFont
import TestSupport
import Testing

/// Samples that cannot be played as their headers say.
@Suite struct SampleProblemTests {
    private let layout: BankLayout

    init() throws {
        var data = SampleData()
        _ = data.append([Int16](repeating: 1, count: 200))
        layout = try SoundBankReading(try SoundBank().bytes(data)).layout
    }

    private func sample(
        _ range: Range<Int>,
        loop: (Int, Int) = (50, 150),
        type: SampleType = .mono
    ) -> SoundBank.Sample {
        SoundBank.Sample(
            name: "s",
            start: range.lowerBound,
            end: range.upperBound,
            loopStart: loop.0,
            loopEnd: loop.1,
            rate: 48_000,
            type: type
        )
    }

    @Test func aSampleWithinTheDataHasNone() {
        #expect(sample(0..<200).silence(in: layout) == nil)
        #expect(sample(0..<200).loopProblem(in: layout) == nil)
    }

    @Test func itsEndMayBeOneFrameBehindTheData() {
        #expect(layout.frameCount == 246)
        #expect(sample(0..<247).silence(in: layout) == nil)
        #expect(
            sample(0..<248).silence(in: layout)
                == .endsOutside(end: 248, size: 246, isCompressed: false)
        )
    }

    @Test func oneFrameIsTooShort() {
        #expect(sample(7..<9).silence(in: layout) == nil)
        #expect(
            sample(7..<8).silence(in: layout) == .tooShort(start: 7, end: 8, isCompressed: false)
        )
    }

    @Test func whatIsNotInTheFileIsToldFromWhatIsUnknown() {
        let card = sample(0..<200, type: [.readOnlyMemory, .mono])
        #expect(card.silence(in: layout) == .readOnlyMemory)
        let unknown = sample(0..<200, type: SampleType(rawValue: 0x21))
        #expect(unknown.silence(in: layout) == .unknownType(0x21))
    }

    @Test(arguments: [(50, 247), (300, 100)])
    func aLoopBehindTheZerosIsOutside(loop: (Int, Int)) throws {
        let problem = try #require(sample(0..<200, loop: loop).loopProblem(in: layout))
        #expect(
            problem.description
                == "loop frames \(loop.0) to \(loop.1) are outside of its frames 0 to 200"
        )
    }

    @Test func aLoopMayEndInTheZeros() {
        #expect(sample(0..<200, loop: (50, 246)).loopProblem(in: layout) == nil)
    }

    @Test func equalEndsAreNoLoop() {
        #expect(sample(0..<200, loop: (900, 900)).loopProblem(in: layout) == nil)
    }
}
