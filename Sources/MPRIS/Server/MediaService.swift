import CSystemdBus
import Glibc
import Platform

/// The work of a server's thread.
///
/// Confined to that thread.
final class MediaService {
    private let connection: BusConnection
    private let owner: any MediaOwner
    private let inbox: MediaInbox
    private let onReport: (MediaServer.Report) -> Void
    private var interface: MediaInterface
    /// The state that the signals have told.
    private var told: MediaState?
    /// The position that the last `Seeked` has told.
    private var toldPosition: MediaPosition?
    /// Whether the position was set since the last signals.
    private var hasJumped = false
    /// The calls that are answered later, by their numbers.
    private var calls: [Int: BusMessage] = [:]
    private var lastCall = 0
    /// The names to ask for, the first one next.
    private var names: [String]
    /// The number of the call that asks for a name.
    private var nameRequest: UInt64?
    private var isConnected = false

    /// The most messages that wait for a bus that does not take them; what changes then is told later.
    private static let waitingLimit = 32
    /// The most calls that wait for the player.
    private static let callLimit = 256

    private init(
        _ description: MediaDescription,
        _ owner: any MediaOwner,
        _ inbox: MediaInbox,
        _ onReport: @escaping (MediaServer.Report) -> Void
    ) throws(BusError) {
        connection = try BusConnection()
        interface = MediaInterface(description: description)
        self.owner = owner
        self.inbox = inbox
        self.onReport = onReport
        let plain = "org.mpris.MediaPlayer2.seqd"
        names = (description.isMain ? [plain] : []) + ["\(plain).instance\(getpid())"]
    }

    /// Serves until the inbox says that it ends, or the connection does.
    static func run(
        _ description: MediaDescription,
        _ owner: any MediaOwner,
        _ inbox: MediaInbox,
        _ onReport: @escaping (MediaServer.Report) -> Void
    ) {
        var isConnected = false
        do throws(BusError) {
            let service = try MediaService(description, owner, inbox, onReport)
            defer { isConnected = service.isConnected }
            try service.requestName()
            try service.serve()
        } catch {
            onReport(isConnected ? .lost(error.description) : .refused(error.description))
        }
    }

    private func serve() throws(BusError) {
        while true {
            let isEnding = try takeInbox()
            try takeSteps()
            guard !isEnding else { return }
            try tell()
            // What was queued is written as far as the bus takes it.
            try takeSteps()
            try wait()
        }
    }

