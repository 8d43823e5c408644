import TestSupport
import Testing

@testable import Sequencer

@Suite("A divisor that multiplies")
struct ExactDivisorTests {
    @Test("gives the quotients of a division, at every border of them")
    func borders() {
        let divisors: [Int64] = [
            1, 2, 3, 7, 10, 480_000_000, 1 << 31, 1 << 62, (1 << 62) - 1, .max,
        ]
        for divisor in divisors {
            let exact = ExactDivisor(divisor)
            for multiple in [0, 1, 2, 3, 1_000, Int64.max / divisor] {
                let (product, isTooLarge) = multiple.multipliedReportingOverflow(by: divisor)
                if isTooLarge { continue }
                for number in [product - 1, product, product &+ 1] where number >= 0 {
                    #expect(exact.quotient(number) == number / divisor, "\(number) / \(divisor)")
                }
            }
            #expect(exact.quotient(.max) == .max / divisor)
        }
    }

    @Test("gives the quotients of a division for any numbers")
    func anyNumbers() {
        var random = SeededGenerator(seed: 11)
        /// Of any magnitude.
        func number() -> Int64 {
            Int64.random(in: 0...(.max), using: &random) >> Int.random(in: 0..<63, using: &random)
        }
        for _ in 0..<20_000 {
            let (number, divisor) = (number(), max(number(), 1))
            let quotient = ExactDivisor(divisor).quotient(number)
            #expect(quotient == number / divisor, "\(number) / \(divisor)")
        }
    }
}
