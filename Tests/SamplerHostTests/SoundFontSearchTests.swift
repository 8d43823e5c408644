import Foundation
import SamplerHost
import TestSupport
import Testing

/// Which SoundFont is taken where none is named.
@Suite struct SoundFontSearchTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Makes an empty file, with its folders.
    private func file(_ name: String) throws -> String {
        let path = directory.path(name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        return try directory.write([], to: name)
    }

    private func found(
        _ environment: String? = nil,
        system: [String] = [],
        program: String? = nil
    ) throws -> String {
        try SoundFontSearch.defaultFont(
            environment: environment,
            system: system,
            program: program
        ).path
    }

    @Test func theEnvironmentGoesBeforeTheSystemAndTheSystemBeforeTheOwnBank() throws {
        let own = try file("tree/SoundFonts/seqd-gm.sf2")
        let program = directory.path("tree/.build/debug/seqd")
        let system = try file("system.sf2")
        let missing = directory.path("missing.sf2")
        #expect(try found("/mine.sf2", system: [system], program: program) == "/mine.sf2")
        #expect(try found(system: [missing, system], program: program) == system)
        #expect(try found("", system: [missing], program: program) == own)
        #expect(try found(system: [], program: program) == own)
    }

    @Test func anInstalledProgramFindsItsBankUnderItsPrefix() throws {
        let bank = try file("prefix/share/seqd/seqd-gm.sf2")
        #expect(try found(program: directory.path("prefix/bin/seqd")) == bank)
    }

    @Test func theInstalledBankGoesBeforeThatOfASourceTreeAround() throws {
        let bank = try file("tree/prefix/share/seqd/seqd-gm.sf2")
        _ = try file("tree/SoundFonts/seqd-gm.sf2")
        #expect(try found(program: directory.path("tree/prefix/bin/seqd")) == bank)
    }

    @Test func theNearestFolderAboveABuildCounts() throws {
        _ = try file("outer/SoundFonts/seqd-gm.sf2")
        let near = try file("outer/inner/SoundFonts/seqd-gm.sf2")
        let program = directory.path("outer/inner/.build/x86_64/release/seqd")
        #expect(try found(program: program) == near)
    }

    @Test(arguments: [nil, "", "seqd", "/", "/seqd", "/no/such/place/seqd"])
    func withoutAnyFontTheErrorSaysHowToGetOne(program: String?) {
        let error = #expect(throws: HostError.self) { try found(program: program) }
        #expect(error?.code == .noInput)
        #expect(error?.reason.contains("--sf2") == true)
    }

    @Test func installedFontsAreThoseThatAreThereOnce() throws {
        let font = try file("font.sf2")
        let alias = directory.path("default.sf2")
        try FileManager.default.createSymbolicLink(atPath: alias, withDestinationPath: font)
        let own = try file("SoundFonts/seqd-gm.sf2")
        let fonts = SoundFontSearch.installedFonts(
            system: [alias, directory.path("missing.sf2"), font],
            program: directory.path("bin/seqd")
        )
        #expect(fonts == [alias, own])
    }

    /// Whether the running tests lie below their source tree, as they do without a scratch path.
    private static let areInTheirTree: Bool = {
        let tree = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return program.path.hasPrefix(tree.resolvingSymlinksInPath().path + "/")
    }()

    @Test(.enabled(if: areInTheirTree)) func theRunningTestsFindTheBankOfTheirSourceTree() throws {
        let own = try #require(SoundFontSearch.installedFonts().last)
        #expect(own.hasSuffix("/SoundFonts/seqd-gm.sf2"))
    }
}
