/// A sound: the regions that its notes choose from.
public struct RegionPreset: Sendable {
    /// The bank, 0 … 16,383 by MIDI messages; 128 holds drum kits.
    public var bank: Int
    /// The program, 0 … 127.
    public var program: Int
    /// The name that people see.
    public var name: String
    /// The regions in the order in which the voices of a note start.
    public var regions: [Region]
    /// The controls that articulations of its regions share.
    public var controls = PresetControls()

    /// Makes a preset.
    public init(bank: Int = 0, program: Int = 0, name: String = "", regions: [Region] = []) {
        self.bank = bank
        self.program = program
        self.name = name
        self.regions = regions
    }

    /// Adds ``RegionModulator/soundControllers`` to all regions, but for those of controllers that a
    /// modulator of the preset's own follows.
    public mutating func addSoundControllers() {
        var own: Set<ControlSource> = []
        for region in regions {
            for modulator in region.modulators where !RegionModulator.defaults.contains(modulator) {
                own.insert(modulator.source.unmapped)
                own.insert(modulator.amountSource.unmapped)
            }
        }
        let added = RegionModulator.soundControllers.filter { !own.contains($0.source.unmapped) }
        for index in regions.indices { regions[index].modulators += added }
    }
}

extension ControlSource {
    /// The controller alone.
    fileprivate var unmapped: ControlSource {
        isController ? ControlSource(controller: number) : ControlSource(general: number)
    }
}
