import SoundFont
import Testing

@testable import Instruments

@Suite("Presets of Apple's sampler")
struct AUPresetReaderTests {
    private static func preset(zones: String, layer: String = "", top: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x.dtd">
        <plist version="1.0"><dict>
        <key>Instrument</key><dict><key>Layers</key><array><dict>\(layer)
        <key>Zones</key><array>
        \(zones)
        </array></dict></array></dict>
        <key>data</key><data>AAAA</data>
        <key>name</key><string>Rock &amp; Roll</string>\(top)
        <key>file-references</key><dict>
        <key>Sample:268435457</key><string>/Users/me/Sounds/C4.wav</string>
        <key>Sample:268435458</key><string>file:///Library/My%20Sounds/D4.aif</string>
        </dict></dict></plist>
        """
    }

    private func read(_ text: String) throws -> InstrumentDescription {
        try AUPresetReader.read(Array(text.utf8), path: "x.aupreset")
    }

    private func zone(_ entries: String, waveform: Int = 268_435_457) -> String {
        "<dict><key>ID</key><integer>1</integer><key>waveform</key><integer>\(waveform)</integer>"
            + entries + "</dict>"
    }

    @Test("zones have keys, velocities, root keys, tuning, gain, position and loops")
    func zones() throws {
        let description = try read(
            Self.preset(
                zones: zone(
                    """
                    <key>min key</key><integer>50</integer><key>max key</key><integer>65</integer>
                    <key>min vel</key><integer>10</integer><key>max velocity</key><integer>90</integer>
                    <key>root key</key><integer>58</integer><key>coarse tune</key><integer>2</integer>
                    <key>fine tune</key><real>-3.5</real><key>gain</key><real>-6</real>
                    <key>pan</key><real>-50</real><key>loop enabled</key><true/>
                    <key>loop start</key><integer>100</integer><key>loop end</key><integer>900</integer>
                    """
                ) + zone("<key>enabled</key><false/>") + zone("", waveform: 268_435_458)
            )
        )
        #expect(description.name == "Rock & Roll")
        let regions = description.programs[0].regions
        #expect(regions.count == 2)
        let region = regions[0]
        #expect(region.keys == ZoneRange(50, 65) && region.velocities == ZoneRange(10, 90))
        #expect(region.rootKey == 58 && region.tuning == 196.5 && region.gain == -6)
        #expect(region.pan == -0.5 && region.loopMode == .continuous)
        #expect(region.loopStart == 100 && region.loopEnd == 900)
        #expect(regions[1].loopMode == Region.LoopMode.none && regions[1].rootKey == 60)
        #expect(
            description.sources.map(\.location) == [
                .file("/Users/me/Sounds/C4.wav"), .file("/Library/My Sounds/D4.aif"),
            ]
        )
    }

    @Test("envelope and filter of a layer")
    func layer() throws {
        let layer = """
            <key>Envelopes</key><array><dict><key>Stages</key><array>
            <dict><key>stage</key><integer>1</integer><key>time</key><real>0.5</real></dict>
            <dict><key>stage</key><integer>4</integer><key>level</key><real>0.1</real></dict>
            <dict><key>stage</key><integer>5</integer><key>time</key><real>2</real></dict>
            </array></dict></array>
            <key>Filters</key><dict><key>enabled</key><true/><key>cutoff</key><real>440</real>
            <key>type</key><integer>40</integer></dict>
            """
        let region = try read(Self.preset(zones: zone(""), layer: layer)).programs[0].regions[0]
        #expect(region.amount(of: .volumeAttack) == -1_200)
        #expect(region.amount(of: .volumeSustain) == 200)
        #expect(region.amount(of: .volumeRelease) == 1_200)
        #expect(region.amount(of: .filterCutoff) == 6_900)
    }

    @Test("what is not supported is told with its line")
    func unsupported() throws {
        let description = try read(
            Self.preset(
                zones: "\n" + zone("<key>odd</key><integer>1</integer>") + zone("", waveform: 7)
            )
        )
        #expect(
            description.diagnostics.map(\.description) == [
                "x.aupreset: line 7: waveform: no file of this number in 'file-references'; silent",
                "x.aupreset: line 7: odd: not supported",
            ]
        )
    }

    @Test("damaged files are refused or read, and do not end the process")
    func damaged() {
        let bytes = Array(Self.preset(zones: zone("<key>gain</key><real>1</real>")).utf8)
        for count in bytes.indices {
            _ = try? AUPresetReader.read(Array(bytes.prefix(count)), path: "x")
            var changed = bytes
            changed[count] = UInt8(ascii: "<")
            _ = try? AUPresetReader.read(changed, path: "x")
        }
        let deep = "<plist>" + String(repeating: "<array>", count: 100_000)
        #expect(throws: InstrumentError.self) { try read(deep) }
    }

    @Test("other property lists, and binary ones, are refused with the reason")
    func others() throws {
        let error = #expect(throws: InstrumentError.self) {
            try read("<plist><dict></dict></plist>")
        }
        #expect(error?.code == .notAnInstrument)
        let binary = #expect(throws: InstrumentError.self) { try read("bplist00") }
        #expect(binary?.detail.contains("plutil") == true)
    }
}
