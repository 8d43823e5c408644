import Foundation

/// The sine that samples hold.
enum Sine {
    /// The sine of a number of turns.
    static func value(_ turns: Double) -> Double { sin(2 * .pi * turns) }
}
