import ControlProtocol
import Effects
import Racks
import SamplerHost

/// A scene: the instruments, the mixer and the maps of controllers.
struct SavedScene: Hashable, Sendable {
    var name: String
    /// The rack, with its routes and presets.
    var rack: RackChoice
    /// The SoundFonts, and the engine that a client has chosen for them.
    var fonts: [SoundFontReference]
    var engine: SynthesisEngine?
    /// The strips and the effects that clients have set.
    var mixer: MixerSettings
    var maps: [SavedMap]

    /// The most scenes.
    static let most = 128
}

extension SavedScene: Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case rack
        case fonts
        case engine
        case strips
        case effects
        case maps
    }

    init(from decoder: any Decoder) throws {
        let values = try StateFields<CodingKeys>(decoder)
        name = try values.required(.name)
        rack = try values.required(.rack)
        fonts = try values.required(.fonts)
        engine = try values.optional(.engine)
        mixer = MixerSettings()
        mixer.strips = try values.required(.strips)
        mixer.effects = try values.required(.effects)
        maps = try values.required(.maps)
        guard SceneName(name) != nil else { throw values.fault(.name, "cannot be \"\(name)\"") }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(rack, forKey: .rack)
        try values.encode(fonts, forKey: .fonts)
        try values.encodeIfPresent(engine, forKey: .engine)
        try values.encode(mixer.strips, forKey: .strips)
        try values.encode(mixer.effects, forKey: .effects)
        try values.encode(maps, forKey: .maps)
    }
}
