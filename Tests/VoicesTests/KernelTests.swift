import CVoices
import Testing

@testable import Voices

/// The loops in C and their twins in Swift, on random input.
@Suite struct KernelTests {
    private static let others = KernelSet.allCases.filter { $0 != .scalar && $0.isAvailable }
    private static let words = random(4_096) { Int16.random(in: .min ... .max, using: &$0) }
    private static let floats = random(4_096) { Float.random(in: -1...1, using: &$0) }

    private static func random<Value>(
        _ count: Int,
        _ value: (inout RandomNumbers) -> Value
    ) -> [Value] {
        var numbers = RandomNumbers(state: 7)
        return (0..<count).map { _ in value(&numbers) }
    }

    @Test(arguments: Interpolation.allCases, others)
    func interpolationGivesTheSameBits(_ interpolation: Interpolation, _ kernels: KernelSet) {
        var numbers = RandomNumbers(state: 1)
        for round in 0..<200 {
            let count = Int.random(in: 1...64, using: &numbers)
            let step = UInt64.random(in: 1...(40 << 32), using: &numbers)
            let phase = UInt64.random(in: 16 << 32..<(1_000 << 32), using: &numbers)
            let amplitude = Float.random(in: 0...1, using: &numbers)
            var outputs = [[Float]](repeating: Array(repeating: 0, count: 64), count: 2)
            for (index, set) in [KernelSet.scalar, kernels].enumerated() {
                Self.words.withUnsafeBufferPointer { words in
                    Self.floats.withUnsafeBufferPointer { floats in
                        let run = voices_run(
                            frames: round % 2 == 0 ? words.baseAddress : nil,
                            floats: floats.baseAddress,
                            table: SincTable.of(interpolation)?.factors,
                            phase: phase,
                            step: step,
                            mask: round % 3 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF,
                            amplitude: amplitude,
                            ramp: amplitude / -100,
                            first: Int32(64 - count),
                            count: Int32(count)
                        )
                        outputs[index].withUnsafeMutableBufferPointer { output in
                            guard let output = output.baseAddress else { return }
                            set.interpolate(run, by: interpolation, to: output)
                        }
                    }
                }
            }
            #expect(outputs[0].map(\.bitPattern) == outputs[1].map(\.bitPattern))
        }
    }

    @Test(arguments: [false, true], others)
    func filtersGiveTheSameBits(_ isScaled: Bool, _ kernels: KernelSet) {
        var results: [[UInt32]] = []
        for set in [KernelSet.scalar, kernels] {
            var numbers = RandomNumbers(state: 2)
            var lines = (0..<512).map { _ in Float.random(in: -9...9, using: &numbers) }
            let values = UnsafeMutablePointer<Float>.allocate(capacity: 72)
            defer { values.deallocate() }
            for lane in 0..<8 {
                let fields: [Float] = [
                    .random(in: 0...0.5, using: &numbers), .random(in: 0.2...0.7, using: &numbers),
                    .random(in: 0.0...0.2, using: &numbers), 0.001, -0.001,
                    lane % 2 == 0 ? -0.001 : 0.004, .random(in: -1...1, using: &numbers),
                    .random(in: -1...1, using: &numbers),
                    Float(bitPattern: isScaled && lane % 3 != 0 ? .max : 0),
                ]
                for (field, value) in fields.enumerated() { values[8 * field + lane] = value }
            }
            UnsafeMutableRawPointer(values).withMemoryRebound(
                to: voices_filters.self,
                capacity: 1
            ) { filters in
                lines.withUnsafeMutableBufferPointer { lines in
                    guard let lines = lines.baseAddress else { return }
                    set.filter(filters, lines, isScaled: isScaled)
                }
            }
            let history = (48..<64).map { values[$0].bitPattern }
            results.append(lines.map(\.bitPattern) + history)
        }
        #expect(results[0] == results[1])
    }

    @Test(arguments: others) func mixingGivesTheSameBits(_ kernels: KernelSet) {
        var results: [[UInt32]] = []
        for set in [KernelSet.scalar, kernels] {
            let line = Array(Self.floats.prefix(64))
            var memory = Array(Self.floats.suffix(512))
            memory.withUnsafeMutableBufferPointer { memory in
                guard let base = memory.baseAddress else { return }
                var buses: [UnsafeMutablePointer<Float>?] = (0..<4).map { base + 128 * $0 }
                set.mix(
                    line,
                    voices_gains(gain: (0.3, 0.7, 0, 0.5), step: (0.001, 0, 0, -0.002)),
                    &buses,
                    offset: 13
                )
            }
            results.append(memory.map(\.bitPattern))
        }
        #expect(results[0] == results[1])
        // The third bus has neither gain nor step.
        let untouched = Self.floats.suffix(512).dropFirst(256).prefix(128)
        #expect(results[0][256..<384].elementsEqual(untouched.map(\.bitPattern)))
    }
}

/// The same random numbers each time.
struct RandomNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
