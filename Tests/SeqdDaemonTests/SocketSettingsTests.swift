import ControlProtocol
import Testing

@testable import SeqdDaemon

/// The value of `--listen`.
@Suite struct SocketSettingsTests {
    @Test func aSocketIsForObserversAndTheUserUnlessSaidOtherwise() throws {
        let plain = try SocketSettings(parsing: "/run/a.sock")
        #expect(plain.path == "/run/a.sock")
        #expect(plain.role == .observer && plain.group == nil && plain.mode == 0o600)
        let group = try SocketSettings(parsing: "a,group=audio")
        #expect(group.group == "audio" && group.mode == 0o660)
        let all = try SocketSettings(parsing: #"a\,b\\c,mode=0666,role=admin,group=7"#)
        #expect(all.path == #"a,b\c"# && all.role == .admin)
        #expect(all.group == "7" && all.mode == 0o666)
    }

    @Test(
        arguments: [
            ("", "needs a path"), (",role=admin", "needs a path"),
            ("a,role=king", "expected observer, transport, admin, not 'king'"),
            ("a,role", "expected role=, group= or mode="), ("a,b.sock", "'b.sock'"),
            ("a,rle=admin", "'rle=admin'"), ("a,group=", "expected a name"),
            ("a,mode=9", "octal"), ("a,mode=", "octal"), ("a,mode=1777", "octal"),
            ("a,mode=-1", "octal"), ("a,mode=77777777777777", "octal"),
            ("a,mode=600,mode=660", "mode given more than once"),
            (String(repeating: "x", count: 108), "at most 107"),
        ]
    )
    func faults(_ text: String, _ expected: String) {
        let error = #expect(throws: RequestError.self) { try SocketSettings(parsing: text) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(expected) ?? false, "\(String(describing: error))")
    }
}
