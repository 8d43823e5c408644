import Testing

@testable import Instruments

@Suite("The text of SFZ files")
struct SFZScannerTests {
    private func paths(_ text: String, including files: [String: String] = [:]) throws -> [String] {
        try sfz(text, including: files).sources.map {
            guard case .file(let path) = $0.location else { return "" }
            return path
        }
    }

    @Test("a value reaches to the next opcode, header or line")
    func values() throws {
        let text = """
            <region> sample=My Piano (soft) C4.wav key=60<region>sample=a=b.wav
            <region>key=62 sample=Take #2.wav   // the best
            """
        #expect(try paths(text) == ["My Piano (soft) C4.wav", "a=b.wav", "Take #2.wav"])
    }

    @Test("comments are left out, also over several lines")
    func comments() throws {
        let text = """
            // <region> sample=no.wav
            <region> /* key=1
            sample=no.wav */ sample=yes.wav
            """
        #expect(try paths(text) == ["yes.wav"])
    }

    @Test("carriage returns, line feeds and a byte order mark", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        let text = ["\u{FEFF}<region>", "sample=a.wav", "amp_random=1"].joined(separator: end)
        let description = try sfz(text)
        #expect(
            description.diagnostics.map(\.description) == [
                "test.sfz: line 3: amp_random: not supported"
            ]
        )
    }

    @Test("backslashes are slashes, and the default path stands before")
    func paths() throws {
        let text = """
            <control> default_path=Samples\\Soft\\
            <region> sample=a\\b.wav
            <control> default_path=x_
            <region> sample=c.wav
            <control>
            <region> sample=../d.wav
            """
        #expect(try paths(text) == ["Samples/Soft/a/b.wav", "x_c.wav", "../d.wav"])
    }

    @Test("of several macros that fit, the longest is replaced")
    func macros() throws {
        let text = """
            #define $KEY 60 #define $KEYHIGH 72
            #define $BOTH $KEY
            <region> sample=$KEYs.wav key=$KEYHIGH
            <region> sample=b.wav key=$BOTH pan=$NONE
            """
        let description = try sfz(text)
        let regions = description.programs[0].regions
        #expect(regions.map(\.rootKey) == [72, 60])
        #expect(description.sources.first?.name == "60s")
        #expect(description.diagnostics.contains { $0.subject == "$NONE" })
    }

    @Test("included files are relative to the first file, or to the one that includes")
    func includes() throws {
        let files = [
            "parts/a.sfz": "#include \"parts/b.sfz\"\n#include \"c.sfz\"",
            "parts/b.sfz": "<region> sample=b.wav",
            "parts/c.sfz": "<region> sample=c.wav odd=3",
        ]
        let description = try sfz("#include \"parts\\a.sfz\"", including: files)
        #expect(description.sources.map(\.name) == ["b", "c"])
        #expect(
            description.diagnostics.map(\.description) == [
                "parts/c.sfz: line 1: odd: not supported"
            ]
        )
    }

    @Test("a file that includes itself ends, and is told")
    func cycles() throws {
        let files = [
            "a.sfz": "#include \"b.sfz\"", "b.sfz": "#include \"a.sfz\"\n<region> sample=x.wav",
        ]
        let description = try sfz("#include \"a.sfz\"", including: files)
        #expect(description.programs[0].regions.count == 1)
        #expect(
            description.diagnostics.map(\.description) == [
                "b.sfz: line 1: #include: a.sfz includes itself; left out"
            ]
        )
    }

    @Test("files that include many others are cut off")
    func manyIncludes() throws {
        let line = String(repeating: "#include \"b.sfz\" ", count: 300)
        let files = [
            "a.sfz": line, "b.sfz": "#include \"c.sfz\"\n", "c.sfz": "<region> sample=x.wav\n",
        ]
        let description = try sfz(
            String(repeating: "#include \"a.sfz\"\n", count: 300),
            including: files
        )
        #expect(
            description.programs[0].regions.count * SFZScanner.includeSize <= SFZScanner.byteLimit
        )
        #expect(description.diagnostics.contains { $0.detail.hasPrefix("more than 64 MiB") })
    }

    @Test("macros of macros do not grow without end")
    func growingMacros() throws {
        var text = "#define $a0 0123456789\n"
        for index in 1...60 { text += "#define $a\(index) $a\(index - 1)$a\(index - 1)\n" }
        let description = try sfz(text + "<region> sample=$a60.wav")
        #expect(description.diagnostics.contains { $0.subject == "#define" })
    }

    @Test("a missing file is told with the line that names it")
    func missingInclude() throws {
        let description = try sfz("\n#include \"gone.sfz\"\n<region> sample=a.wav")
        #expect(
            description.diagnostics.map(\.description) == [
                "test.sfz: line 2: #include: gone.sfz: no such file; left out"
            ]
        )
    }

    @Test("text without a region is no instrument")
    func empty() {
        for text in ["", "hello", "<control>", "<region", String(repeating: "<", count: 10_000)] {
            #expect(throws: InstrumentError.self) { try sfz(text) }
        }
    }

    @Test("every beginning of a file is read or refused")
    func truncated() {
        let text = """
            #define $K 60
            #include "a.sfz"
            <control> default_path=a\\ note_offset=2 set_cc1=64
            <global> ampeg_release=0.5 /* x */ <group> key=c4
            <region> sample=a b.wav locc1=3 hicc1=90 amp_veltrack=50 // y
            """
        let bytes = Array(text.utf8)
        for count in bytes.indices {
            _ = try? SFZReader.read(Array(bytes.prefix(count)), path: "t.sfz") { _ in [] }
        }
    }
}
