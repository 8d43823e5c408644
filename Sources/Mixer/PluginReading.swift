public import Effects

/// A plugin among the inserts of a strip, an output or an effects bus, as the audio thread has it.
public struct PluginReading: Hashable, Sendable {
    /// The name of the strip, output or effects bus.
    public let strip: String
    /// The number among its inserts, from 1.
    public let number: Int
    /// The name or URI that the insert has.
    public let name: String
    /// The reason why it is bypassed; `nil` if it is not.
    public let fault: PluginFault?
    /// The mean time that it takes, as a part of the period; 0 while it has not run, and for a file.
    public let meanLoad: Double
    /// The longest time.
    public let longestLoad: Double

    init(strip: String, number: Int, name: String, _ figures: PluginFigures) {
        self.strip = strip
        self.number = number
        self.name = name
        fault = figures.fault
        meanLoad = figures.meanLoad
        longestLoad = figures.longestLoad
    }

    /// The warning about its fault; `nil` without one.
    public var warning: String? {
        fault.map { "strip \(strip): insert \(number) (lv2,\(name)) \($0) and is bypassed" }
    }
}
