import LV2
import Platform
import TestSupport
import Testing

@Suite("The settings of a plugin")
struct PluginSettingsTests {
    @Test("are read and written")
    func roundTrip() throws {
        let words = [
            "http://example.org/a#b", "preset=Loud and Clear", "gain=-3.5", "mode=fast",
            "port:mix=0.5", "port:preset=2",
        ]
        let settings = try PluginSettings(parsing: words)
        #expect(settings.plugin == "http://example.org/a#b")
        #expect(settings.preset == "Loud and Clear")
        #expect(settings.controls.map(\.symbol) == ["gain", "mode", "mix", "preset"])
        #expect(settings.words == words)
        #expect(try PluginSettings(parsing: ["overdrive"]).description == "overdrive")
    }

    @Test(
        "are refused with the word that is wrong",
        arguments: [
            ([], "expected the name or the URI of a plugin"),
            ([""], "expected the name or the URI of a plugin"),
            (["a", "b"], "\"b\": expected SYMBOL=VALUE or preset=LABEL"),
            (["a", "=1"], "\"=1\": expected SYMBOL=VALUE"),
            (["a", "b="], "\"b=\": expected SYMBOL=VALUE"),
            (["a", "b=1", "b=2"], "b: given more than once"),
            (["a", "b=1", "port:b=2"], "b: given more than once"),
            (["a", "preset=1", "preset=2"], "preset: given more than once"),
            (["http://x.org/a", "b"], "a URI with a comma cannot be written here"),
        ]
    )
    func mistakes(words: [String], message: String) {
        let error = #expect(throws: HostError.self) { try PluginSettings(parsing: words) }
        #expect(error?.code == .usage)
        #expect(error?.description.contains(message) ?? false, "\(String(describing: error))")
    }
}
