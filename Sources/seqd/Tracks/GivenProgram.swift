import MIDI
import Playback
import Racks
import Sequencer

/// A preset that a part of the music has been given.
struct GivenProgram: Hashable, Sendable {
    private let part: RoutingSelector
    /// The name that General MIDI has for the preset, else its number.
    let name: String

    /// Takes the preset of a part.
    init(_ given: PartPreset) {
        self.init(RoutingSelector(given.source, channels: given.channels), given.preset)
    }

    /// Reads a preset as a daemon lists it, such as `track:Lead=0:40`; `nil` for what a later version
    /// may have.
    init?(_ text: String) {
        guard let program = try? ProgramArgument(parsing: text),
            let preset = try? RoutingDestination.FixedPreset(parsing: "\(program.choice)")
        else { return nil }
        self.init(program.part, preset)
    }

    private init(_ part: RoutingSelector, _ preset: RoutingDestination.FixedPreset) {
        self.part = part
        let isMelodic = preset.bank == 0 && part.channels != 1 << 9
        let name = isMelodic ? GeneralMIDI.programName(UInt8(clamping: preset.program)) : nil
        self.name = name ?? preset.description
    }

    /// Whether it is for a track.
    func isFor(_ track: ListedTrack) -> Bool {
        track.channels.contains { channel in
            guard part.channels >> UInt16(channel.channel) & 1 == 1 else { return false }
            switch part.source {
            case .all: return true
            case .track(let number): return number == track.number
            case .trackName(let pattern): return Glob.matches(track.name, pattern: pattern)
            case .port(let number): return channel.portNumber == number
            case .deviceName(let pattern):
                return track.devices.contains { Glob.matches($0, pattern: pattern) }
            case .input, .inputName, .socket: return false
            }
        }
    }
}
