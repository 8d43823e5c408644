import TestSupport
import Testing

@Suite("seqd presets")
struct PresetsTests {
    @Test("lists bank, program and name in their order")
    func text() async throws {
        let folder = try TemporaryDirectory()
        let font = try MeasuringFont().write(in: folder)
        let run = try await seqd(["presets", font])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        let lines = run.outputText.split(separator: "\n")
        let addresses = lines.map { $0.prefix { $0 != " " } }
        #expect(addresses == (0...7).map { "0:\($0)" } + ["128:0"])
        #expect(lines.allSatisfy { $0.split(separator: " ").count >= 2 }, "\(run)")
    }

    @Test("prints one JSON object")
    func json() async throws {
        let folder = try TemporaryDirectory()
        let font = try MeasuringFont().write(in: folder)
        let run = try await seqd(["presets", "--json", "\(font)+100"])
        #expect(run.status == .exited(0), "\(run)")
        let document = try Document(run.output)
        #expect(document["schema"] == 1)
        #expect(document["font"] == .init(font))
        #expect(document["bankOffset"] == 100)
        let presets = document.list("presets")
        #expect(presets.count == 9)
        #expect(presets.first?["bank"] == 100)
        #expect(presets.last?["bank"] == 228)
        #expect(presets.last?["program"] == 0)
    }

    @Test("takes the font of SEQD_SOUNDFONT where none is named, and says so")
    func defaultFont() async throws {
        let folder = try TemporaryDirectory()
        let font = try MeasuringFont().write(in: folder)
        let run = try await seqd(["presets"], environment: ["SEQD_SOUNDFONT": font])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains(font), "\(run)")
        #expect(run.outputText.contains("128:0 "), "\(run)")
    }

    @Test("never takes another font for one that is not there")
    func missingDefault() async throws {
        let run = try await seqd(["presets"], environment: ["SEQD_SOUNDFONT": "/none/such.sf2"])
        #expect(run.status == .exited(66), "\(run)")
        #expect(run.errorText.hasPrefix("seqd: /none/such.sf2: no such file"))
        #expect(run.output.isEmpty)
    }
}
