import Glibc
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

    /// A read outside would end the process.
    @Test(arguments: Interpolation.allCases, KernelSet.allCases.filter(\.isAvailable))
    func nothingIsReadOutsideOfASample(_ interpolation: Interpolation, _ kernels: KernelSet) {
        let memory = GuardedFrames()
        for offset in 0..<8 {
            let sample = RegionSample(
                SampleFrames(memory.frames, owner: memory),
                rate: Player.rate + Double(offset) * 1_237
            )
            let player = Player([Region(sample: 0)], sample, kernels: kernels)
            player.engine.interpolation = interpolation
            for key: UInt8 in [60, 71, 96, 37] {
                player.noteOn(key)
                let output = player.render(20_000)
                let isFinite = output[0].allSatisfy(\.isFinite)
                #expect(isFinite)
            }
        }
    }
}

/// A page of 16-bit frames between pages that cannot be read.
private final class GuardedFrames {
    private let memory: UnsafeMutableRawPointer
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

    init() {
        let size = 3 * Self.page
        guard
            let memory = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED,
            mprotect(memory + Self.page, Self.page, PROT_READ | PROT_WRITE) == 0
        else { fatalError("no memory") }
        self.memory = memory
        let words = memory.assumingMemoryBound(to: Int16.self)
        for frame in Self.page / 2..<Self.page {
            words[frame] = Int16(truncatingIfNeeded: frame &* 977)
        }
    }

    deinit { munmap(memory, 3 * Self.page) }

    var frames: UnsafeBufferPointer<Int16> {
        let start = (memory + Self.page).assumingMemoryBound(to: Int16.self)
        return UnsafeBufferPointer(start: start, count: Self.page / 2)
    }
}
