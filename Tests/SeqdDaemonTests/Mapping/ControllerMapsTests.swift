import ControlProtocol
import MIDI
import Testing

@testable import SamplerHost
@testable import SeqdDaemon

@Suite("The maps of controllers")
@EventLoop
struct ControllerMapsTests {
    private let time = VirtualTime()
    private let maps: ControllerMaps

    init() { maps = ControllerMaps(by: time.clock) }

    private static func map(
        _ command: String,
        _ change: (inout ControllerMap) -> Void = { _ in }
    ) -> ControllerMap {
        var map = ControllerMap(.cc, 20, command)
        change(&map)
        return map
    }

    private static func control(
        _ value: Int,
        number: UInt8 = 20,
        channel: UInt8 = 0,
        input: Int = 0
    ) -> InputMessage {
        message(
            MIDIMessage(status: 0xB0 | channel, data1: number, data2: UInt8(value)),
            input
        )
    }

    private static func message(_ message: MIDIMessage, _ input: Int = 0) -> InputMessage {
        InputMessage(.message(message), from: .raw(0, input: input), stamp: 0)
    }

    /// The commands that a control gives with values, one after the other.
    private func commands(_ map: ControllerMap, _ values: Int...) throws -> [String] {
        _ = try maps.add(map, role: .admin)
        return values.flatMap { maps.take([Self.control($0)]).given.map(\.command) }
    }

    @Test("scale a position between two ends")
    func absolute() throws {
        let map = Self.map("gain {}") { ($0.minimum, $0.maximum) = (-40, 6) }
        #expect(try commands(map, 0, 127, 64) == ["gain -40", "gain 6", "gain -16.818898"])
    }

    @Test("run a command at each program change of the number")
    func program() throws {
        let map = Self.map("scene verse") { ($0.kind, $0.number, $0.channel) = (.program, 5, 2) }
        _ = try maps.add(map, role: .admin)
        func given(_ program: UInt8, channel: UInt8) -> [String] {
            let message = MIDIMessage.programChange(channel: channel, program: program)
            return maps.take([Self.message(message)]).given.map(\.command)
        }
        #expect(given(5, channel: 1) == ["scene verse"])
        #expect(given(5, channel: 1) == ["scene verse"])
        #expect(given(4, channel: 1) == [] && given(5, channel: 0) == [])
        // A controller of the same number is another one.
        #expect(maps.take([Self.control(127, number: 5, channel: 1)]).given.isEmpty)
    }

    @Test("round to a step")
    func step() throws {
        let map = Self.map("transpose {}") { ($0.minimum, $0.maximum, $0.step) = (-12, 12, 1) }
        #expect(try commands(map, 0, 64, 127) == ["transpose -12", "transpose 0", "transpose 12"])
    }

    @Test(
        "move a value by the changes of an encoder",
        arguments: [
            (.twosComplement, [1, 127, 126], ["1", "0"]),
            (.signMagnitude, [1, 65, 66], ["1", "0"]),
            (.offset, [65, 63, 62], ["1", "0"]),
        ] as [(ControllerMap.Mode, [Int], [String])]
    )
    func relative(_ mode: ControllerMap.Mode, _ values: [Int], _ expected: [String]) throws {
        let map = Self.map("transpose {}") { map in
            map.mode = mode
            (map.minimum, map.maximum) = (0, 12.7)
            map.step = 0.1
        }
        // It stays at the lower end.
        _ = try maps.add(Self.map("gain {}") { ($0.mode, $0.maximum) = (mode, 6) }, role: .admin)
        var control = MappedControl(MapEntry(1, map, role: .admin))
        let commands = values.map { control.take($0) }
        #expect(commands == ["transpose 0.1", "transpose 0", nil])
        #expect(expected.count == 2)
    }

    @Test("go on at the other end")
    func wrap() throws {
        var control = MappedControl(
            MapEntry(
                1,
                Self.map("strip a pan={}") { map in
                    map.mode = .twosComplement
                    (map.minimum, map.maximum, map.wraps) = (0, 127, true)
                },
                role: .admin
            )
        )
        #expect(control.take(125) == "strip a pan=124")
        #expect(control.take(4) == "strip a pan=1")
    }

