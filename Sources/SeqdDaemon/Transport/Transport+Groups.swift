import ControlProtocol
import MIDI
import Playback
import SamplerHost
import Sequencer

/// Groups of requests that are carried out together.
extension Transport {
    /// Checks that the requests of a group can be carried out together; nothing changes.
    ///
    /// - Parameter requests: The requests, in their order.
    /// - Throws: The error of the first that cannot, with its number and name.
    func check(_ requests: [Request]) throws(RequestError) {
        var piece = piece
        var messages = 0
        for (index, request) in requests.enumerated() {
            do throws(RequestError) {
                try check(request, &piece)
                messages += try inputs.check(request)
                guard messages <= LiveInputs.groupCapacity else {
                    throw RequestError(
                        .usage,
                        "too many MIDI messages in the group: at most \(LiveInputs.groupCapacity)"
                    )
                }
            } catch {
                throw RequestError(
                    number: error.number,
                    "command \(index + 1) of the group, \(request.name.rawValue): \(error.message)"
                )
            }
        }
    }

    /// Checks that a request that waits for its time, or for a controller, could be carried out now.
    ///
    /// - Throws: The error with which it would be answered.
    func check(_ request: Request) throws(RequestError) {
        var piece = piece
        try check(request, &piece)
        _ = try inputs.check(request)
    }

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - piece: The loaded piece, at the tempo that the requests before have set.
    /// - Throws: The error with which it would be answered.
    private func check(_ request: Request, _ piece: inout LoadedPiece?) throws(RequestError) {
        func loaded() throws(RequestError) -> LoadedPiece {
            if let piece { return piece }
            return try loadedPiece()
        }
        switch request {
        case .speed: try checkNotFollowing()
        case .tempo(let tempo):
            try checkNotFollowing(.clock)
            piece = piece?.at(tempo, rate: rate)
        case .loop(.between(let positions), _): _ = try frames(of: positions, in: try loaded())
        case .mute(let selectors), .unmute(let selectors), .solo(let selectors?):
            _ = try resolve(selectors, in: try loaded())
        case .seek(let position):
            try checkNotFollowing()
            _ = try frame(of: position, in: try loaded())
        case .seekBy(let offset):
            try checkNotFollowing()
            _ = try frame(of: offset, in: try loaded())
        case .seekLyric(let text):
            try checkNotFollowing()
            _ = try frame(ofLyric: text, in: try loaded())
        case .jump(let entry): _ = try index(of: entry)
        default: try checkNames(in: request)
        }
    }

    /// Checks the names of strips and effects buses in a request, which last longer than a piece.
    ///
    /// - Throws: The error with which it would be answered.
    private func checkNames(in request: Request) throws(RequestError) {
        switch request {
        case .strip(let name, let change): try checkStrip(name, change)
        case .effect(let bus, let reverb, let chorus):
            _ = try effects(
                ofBus: bus ?? RackSettings.mainEffects,
                reverb: reverb,
                chorus: chorus
            )
        default: break
        }
    }

    /// Checks the names in the command of a controller: strips, effects buses and inputs.
    ///
    /// Names that belong to a piece, such as tracks and positions, may come with the next one.
    ///
    /// - Throws: The command's fault.
    func checkNames(in map: ControllerMap, role: Permission) throws(RequestError) {
        let requests = try ControllerMaps.requests(of: map, role: role)
        do throws(RequestError) {
            for request in requests {
                try checkNames(in: request)
                _ = try inputs.check(request)
            }
        } catch {
            throw RequestError(number: error.number, "command: \(error.message)")
        }
    }

    /// Carries out requests together, on one frame.
    ///
    /// - Parameters:
    ///   - requests: The requests; they have been checked.
    ///   - perform: Carries one out.
    /// - Throws: The error of the first that cannot be carried out after all; 69 when the audio thread
    ///   has hung.
    func perform(
        _ requests: [Request],
        _ perform: (Request) throws(RequestError) -> Void
    ) throws(RequestError) {
        try check(requests)
        // Settings apply to all that is played after them, so they are carried out first.
        let settings = requests.filter { !$0.endsGroup } + requests.filter(\.endsGroup)
        var failure: RequestError?
        try RequestError.catching { () throws(HostError) in
            try playback.together {
                for request in settings {
                    do throws(RequestError) {
                        try perform(request)
                    } catch {
                        failure = failure ?? error
                    }
                }
            }
        }
        if let failure { throw failure }
    }
}

extension Request {
    /// Whether a group does it last: it changes the position, and cannot be done ahead of its time.
    var endsGroup: Bool {
        switch self {
        case .seek, .seekBy, .pause: true
        default: false
        }
    }
}
