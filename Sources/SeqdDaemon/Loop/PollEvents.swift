import CEpoll

/// The events of a descriptor, epoll(7).
struct PollEvents: OptionSet, Hashable {
    let rawValue: UInt32

    /// It can be read, or its peer sends no more.
    static let input = PollEvents(rawValue: EPOLLIN.rawValue)
    /// It can be written.
    static let output = PollEvents(rawValue: EPOLLOUT.rawValue)
    /// Its peer has disconnected; told whether it was asked for or not.
    static let hangUp = PollEvents(rawValue: EPOLLHUP.rawValue)
    /// It has failed; told whether it was asked for or not.
    static let failure = PollEvents(rawValue: EPOLLERR.rawValue)
}

/// The owner of a descriptor that a ``PollLoop`` watches.
@EventLoop
protocol PollTarget: AnyObject {
    /// Called when something has happened, again and again as long as it is so.
    ///
    /// It may also be called without cause, shortly after a descriptor of the same number was
    /// closed.
    func ready(_ events: PollEvents)
}
