import ControlProtocol
import Foundation
import TestSupport
import Testing

@testable import SeqdDaemon

private let packaging = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("packaging").path

private let analyzer = "/usr/bin/systemd-analyze"

@Suite("systemd's units")
struct ServiceUnitTests {
    @Test(
        "of the system run the daemon with few rights",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: analyzer),
            "systemd-analyze is missing (package systemd)"
        )
    )
    func security() async throws {
        let run = try await CommandRun.run(
            analyzer,
            [
                "security", "--offline=true", "--threshold=25", "--no-pager",
                "\(packaging)/system/seqd.service",
            ]
        )
        // It fails above the threshold, which is ten times the exposure that it prints.
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.contains("exposure level for seqd.service"), "\(run)")
    }

    @Test("of the system let the daemon use sound, real-time priority, and its socket")
    func needs() throws {
        let text = try String(contentsOfFile: "\(packaging)/system/seqd.service", encoding: .utf8)
        let lines = Set(text.split(separator: "\n").map(String.init))
        for line in [
            "DeviceAllow=char-alsa rw", "SupplementaryGroups=audio", "LimitRTPRIO=60",
            "LimitMEMLOCK=infinity", "RuntimeDirectory=seqd", "Type=notify",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        for line in ["PrivateDevices=yes", "RestrictRealtime=yes", "PrivateUsers=yes"] {
            #expect(!lines.contains(line), "\(line)")
        }
        // Clients look for the daemon where the unit has it.
        #expect(text.contains("--listen \(SocketPath.system),role=transport,group=audio"))
        #expect(!SocketPath.system.isEmpty)
    }
}