    /// Waits for the bus or the inbox.
    private func wait() throws(BusError) {
        let request = try connection.pollRequest()
        var watched = [
            pollfd(fd: request.descriptor, events: request.events, revents: 0),
            pollfd(fd: inbox.bell, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&watched, 2, connection.patience)
    }

    /// The most steps between two looks into the inbox.
    private static let stepLimit = 64

    private func takeSteps() throws(BusError) {
        for _ in 0..<Self.stepLimit where try !step() { return }
    }

    /// Handles the next event of the bus.
    ///
    /// - Returns: Whether there may be more.
    private func step() throws(BusError) -> Bool {
        switch try connection.process() {
        case .idle: return false
        case .busy: return true
        case .message(let message):
            try take(message)
            return true
        }
    }

    private func take(_ message: BusMessage) throws(BusError) {
        if let number = message.answeredCall {
            if number == nameRequest { try takeNameReply(message) }
        } else if let call = message.readCall() {
            try take(call, message)
        }
    }

    // MARK: The name

    private func requestName() throws(BusError) {
        guard let name = names.first else { throw BusError("no name is free on the bus") }
        // Nobody may take it over, and this is not queued for it.
        let doNotQueue: UInt32 = 4
        nameRequest = try connection.call(
            "org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "RequestName",
            [.text(name), .word(doNotQueue)]
        )
    }

    private func takeNameReply(_ reply: BusMessage) throws(BusError) {
        nameRequest = nil
        let name = names.removeFirst()
        // 1 is the primary owner, 4 one that has had it already.
        let isOwner = !reply.isError && [[.word(1)], [.word(4)]].contains(reply.readValues())
        guard isOwner else { return try requestName() }
        isConnected = true
        onReport(.connected(name: name))
        owner.serverConnected()
    }

    // MARK: Calls

    private func take(_ call: BusCall, _ message: BusMessage) throws(BusError) {
        let response: MediaInterface.Response
        do throws(BusFault) {
            response = try interface.respond(to: call)
        } catch {
            return try connection.answer(message, .failure(error))
        }
        switch response {
        case .values(let values): try connection.answer(message, .success(values))
        case .afterCommand(let command):
            guard let number = try keep(message) else { return }
            owner.perform(command) { [inbox] result in
                let isJump = command.isJump
                inbox.put { contents in
                    if isJump, case .success = result { contents.hasJumped = true }
                    contents.answers.append(
                        (number, result.map { [] }.mapError(BusFault.init))
                    )
                }
            }
        case .position:
            guard let number = try keep(message) else { return }
            owner.tellPosition { [inbox] position in
                inbox.put { $0.answers.append((number, .success([.variant(.integer(position))]))) }
            }
        case .playerProperties(let values):
            guard let number = try keep(message) else { return }
            owner.tellPosition { [inbox] position in
                var values = values
                values["Position"] = .integer(position)
                let answer = values
                inbox.put { $0.answers.append((number, .success([.dictionary(answer)]))) }
            }
        }
    }

    /// Keeps a call until it is answered.
    ///
    /// - Returns: Its number; `nil` if there are too many, and it was refused.
    private func keep(_ message: BusMessage) throws(BusError) -> Int? {
        guard calls.count < Self.callLimit else {
            try connection.answer(message, .failure(BusFault(.failed, "too many calls wait")))
            return nil
        }
        lastCall += 1
        calls[lastCall] = message
        return lastCall
    }

    // MARK: The state

    /// Takes the inbox.
    ///
    /// - Returns: Whether the server is to end.
    private func takeInbox() throws(BusError) -> Bool {
        let contents = inbox.take()
        if let state = contents.state { interface.state = state }
        if contents.hasJumped { hasJumped = true }
        for (number, answer) in contents.answers {
            guard let call = calls.removeValue(forKey: number) else { continue }
            try connection.answer(call, answer)
        }
        return contents.isEnding
    }

    /// Emits the signals for what has changed.
    private func tell() throws(BusError) {
        guard isConnected, connection.waitingMessages < Self.waitingLimit else { return }
        let state = interface.state
        guard let before = told else {
            told = state
            return
        }
        guard state != before || hasJumped else { return }
        let change = MediaChange(
            from: before,
            to: state,
            of: interface.description,
            isJump: hasJumped && state.position != toldPosition
        )
        hasJumped = false
        told = state
        if change.seeked != nil { toldPosition = state.position }
        let player = MediaProperty.Interface.player.rawValue
        if !change.properties.isEmpty {
            try connection.emit(
                MediaInterface.path,
                MediaInterface.propertiesInterface,
                "PropertiesChanged",
                [.text(player), .dictionary(change.properties), .texts([])]
            )
        }
        if let position = change.seeked {
            try connection.emit(MediaInterface.path, player, "Seeked", [.integer(position)])
        }
    }
}

extension MediaCommand {
    /// Whether it sets the position.
    fileprivate var isJump: Bool {
        switch self {
        case .seek, .setPosition: true
        default: false
        }
    }
}

extension BusFault {
    /// The error for a failure of the player.
    fileprivate init(_ failure: MediaFailure) {
        let name: Name =
            switch failure.kind {
            case .failed: .failed
            case .fileNotFound: .fileNotFound
            case .notPermitted: .accessDenied
            }
        self.init(name, failure.text)
    }
}
