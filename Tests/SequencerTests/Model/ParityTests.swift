import Foundation
import TestSupport
import Testing

@Suite("What is written about the model")
struct ParityTests {
    private func text(_ path: String) throws -> String {
        String(
            decoding: try Data(contentsOf: projectFolder.appendingPathComponent(path)),
            as: UTF8.self
        )
    }

    @Test("The tests that docs/apple-parity.md names are there")
    func namedTestsExist() throws {
        let table = try text("docs/apple-parity.md")
        let names = Set(table.matches(of: /`([A-Za-z]+Tests)\.([A-Za-z0-9]+)`/).map(\.output.0))
        #expect(names.count > 40)
        let tests = projectFolder.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        var sources: [String: String] = [:]
        for case let url as URL in try #require(files) where url.pathExtension == "swift" {
            // A suite may continue in `SuiteTests+Topic.swift`.
            let file = url.deletingPathExtension().lastPathComponent
            let name = String(file.prefix { $0 != "+" })
            sources[name, default: ""] += String(decoding: try Data(contentsOf: url), as: UTF8.self)
        }
        for name in names {
            let parts = name.dropFirst().dropLast().split(separator: ".")
            let source = sources[String(parts[0])] ?? ""
            #expect(source.contains("func \(parts[1])("), "\(name)")
        }
    }

    @Test("The article shows the program in Examples/Compose as it is")
    func articleShowsTheExample() throws {
        let program = try text("Examples/Compose/Sources/Compose/main.swift")
        let article = try text("Sources/Sequencer/Sequencer.docc/PlayingASequence.md")
        #expect(article.contains("```swift\n\(program)```"))
    }
}
