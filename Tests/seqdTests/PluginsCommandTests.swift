import Foundation
import TestSupport
import Testing

@Suite("seqd plugins")
struct PluginsCommandTests {
    /// A folder with the declarations of an effect and an instrument.
    private static func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try folder.write(
            """
            @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
            @prefix doap: <http://usefulinc.com/ns/doap#> .
            @prefix foaf: <http://xmlns.com/foaf/0.1/> .
            @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
            @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
            @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
            @prefix units: <http://lv2plug.in/ns/extensions/units#> .
            <urn:test:fuzz> a lv2:Plugin, lv2:DistortionPlugin ;
              lv2:binary <fuzz.so> ; doap:name "Test Fuzz" ;
              doap:maintainer [ foaf:name "A. Nobody" ] ;
              lv2:port [ a lv2:AudioPort, lv2:InputPort ; lv2:index 0 ;
                lv2:symbol "in" ; lv2:name "In" ] ,
              [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 1 ;
                lv2:symbol "out" ; lv2:name "Out" ] ,
              [ a lv2:ControlPort, lv2:InputPort ; lv2:index 2 ; lv2:symbol "drive" ;
                lv2:name "Drive" ; lv2:default 3.5 ; lv2:minimum 0 ; lv2:maximum 12 ;
                units:unit units:db ] ,
              [ a lv2:ControlPort, lv2:InputPort ; lv2:index 3 ; lv2:symbol "mode" ;
                lv2:name "Mode" ; lv2:default 1 ;
                lv2:portProperty lv2:enumeration ;
                lv2:scalePoint [ rdfs:label "Soft Clip" ; rdf:value 0 ] ,
                [ rdfs:label "Hard" ; rdf:value 1 ] ] .
            <urn:test:warm> a pset:Preset ; lv2:appliesTo <urn:test:fuzz> ; rdfs:label "Warm" .
            <urn:test:organ> a lv2:Plugin, lv2:InstrumentPlugin ;
              lv2:binary <organ.so> ; doap:name "Test Organ" ;
              lv2:port [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 0 ;
                lv2:symbol "out" ; lv2:name "Out" ] .
            """,
            to: "test.lv2/manifest.ttl"
        )
        return folder
    }

    private static func run(_ arguments: [String]) async throws -> CommandRun {
        let folder = try folder()
        return try await seqd(["plugins"] + arguments, environment: ["LV2_PATH": folder.path])
    }

    @Test("lists effects, and says why others cannot be used")
    func list() async throws {
        let run = try await Self.run([])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty)
        #expect(
            run.outputText == """
                plugin     class       URI
                test-fuzz  Distortion  urn:test:fuzz

                Not usable as inserts:
                plugin      reason
                test-organ  it has no input for sound: an instrument or a generator

                """
        )
    }

    @Test("shows the controls and presets of a plugin")
    func page() async throws {
        let run = try await Self.run(["fuzz"])
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.outputText == """
                Test Fuzz, urn:test:fuzz
                Distortion, by A. Nobody, 1 input, 1 output
                It does not say that it suits a real-time thread.

                control  values       default  name
                drive    0 to 12 dB   3.5      Drive
                mode     one of:      Hard     Mode
                           Soft Clip
                           Hard

                Presets:
                  Warm

                """
        )
    }

    @Test("prints both as JSON")
    func json() async throws {
        let list = try Document(try await Self.run(["--json"]).output).list("plugins")
        #expect(list.map { $0["uri"] } == ["urn:test:fuzz", "urn:test:organ"])
        #expect(list.map { $0["usable"] } == [true, false])
        #expect(list[0]["insertName"] == "test-fuzz" && list[0]["class"] == "Distortion")
        let page = try Document(try await Self.run(["fuzz", "--json"]).output)
        #expect(page.object("plugin")?["name"] == "Test Fuzz")
        let controls = page.list("controls")
        #expect(controls.map { $0["symbol"] } == ["drive", "mode"])
        #expect(controls[0]["default"] == 3.5 && controls[0]["maximum"] == 12)
        #expect(controls[0]["unit"] == "dB")
        #expect(controls[1].list("points").map { $0["label"] } == ["Soft Clip", "Hard"])
        #expect(page.list("presets").map { $0["uri"] } == ["urn:test:warm"])
    }

    @Test("ends with status 64 for a plugin that there is not")
    func unknown() async throws {
        let run = try await Self.run(["fuz"])
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText == "seqd: fuz: no such plugin; did you mean fuzz?\n")
    }

    /// A system without lilv: in its place is a file that is no library.
    @Test("says what to install where lilv is missing")
    func noLibrary() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("no library", to: "liblilv-0.so.0")
        let paths = [folder.path, ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]]
        let run = try await seqd(
            ["plugins"],
            environment: ["LD_LIBRARY_PATH": paths.compactMap { $0 }.joined(separator: ":")]
        )
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.output.isEmpty)
        #expect(run.errorText.hasPrefix("seqd: lv2: "))
        #expect(run.errorText.hasSuffix("; install liblilv-0-0\n"))
    }
}
