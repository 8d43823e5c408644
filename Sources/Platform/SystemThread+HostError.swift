extension SystemThread {
    /// Starts a thread, as ``init(_:priority:_:)``.
    ///
    /// - Parameters:
    ///   - subject: The thread's purpose, for messages.
    ///   - name: Its name for debuggers; cut to 15 bytes.
    ///   - priority: The real-time priority to request, 1 to 99; 0 for ordinary scheduling.
    ///   - body: The work; the thread ends with it.
    /// - Returns: The thread.
    /// - Throws: `internal` when the system has no thread to give.
    package static func start(
        _ subject: String,
        name: String,
        priority: Int,
        _ body: @escaping @Sendable () -> Void
    ) throws(HostError) -> SystemThread {
        do throws(StartError) {
            return try SystemThread(name, priority: priority, body)
        } catch {
            throw HostError(.internal, subject, error.description)
        }
    }
}
