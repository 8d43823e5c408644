import ControlProtocol
import Sequencer

/// Groups: commands that a client has done together.
extension DaemonHandlers {
    /// Takes a request that belongs to a group, or begins or ends one.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - session: The client.
    /// - Returns: The outcome; `nil` for a request that is carried out by itself.
    /// - Throws: Status 64 for one that is not possible there.
    func performInGroup(
        _ request: TimedRequest,
        for session: Session
    ) throws(RequestError) -> Outcome? {
        if session.group == nil, !request.request.concernsGroup { return nil }
        switch (request.request, session.group) {
        case (.begin, nil): session.group = RequestGroup()
        case (.begin, _?):
            throw RequestError(.usage, "begin: a group has begun already; expected end or discard")
        case (.end, nil), (.discard, nil):
            throw RequestError(.usage, "\(request.request.name.rawValue): expected begin before")
        case (.discard, _?): session.group = nil
        case (.end, let group?):
            session.group = nil
            return try end(group, at: request.position, for: session)
        case (_, nil): return nil
        case (_, var group?):
            if request.isReadOnly { return nil }
            session.group = nil
            defer { session.group = group }
            try group.add(request)
        }
        return .done
    }

    /// Carries a group out, at once or at a position.
    private func end(
        _ group: RequestGroup,
        at position: Position?,
        for session: Session
    ) throws(RequestError) -> Outcome {
        if let fault = group.fault { throw fault }
        let requests = group.requests
        try transport.check(requests)
        let perform = { [self] () throws(RequestError) -> Outcome in
            var warning: String?
            try transport.perform(requests) { request throws(RequestError) in
                guard case .done(.done(let text)) = try self.perform(request, for: session) else {
                    return
                }
                warning = warning ?? text
            }
            return .done(.done(warning: warning))
        }
        guard let position else { return try perform() }
        return try schedule(
            .end,
            requests.contains(where: \.endsGroup) ? .near : .exact,
            at: position,
            changesLoop: requests.contains(where: \.changesLoop),
            perform
        )
    }
}

extension Request {
    /// Whether it begins or ends a group.
    fileprivate var concernsGroup: Bool {
        switch self {
        case .begin, .end, .discard: true
        default: false
        }
    }
}
