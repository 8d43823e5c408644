import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// The room that an engine has for further racks.
@Suite struct RackRoomTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    @Test("A rack whose strips have no room is refused, by what is missing")
    func strips() throws {
        let settings = RoutedStage.settings(
            font: studio.font,
            samplers: ["one", "two"],
            .rule(.track(1), to: "one"),
            .rule(.track(2), to: "two")
        )
        let song = SMFBuilder.milliseconds({ $0.key(0...400, 57) }, { $0.key(0...400, 64) })
        let stage = try RoutedStage(song, settings)
        for number in stage.engine.strips.count..<StripDirectory.capacity - 1 {
            try stage.engine.addStrip("strip \(number)")
        }
        let error = #expect(throws: HostError.self) {
            try stage.engine.checkRoom(for: [stage.rack])
        }
        #expect(error?.code == .busy)
        #expect(error?.subject == "strips")
        // Its strips are there already.
        let other = try RoutedStage(song, settings)
        try other.engine.addStrip("one")
        try other.engine.addStrip("two")
        for number in other.engine.strips.count..<StripDirectory.capacity {
            try other.engine.addStrip("strip \(number)")
        }
        try other.engine.checkRoom(for: [other.rack])
    }
}
