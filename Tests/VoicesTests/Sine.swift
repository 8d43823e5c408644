import Foundation

/// The sine that samples hold.
enum Sine {
    /// The sine of a number of turns.
    static func value(_ turns: Double) -> Double { sin(2 * .pi * turns) }
    /// The logarithm to base 10.
    static func decimalLogarithm(_ number: Double) -> Double { log10(number) }
}
