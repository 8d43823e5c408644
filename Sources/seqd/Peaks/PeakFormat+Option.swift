public import ArgumentParser
public import Waveform

// The words of the option are the raw values, and its help and errors list them.
extension PeakFormat.Kind: ExpressibleByArgument {}
