import CEpoll

/// The events of a descriptor, epoll(7).
struct PollEvents: OptionSet, Hashable {
    let rawValue: UInt32

    /// It can be read, or its peer has stopped sending.
    static let input = PollEvents(rawValue: EPOLLIN.rawValue)
    /// It can be written.
    static let output = PollEvents(rawValue: EPOLLOUT.rawValue)
    /// Its peer has disconnected; reported whether requested or not.
    static let hangUp = PollEvents(rawValue: EPOLLHUP.rawValue)
    /// It has failed; reported whether requested or not.
    static let failure = PollEvents(rawValue: EPOLLERR.rawValue)
}

/// The owner of a descriptor that a ``PollLoop`` watches.
@EventLoop
protocol PollTarget: AnyObject {
    /// Called when an event has occurred, and repeatedly as long as the condition holds
    /// (level-triggered).
    ///
    /// A call can be spurious, shortly after a descriptor of the same number was closed.
    func ready(_ events: PollEvents)
}