    @Test("give +1 for a turn of a jog wheel, and do not jump where its angle wraps")
    func wheel() throws {
        let map = Self.map("seek {}s") { $0.mode = .wheel }
        #expect(
            try commands(map, 120, 124, 2, 120) == [
                "seek +0.03125s", "seek +0.046875s", "seek -0.078125s",
            ]
        )
        var control = MappedControl(MapEntry(1, map, role: .admin))
        var sum = 0.0
        for angle in stride(from: 0, through: 1_280, by: 10) {
            guard let command = control.take(angle % 128) else { continue }
            sum += Double(command.dropFirst("seek ".count).dropLast()) ?? .nan
        }
        #expect(sum == 10)
    }

    @Test("give changes in turns of an encoder")
    func turn() throws {
        let map = Self.map("seek {}s") { map in
            (map.mode, map.turn, map.perTurn) = (.twosComplement, 24, 6)
        }
        #expect(try commands(map, 1, 127, 12) == ["seek +0.25s", "seek -0.25s", "seek +3s"])
    }

    @Test("without a value are buttons")
    func buttons() throws {
        #expect(try commands(Self.map("next"), 10, 64, 127, 0, 100) == ["next", "next"])
        var pad = Self.map("pause")
        (pad.kind, pad.number) = (.note, 36)
        _ = try maps.add(pad, role: .transport)
        let on = Self.message(.noteOn(channel: 9, key: 36, velocity: 1))
        let off = Self.message(.noteOff(channel: 9, key: 36))
        let given = maps.take([on, off, on]).given
        #expect(given == Array(repeating: .init(command: "pause", role: .transport), count: 2))
    }

    @Test("mean one channel and one input, or all")
    func places() throws {
        let map = Self.map("gain {}") { ($0.channel, $0.input, $0.maximum) = (3, 2, 12) }
        _ = try maps.add(map, role: .admin)
        func count(_ message: InputMessage) -> Int { maps.take([message]).given.count }
        #expect(count(Self.control(1, channel: 2, input: 1)) == 1)
        #expect(count(Self.control(1, channel: 2, input: 0)) == 0)
        #expect(count(Self.control(1, channel: 3, input: 1)) == 0)
        #expect(count(Self.control(1, number: 21, channel: 2, input: 1)) == 0)
    }

    @Test("give the last position of several at once")
    func coalescing() throws {
        _ = try maps.add(Self.map("gain {}") { $0.maximum = 12.7 }, role: .admin)
        let given = maps.take((0...100).map { Self.control($0) }).given
        #expect(given.map(\.command) == ["gain 10"])
    }

    @Test("are checked with the role of who makes them")
    func roles() throws {
        func fault(_ command: String, _ role: Permission) -> RequestError? {
            #expect(throws: RequestError.self) {
                try maps.add(Self.map(command) { $0.maximum = 12 }, role: role)
            }
        }
        #expect(fault("quit", .transport)?.code == .notPermitted)
        #expect(fault("gain {} {}", .admin)?.message.hasPrefix("command: ") ?? false)
        #expect(fault("jump {}", .admin)?.message.contains("min and max") ?? false)
        #expect(fault("gain loud", .admin)?.message.hasPrefix("command: ") ?? false)
        #expect(fault("subscribe all", .admin)?.message == "command: subscribe cannot be mapped")
        #expect(maps.entries.isEmpty)
    }

    @Test("are numbered, removed and limited")
    func list() throws {
        for _ in 0..<ControllerMaps.capacity { _ = try maps.add(Self.map("next"), role: .admin) }
        #expect(throws: RequestError.self) { try maps.add(Self.map("next"), role: .admin) }
        #expect(try maps.remove(7) == 1)
        #expect(throws: RequestError.self) { try maps.remove(7) }
        #expect(try maps.remove(nil) == ControllerMaps.capacity - 1)
        #expect(!maps.isWatching)
        #expect(try maps.add(Self.map("next"), role: .admin).number == 257)
    }

    @Test("learn the next control that moves")
    func learning() async throws {
        let learned = try maps.learn(
            Self.map("gain {}") { $0.maximum = 12 },
            role: .transport,
            seconds: 30
        ) {}
        #expect(maps.isWatching)
        #expect(throws: RequestError.self) {
            try maps.learn(Self.map("next"), role: .admin, seconds: 1) {}
        }
        #expect(!maps.take([Self.message(.pitchBend(channel: 0, bend: 0))]).hasLearned)
        #expect(maps.take([Self.control(5, number: 33, channel: 4, input: 1)]).hasLearned)
        let entry = try await learned.value
        #expect(entry.map.description == #"cc 33 "gain {}" channel=5 input=2 max=12"#)
        #expect(entry.role == .transport)
        #expect(maps.take([Self.control(127, number: 33, channel: 4, input: 1)]).given.count == 1)
    }

    @Test("stop learning after a while")
    func timeout() async throws {
        var hasEnded = false
        let learned = try maps.learn(Self.map("next"), role: .admin, seconds: 2) { hasEnded = true }
        time.advance(by: .seconds(2))
        #expect(hasEnded)
        #expect(!maps.isWatching)
        let error = await #expect(throws: RequestError.self) { try await learned.value }
        #expect(error?.code == .busy)
    }

    @Test("outlast the daemon, except for those that cannot be given any more")
    func restoring() throws {
        let faults = maps.replace(with: [
            (Self.map("next"), .transport), (Self.map("no such command"), .admin),
            (Self.map("quit"), .observer),
        ])
        #expect(faults.count == 2)
        #expect(maps.entries.map(\.map.command) == ["next"])
    }
}
