import Foundation
import Testing

/// The pages of the libraries: each has a start, with an example that compiles here.
@Suite("The page of each library") struct PageTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The library products of Package.swift.
    private static let libraries: [String] = {
        let manifest = (try? text(of: "Package.swift")) ?? ""
        return manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) }
    }()

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The example that a snippet is: its imports, and what stands between its marks.
    private static func example(_ snippet: String) -> String {
        let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.filter { $0.hasPrefix("import ") }
        let body = lines.drop { !$0.hasSuffix("// begin") }.dropFirst()
            .prefix { !$0.hasSuffix("// end") }
            .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
        return (imports + [""] + body).joined(separator: "\n") + "\n"
    }

    @Test("has a start with the example of its snippet", arguments: libraries)
    func start(library: String) throws {
        let page = try Self.text(of: "Sources/\(library)/\(library).docc/\(library).md")
        let snippet = try Self.text(of: "Tests/DocumentationTests/Snippets/\(library).swift")
        let start = try #require(page.range(of: "\n## Start here\n"), "no section Start here")
        let section = page[start.upperBound...]
        let example = try #require(section.firstMatch(of: /```swift\n([\s\S]*?)```/))
        #expect(String(example.output.1) == Self.example(snippet))
    }

    @Test("is made by make docs") func documented() throws {
        let makefile = try Self.text(of: "Makefile")
        let line = try #require(makefile.firstMatch(of: /\nDOCUMENTED = ((?:[^\n\\]|\\\n)*)\n/))
        let documented = line.output.1.split { $0.isWhitespace || $0 == "\\" }.map(String.init)
        #expect(documented.sorted() == Self.libraries.sorted())
    }

    @Test("is there for every snippet") func snippets() throws {
        let folder = Self.root.appendingPathComponent("Tests/DocumentationTests/Snippets")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == Self.libraries.map { "\($0).swift" }.sorted())
    }
}
