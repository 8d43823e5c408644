public import ArgumentParser
public import SamplerHost

// The words of an option are the raw values, and its help and errors list them.
extension BankMode: ExpressibleByArgument {}
extension SampleFormat: ExpressibleByArgument {}
extension SoundFileType: ExpressibleByArgument {}
