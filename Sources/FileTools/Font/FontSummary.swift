import CommandSupport
import Instruments
import JSON
package import SamplerHost
import SoundFont
import Wording

/// The summary of a font that `seqd font info` shows.
package struct FontSummary {
    private let content: FontContent
    private var bank: SoundBank { content.bank }

    package init(_ content: FontContent) {
        self.content = content
    }

    /// The name of the kind of font.
    package var kind: String {
        switch content.kind {
        case nil: ["SBK", "SF2", "SF3"][max(Int(bank.information.version.major), 1) - 1]
        case .sfz?: "SFZ"
        case .folder?: "folder of sound files"
        case .sound?: "sound file"
        case .auPreset?: "Apple sampler preset"
        case .downloadableSounds?: "DLS"
        case .gusPatch?: "GUS patch"
        case .timidity?: "configuration of TiMidity"
        }
    }

    /// The zones with a sample that a preset plays.
    private func zones(of preset: SoundBank.Preset) -> [FontZone] {
        FontZone.zones(of: preset, in: bank)
    }

    private var rates: [UInt32] { Set(bank.samples.map(\.rate)).sorted() }

    private var bits: Int { content.reading.layout.lowBytes == nil ? 16 : 24 }

    /// The frames of a sample; `nil` where it is compressed.
    private func frameCount(of sample: SoundBank.Sample) -> Int? {
        sample.type.contains(.vorbis) ? nil : max(sample.end - sample.start, 0)
    }

    // MARK: Text

    package func text(showsZones: Bool, showsSamples: Bool) -> String {
        var lines = ["\(content.path): \(kind)\(named)"]
        let rates = rates.map { "\($0)" }.joined(separator: ", ")
        lines.append(
            NumberText.count(bank.presets.count, "preset") + ", "
                + NumberText.count(bank.instruments.count, "instrument") + ", "
                + NumberText.count(bank.samples.count, "sample") + ", \(bits) bits"
                + (rates.isEmpty ? "" : ", \(rates) Hz")
                + ", \(content.size) bytes"
        )
        lines.append("")
        var table = TextTable(columns: [
            .init(title: "preset"), .init(title: "zones", isNumeric: true), .init(title: "keys"),
            .init(title: "velocities"), .init(title: "name"),
        ])
        for preset in sortedPresets {
            let zones = zones(of: preset)
            table.rows.append([
                "\(preset.bank):\(preset.program)", "\(zones.count)",
                FontZone.text(FontZone.hull(zones.map(\.keys))),
                FontZone.text(FontZone.hull(zones.map(\.velocities))),
                preset.name.printable,
            ])
        }
        lines += table.lines(indent: 0, width: nil)
        if showsZones { lines += [""] + zoneTable }
        if showsSamples { lines += ["", sampleTable] }
        return lines.joined(separator: "\n") + "\n"
    }

    private var sortedPresets: [SoundBank.Preset] {
        bank.presets.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
    }

    private var zoneTable: [String] {
        var table = TextTable(columns: [
            .init(title: "preset"), .init(title: "keys"), .init(title: "velocities"),
            .init(title: "sample"), .init(title: "instrument"),
        ])
        for preset in sortedPresets {
            for zone in zones(of: preset) {
                table.rows.append([
                    "\(preset.bank):\(preset.program)", FontZone.text(zone.keys),
                    FontZone.text(zone.velocities), zone.sample.printable,
                    zone.instrument.printable,
                ])
            }
        }
        return table.lines(indent: 0, width: nil)
    }

    private var named: String {
        let name = bank.information.name.printable
        return name.isEmpty ? "" : ", \"\(name)\""
    }

    private var sampleTable: String {
        var table = TextTable(columns: [
            .init(title: "sample"), .init(title: "frames", isNumeric: true),
            .init(title: "rate", isNumeric: true), .init(title: "key", isNumeric: true),
            .init(title: "loop"), .init(title: "side"),
        ])
        for sample in bank.samples {
            let isLooped = sample.loopEnd > sample.loopStart + 1
            let base = sample.loopBase
            table.rows.append([
                sample.name.printable, frameCount(of: sample).map(String.init) ?? "compressed",
                "\(sample.rate)", "\(sample.rootKey)",
                isLooped ? "\(sample.loopStart - base)-\(sample.loopEnd - base)" : "-",
                side(of: sample),
            ])
        }
        return table.lines(indent: 0, width: nil).joined(separator: "\n")
    }

    private func side(of sample: SoundBank.Sample) -> String {
        if sample.type.contains(.left) { return "left" }
        return sample.type.contains(.right) ? "right" : "mono"
    }

    // MARK: JSON

    package func json(showsZones: Bool) -> String {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("font", content.path)
        document.set("kind", kind)
        document.set("name", bank.information.name)
        document.set("version", "\(bank.information.version)")
        document.set("bytes", content.size)
        document.set("bits", bits)
        document.set(
            "presets",
            bank.presets.map { preset in
                var object = JSONObject()
                object.set("bank", Int(preset.bank))
                object.set("program", Int(preset.program))
                object.set("name", preset.name)
                let zones = zones(of: preset)
                object.set("zones", zones.count)
                FontZone.set(FontZone.hull(zones.map(\.keys)), "Key", in: &object)
                FontZone.set(FontZone.hull(zones.map(\.velocities)), "Velocity", in: &object)
                if showsZones { object.set("zoneList", zones.map(\.json)) }
                return object
            }
        )
        document.set(
            "samples",
            bank.samples.map { sample in
                var object = JSONObject()
                object.set("name", sample.name)
                if let frames = frameCount(of: sample) { object.set("frames", frames) }
                object.set("rate", Int(sample.rate))
                object.set("rootKey", Int(sample.rootKey))
                object.set("side", side(of: sample))
                return object
            }
        )
        document.set("faults", content.reportedFindings)
        return document.json.text
    }
}
