import Testing

@testable import Voices

/// Values that no sensible font has.
@Suite struct RobustnessTests {
    private static let extremes: [Double] = [-32_768, -12_000, -500, -1, 0, 1, 960, 8_000, 32_767]

    private func region(_ numbers: inout RandomNumbers) -> Region {
        var region = Region(sample: 0)
        for parameter in RegionParameter.allCases where Bool.random(using: &numbers) {
            region.values[parameter] = Self.extremes.randomElement(using: &numbers) ?? 0
        }
        region.values[.sampleMode] = Double(Int.random(in: 0...4, using: &numbers))
        for _ in 0..<Int.random(in: 0...5, using: &numbers) {
            let source = ControlSource(
                controller: UInt8.random(in: 0...127, using: &numbers),
                curve: .convex,
                isBipolar: Bool.random(using: &numbers)
            )
            region.modulators.append(
                RegionModulator(
                    source,
                    to: RegionParameter.allCases.randomElement(using: &numbers) ?? .pan,
                    amount: Self.extremes.randomElement(using: &numbers) ?? 0
                )
            )
        }
        return region
    }

    @Test(arguments: [VoiceMode.exact, .reference])
    func soundIsFinite(_ mode: VoiceMode) {
        var numbers = RandomNumbers(state: 11)
        for _ in 0..<150 {
            let count = Int.random(in: 2...300, using: &numbers)
            let first = Int.random(in: 0..<count, using: &numbers)
            let last = Int.random(in: first...count, using: &numbers)
            let sample = RegionSample(
                SampleFrames((0..<count).map { _ in Int16.random(in: -9...9, using: &numbers) }),
                loop: first..<last,
                rate: Double(Int.random(in: 1...200_000, using: &numbers))
            )
            let regions = (0..<4).map { _ in region(&numbers) }
            let player = Player(regions, sample, mode: mode, polyphony: 8)
            player.engine.hasHalfPedal = Bool.random(using: &numbers)
            for _ in 0..<30 {
                let key = UInt8.random(in: 0...127, using: &numbers)
                switch Int.random(in: 0..<8, using: &numbers) {
                case 0...2: player.noteOn(key)
                case 3: player.noteOff(key)
                case 4: player.engine.setWheel(Int(key) * 128, channel: 0)
                case 5: player.engine.setPressure(key, channel: 0)
                case 6:
                    let parameter = RegionParameter.allCases.randomElement(using: &numbers)
                    let value = Self.extremes.randomElement(using: &numbers) ?? 0
                    player.engine.setOffset(value, of: parameter ?? .pan, channel: 0)
                default:
                    let number = UInt8.random(in: 0...127, using: &numbers)
                    player.engine.control(number, key, channel: 0)
                }
                let output = player.render(Int.random(in: 1...400, using: &numbers))
                let isFinite = output.allSatisfy { $0.allSatisfy(\.isFinite) }
                #expect(isFinite)
                if !isFinite { return }
            }
        }
    }
}
