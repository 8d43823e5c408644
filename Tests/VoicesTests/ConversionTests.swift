import Foundation
import Testing

@testable import Voices

/// The tables and series in the place of the mathematical functions.
@Suite struct ConversionTests {
    private let exact = Tables(isRounded: false)
    private let rounded = Tables(isRounded: true)

    /// Expectations cannot use what is not copied.
    private final class Tables {
        private let value: Conversions

        init(isRounded: Bool) { value = Conversions(rate: 48_000, isRounded: isRounded) }

        func powerOfTwo(_ exponent: Double) -> Double { value.powerOfTwo(exponent) }
        func decimalLogarithm(_ number: Double) -> Double { value.decimalLogarithm(number) }
        func hertz(cents: Double) -> Double { value.hertz(cents: cents) }
        func amplitude(centibels: Double) -> Double { value.amplitude(centibels: centibels) }
        func concave(_ position: Double) -> Double { value.concave(position) }
        func convex(_ position: Double) -> Double { value.convex(position) }
        func pan(_ position: Double) -> Double { value.pan(position) }
        func value(of source: ControlSource, at position: Double) -> Double {
            value.value(of: source, at: position)
        }
    }

    @Test func powersOfTwoAreExact() {
        for exponent in stride(from: -40.0, through: 40, by: 0.0371) {
            let ratio = exact.powerOfTwo(exponent) / exp2(exponent)
            #expect(abs(ratio - 1) < 1e-14)
        }
    }

    @Test func logarithmsAreExact() {
        for number in [1e-9, 0.001, 0.3, 0.9999, 1, 1.5, 100] {
            #expect(abs(exact.decimalLogarithm(number) - log10(number)) < 1e-9)
        }
    }

    @Test func pitchIsExactAndThatOfTheReferenceInWholeCents() {
        for cents in [0, 0.4, 6_000.99, 12_345.5] {
            let wanted = 8.17579891564371 * exp2(cents / 1_200)
            let ratio = exact.hertz(cents: cents) / wanted
            #expect(abs(ratio - 1) < 1e-7)
            let whole = 8.17579891564371 * exp2(cents.rounded(.down) / 1_200)
            #expect(abs(rounded.hertz(cents: cents) / whole - 1) < 1e-12)
        }
        // Below 0 the reference computes the pitch too.
        let low = 8.17579891564371 * exp2(-100.5 / 1_200)
        #expect(abs(rounded.hertz(cents: -100.5) / low - 1) < 1e-12)
    }

    @Test func levelsOfTheReferenceAreThoseOfWholeCentibels() {
        #expect(rounded.amplitude(centibels: 20.9) == pow(10, -0.1))
        #expect(abs(exact.amplitude(centibels: 20.5) - pow(10, -0.1025)) < 2e-5)
        #expect(exact.amplitude(centibels: -3) == 1)
        #expect(exact.amplitude(centibels: 1_441) == 0)
    }

    @Test func curvesMeetTheSpecification() {
        let table = exact
        #expect(table.concave(0) == 0)
        #expect(table.concave(1) == 1)
        let wanted = -400.0 / 960 * log10(27.0 / 127)
        #expect(abs(table.concave(100.0 / 127) - wanted) < 1e-12)
        #expect(abs(table.convex(27.0 / 127) - (1 - wanted)) < 1e-12)
        // Velocity 127 leaves 1.36 cB: sources are divided by 128.
        let source = ControlSource(general: 2, curve: .concave, isNegative: true)
        let left = 960 * table.value(of: source, at: 127.0 / 128)
        #expect(abs(left - 1.36) < 0.01)
    }

    @Test func sourcesHaveTheirRanges() {
        let table = exact
        let wheel = ControlSource(general: 14, isBipolar: true)
        #expect(table.value(of: wheel, at: 0.5) == 0)
        #expect(table.value(of: wheel, at: 0) == -1)
        let pedal = ControlSource(controller: 64, curve: .step, isNegative: true)
        #expect(table.value(of: pedal, at: 0.5) == 0)
        #expect(table.value(of: pedal, at: 0.4) == 1)
    }

    @Test func positionsOfTheReferenceAreRoundedTowardsTheMiddle() {
        #expect(rounded.pan(-437.5) == sin(63 * .pi / 2 / 1_001))
        #expect(rounded.pan(437.5) == sin(937 * .pi / 2 / 1_001))
        #expect(exact.pan(-500) == 0)
        #expect(exact.pan(500) == 1)
    }
}
