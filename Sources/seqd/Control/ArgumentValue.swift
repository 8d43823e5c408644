import SMF
import SamplerHost
import Sequencer

/// An argument that has been read and is within its range.
enum ArgumentValue {
    case integer(Int)
    case number(Double)
    case text(String)
    case encoding(TextDecoder)
    case position(Position)
    case speed(Speed)
    case loop(LoopSetting)
    /// A tempo; `nil` for `off`.
    case tempo(Tempo?)
    case flag(Bool)
    case versionTime(VersionTime)
    case selectors(SelectorSet)
    /// `off` in the place of selectors.
    case off
    case channel(ChannelAddress)
    case preset(PresetAddress)
    case font(SoundFontReference)
    case bytes([UInt8])
    case events(Set<EventType>)
}
