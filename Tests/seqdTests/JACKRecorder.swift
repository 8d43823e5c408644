import Glibc
import Synchronization
import TestSupport

/// A JACK client called `recorder` that records what arrives at its ports `in_1` … `in_4`.
final class JACKRecorder: @unchecked Sendable {
    private typealias Context = UnsafeMutableRawPointer
    private typealias Names = UnsafeMutablePointer<UnsafePointer<CChar>?>

    private static let capacity = 20 * 48_000
    private static let ports = 4

    private let library: UnsafeMutableRawPointer
    private let client: OpaquePointer
    private var ports: [OpaquePointer] = []
    private var isClosed = false
    private let sound = UnsafeMutablePointer<Float>.allocate(capacity: capacity * ports)
    /// Frames that were recorded.
    private let count = Atomic<Int>(0)
    /// The frames that were recorded before each cycle, and the transport's frame in it; −1 while it
    /// stands.
    private let cycles = UnsafeMutablePointer<(start: Int, transport: Int)>
        .allocate(capacity: capacity / 16)
    private let cycleCount = Atomic<Int>(0)
    private let query: @convention(c) (OpaquePointer, Context?) -> Int32
    private let buffer: @convention(c) (OpaquePointer, UInt32) -> UnsafeMutableRawPointer?

    init(server: String) throws {
        guard let library = dlopen("libjack.so.0", RTLD_NOW) else {
            throw TestSupportError("no JACK library")
        }
        self.library = library
        let open = try Self.function(
            "client_open",
            in: library,
            as: (@convention(c) (UnsafePointer<CChar>, Int32, Context?, UnsafePointer<CChar>)
                -> OpaquePointer?).self
        )
        // JackNoStartServer and JackServerName.
        guard let client = open("recorder", 0x05, nil, server) else {
            throw TestSupportError("no JACK client")
        }
        self.client = client
        buffer = try Self.function("port_get_buffer", in: library)
        query = try Self.function("transport_query", in: library)
        let register:
            @convention(c) (
                OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UInt, UInt
            ) -> OpaquePointer? = try Self.function("port_register", in: library)
        for number in 1...Self.ports {
            // JackPortIsInput.
            guard let port = register(client, "in_\(number)", "32 bit float mono audio", 0x1, 0)
            else { throw TestSupportError("no JACK port") }
            ports.append(port)
        }
        let setProcess:
            @convention(c) (
                OpaquePointer, @convention(c) (UInt32, Context?) -> Int32, Context?
            ) -> Int32 = try Self.function("set_process_callback", in: library)
        _ = setProcess(
            client,
            { frames, context in
                guard let context else { return 1 }
                Unmanaged<JACKRecorder>.fromOpaque(context).takeUnretainedValue()
                    .record(Int(frames))
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        let activate: @convention(c) (OpaquePointer) -> Int32 = try Self.function(
            "activate",
            in: library
        )
        guard activate(client) == 0 else { throw TestSupportError("JACK client not active") }
    }

    deinit {
        close()
        sound.deallocate()
        cycles.deallocate()
    }

    /// Closes the client; before the server ends, which leaves nothing in `/dev/shm` then.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        let close: (@convention(c) (OpaquePointer) -> Int32)? = try? Self.function(
            "client_close",
            in: library
        )
        _ = close?(client)
    }

    private static func function<Function>(
        _ name: String,
        in library: UnsafeMutableRawPointer,
        as type: Function.Type = Function.self
    ) throws -> Function {
        guard let address = dlsym(library, "jack_\(name)") else {
            throw TestSupportError("no jack_\(name)")
        }
        return unsafeBitCast(address, to: type)
    }

    private func record(_ frames: Int) {
        let start = count.load(ordering: .relaxed)
        let cycle = cycleCount.load(ordering: .relaxed)
        guard start + frames <= Self.capacity, cycle < Self.capacity / 16 else { return }
        cycles[cycle] = (start, transportFrame)
        cycleCount.store(cycle + 1, ordering: .releasing)
        for port in 0..<Self.ports {
            guard let input = buffer(ports[port], UInt32(frames)) else { continue }
            (sound + port * Self.capacity + start).update(
                from: input.assumingMemoryBound(to: Float.self),
                count: frames
            )
        }
        count.store(start + frames, ordering: .releasing)
    }

    /// The transport's frame now; −1 while it does not roll.
    private var transportFrame: Int {
        // As many bytes as `jack_position_t` has, and more; the frame is behind 20 of them.
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { position in
            guard query(client, position.baseAddress) == 1 else { return -1 }
            return Int(position.load(fromByteOffset: 20, as: UInt32.self))
        }
    }

    /// Whether the transport does not roll.
    var isTransportStopped: Bool { transportFrame < 0 }

    /// The transport's frame at a recorded frame; `nil` where it did not roll.
    func transportFrame(at frame: Int) -> Int? {
        let cycles = UnsafeBufferPointer(
            start: self.cycles,
            count: cycleCount.load(ordering: .acquiring)
        )
        guard let cycle = cycles.last(where: { $0.start <= frame }), cycle.transport >= 0 else {
            return nil
        }
        return cycle.transport + frame - cycle.start
    }

    /// Everything that arrived at each port so far.
    var channels: [[Float]] {
        let frames = count.load(ordering: .acquiring)
        return (0..<Self.ports).map { port in
            Array(UnsafeBufferPointer(start: sound + port * Self.capacity, count: frames))
        }
    }

    /// The names of the ports that a port is connected to, sorted.
    func connections(of port: String) throws -> [String] {
        let find: @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> OpaquePointer? =
            try Self.function("port_by_name", in: library)
        let list: @convention(c) (OpaquePointer, OpaquePointer) -> Names? =
            try Self.function("port_get_all_connections", in: library)
        guard let found = find(client, port) else {
            throw TestSupportError("no JACK port \(port)")
        }
        guard let names = list(client, found) else { return [] }
        defer { free(names) }
        var texts: [String] = []
        while let name = names[texts.count] { texts.append(String(cString: name)) }
        return texts.sorted()
    }

    /// Moves the server's transport, and starts it there.
    func startTransport(atFrame frame: UInt32) throws {
        let locate: @convention(c) (OpaquePointer, UInt32) -> Int32 = try Self.function(
            "transport_locate",
            in: library
        )
        let start: @convention(c) (OpaquePointer) -> Void = try Self.function(
            "transport_start",
            in: library
        )
        guard locate(client, frame) == 0 else { throw TestSupportError("transport not moved") }
        start(client)
    }

    /// Stops the server's transport.
    func stopTransport() throws {
        let stop: @convention(c) (OpaquePointer) -> Void = try Self.function(
            "transport_stop",
            in: library
        )
        stop(client)
    }

    /// Connects two ports, or ends their connection.
    func connect(_ output: String, _ input: String, isConnected: Bool = true) throws {
        let change:
            @convention(c) (
                OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>
            ) -> Int32 = try Self.function(isConnected ? "connect" : "disconnect", in: library)
        guard change(client, output, input) == 0 else {
            throw TestSupportError("\(output) and \(input): not changed")
        }
    }
}
