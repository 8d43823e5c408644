import ControlProtocol
import Testing

@testable import SeqdDaemon

@Suite("The daemon's state in systemctl")
struct ServiceStatusTests {
    @Test("names the file, and above all a device that is lost")
    func text() {
        let file = "/music/my song.mid"
        #expect(ServiceStatus(state: .playing, file: file).text == "playing my song.mid")
        #expect(ServiceStatus(state: .paused, file: file).text == "paused: my song.mid")
        #expect(ServiceStatus(state: .stopped, file: file).text == "idle")
        let lost = ServiceStatus(state: .playing, file: file, loss: "device hw:1: busy")
        #expect(lost.text == "device lost: device hw:1: busy")
    }
}
