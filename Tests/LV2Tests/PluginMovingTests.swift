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

    @Test("are numbers with their ranges; switches and whole numbers move in steps")
    func numbers() async throws {
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
        let settings = try settings("kinds,count=2")
        let numbers = try settings.numbers(in: folder.library, rate: 48_000)
        #expect(numbers.map(\.symbol) == ["gain", "count"])
        #expect(numbers.map(\.value) == [nil, 2])
        #expect(numbers.allSatisfy { $0.range.contains(0) && !$0.range.contains(-0.01) })
        #expect(numbers[0].range.contains(4) && !numbers[0].range.contains(4.01))
        #expect(numbers.map(\.isStepped) == [false, true])
        #expect(numbers.map(\.isWhole) == [false, true])
    }
}
