public import ArgumentParser
public import ControlProtocol
public import Playback
public import SamplerHost
public import Sequencer

// The words of an option are the raw values, and its help and errors list them.
extension BankMode: ExpressibleByArgument {}
extension DeviceLossAction: ExpressibleByArgument {}
extension Interpolation: ExpressibleByArgument {}
extension LogLevel: ExpressibleByArgument {}
extension NoteCut: ExpressibleByArgument {}
extension RenderStems.Kind: ExpressibleByArgument {}
extension SampleFormat: ExpressibleByArgument {}
extension SynthesisEngine: ExpressibleByArgument {}
extension SoundFileType: ExpressibleByArgument {}
extension VersionTime: ExpressibleByArgument {}
