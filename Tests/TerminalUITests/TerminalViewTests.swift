import Glibc
import TerminalUI
import TestSupport
import Testing

@Suite("Lines kept in place")
struct TerminalViewTests {
    /// A terminal, and a view on it.
    private final class Setup {
        let terminal: PseudoTerminal
        let view: TerminalView
        private let descriptor: Int32

        init(
            _ ability: TerminalAbility = TerminalAbility(isColoured: false),
            isFullScreen: Bool = false
        ) throws {
            terminal = try PseudoTerminal(columns: 20, rows: 4)
            descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
            view = TerminalView(ability, on: descriptor, isFullScreen: isFullScreen)
        }

        deinit {
            close(descriptor)
        }
    }

    /// The lines of a screen that have text.
    private func text(_ screen: PseudoTerminalScreen) -> [String] {
        screen.lines.filter { !$0.isEmpty }
    }

    @Test("replace each other, and keep below what is printed")
    func show() async throws {
        let setup = try Setup()
        #expect(setup.view.isUsable)
        #expect(setup.view.size == TerminalSize(columns: 20, rows: 4))
        setup.view.show([ViewLine("one"), ViewLine("two")])
        try await setup.terminal.wait(for: "both lines") { text($0) == ["one", "two"] }
        setup.view.show([ViewLine("three")])
        try await setup.terminal.wait(for: "the new line") { text($0) == ["three"] }
        #expect(setup.view.print(above: "message\n"))
        try await setup.terminal.wait(for: "the message") { text($0) == ["message", "three"] }
        setup.view.clear()
        try await setup.terminal.wait(for: "no view") { text($0) == ["message"] }
        #expect(!setup.view.print(above: "elsewhere"))
    }

    @Test("fill the alternate screen if they are to, and leave the usual one as it was")
    func fullScreen() async throws {
        let setup = try Setup(isFullScreen: true)
        setup.view.show([ViewLine("one"), ViewLine("two"), ViewLine("three"), ViewLine("four")])
        let all = ["one", "two", "three", "four"]
        try await setup.terminal.wait(for: "all rows") { $0.isAlternate && text($0) == all }
        #expect(setup.terminal.screen.scrolledOff.isEmpty)
        #expect(!setup.view.print(above: "message"))
        setup.terminal.resize(columns: 20, rows: 2)
        setup.view.show([ViewLine("small"), ViewLine("window")])
        try await setup.terminal.wait(for: "two rows") { text($0) == ["small", "window"] }
        setup.view.end()
        try await setup.terminal.wait(for: "the usual screen") {
            !$0.isAlternate && $0.isCursorVisible && text($0).isEmpty
        }
    }

    @Test("are sent once as long as nothing changes")
    func unchanged() async throws {
        let setup = try Setup()
        setup.view.show([ViewLine("same")])
        try await setup.terminal.wait(for: "same")
        let count = setup.terminal.output.count
        setup.view.show([ViewLine("same")])
        setup.view.show([ViewLine("other")])
        try await setup.terminal.wait(for: "other")
        // Two frames of the same codes.
        #expect(setup.terminal.output.count == 2 * count + 1)
        setup.view.invalidate()
        setup.view.show([ViewLine("other")])
        setup.view.end()
        try await setup.terminal.wait(for: "a free line") { $0.cursor.row == 1 }
    }

    @Test("are as many as the terminal has rows, and none where it cannot move its cursor")
    func bounds() async throws {
        let setup = try Setup()
        setup.view.show((0..<9).map { ViewLine("line \($0)") })
        try await setup.terminal.wait(for: "line 3")
        #expect(!setup.terminal.screen.lines.contains { $0.contains("line 4") })
        let plain = try Setup(TerminalAbility(isMovable: false))
        #expect(!plain.view.isUsable)
        plain.view.show([ViewLine("line")])
        #expect(!plain.view.print(above: "text"))
        #expect(plain.terminal.output.isEmpty)
    }

    @Test("are nothing on a file or on a terminal that is gone")
    func nowhere() async throws {
        #expect(!TerminalView(TerminalAbility(), on: -1).isUsable)
        let setup = try Setup()
        setup.view.show([ViewLine("here")])
        try await setup.terminal.wait(for: "here")
        setup.terminal.hangUp()
        setup.view.show([ViewLine("gone")])
        #expect(!setup.view.print(above: "text"))
    }
}
