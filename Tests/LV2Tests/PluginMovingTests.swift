import LV2
import Platform
import TestSupport
import Testing

/// Controls of a plugin that move while it plays.
@Suite("The controls of a plugin")
struct PluginMovingTests {
    private func settings(_ text: String) throws -> PluginSettings {
        try PluginSettings(parsing: text.split(separator: ",").map(String.init))
    }

    @Test("are set where the plugin, its preset and the other controls stay")
    func following() throws {
        let old = try settings("gain,gain=1,mode=2")
        for (text, isPossible) in [
            ("gain,gain=2,mode=2", true), ("gain,mode=2,gain=2,tone=3", true),
            ("gain,gain=2", false),
            ("other,gain=1,mode=2", false), ("gain,preset=loud,gain=1,mode=2", false),
        ] {
            #expect(try settings(text).differsInControlsAlone(from: old) == isPossible, "\(text)")
        }
    }

    @Test("move evenly where they are numbers")
    func moving() throws {
        let old = try settings("gain,gain=1,mode=soft")
        let new = try settings("gain,mode=hard,gain=2,tone=5")
        #expect(old.moving(to: new, part: 0.25).description == "gain,mode=hard,gain=1.25,tone=5")
    }

    @Test("have values for each step; switches and whole numbers are there at once")
    func values() async throws {
        let source = PluginSource(
            name: "kinds",
            ports: PluginSource.stereo + [
                PluginSource.control("gain", "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 4 ;"),
                PluginSource.control(
                    "count",
                    "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 9 ; lv2:portProperty lv2:integer ;"
                ),
            ],
            run: "(void)frames;"
        )
        let folder = try await PluginFolder([source])
        let old = try settings("kinds,gain=1,count=2")
        let new = try settings("kinds,gain=3,count=8")
        let steps = [0.5, 1].map { old.moving(to: new, part: $0) }
        let values = try PluginSettings.values(of: steps, in: folder.library, rate: 48_000)
        #expect(values.map { $0.map(\.value) } == [[2, 8], [3, 8]])
        #expect(values[0].map(\.index) == [4, 5])
    }
}
