/// An error that is not part of a reply: a file in the queue, the device.
public struct DaemonFault: Hashable, Sendable {
    /// The number, as in answers; see ``RequestError/Code``.
    public var number: Int
    /// The message.
    public var message: String
    /// The file that it is about; `nil` if it is not about one.
    public var file: String?

    /// Makes a fault.
    public init(number: Int, message: String, file: String? = nil) {
        self.number = number
        self.message = message
        self.file = file
    }
}

/// A file that was reloaded because it changed on disk.
public struct ReloadedFile: Hashable, Sendable {
    /// The file's path.
    public var file: String
    /// The changes, in words.
    public var changes: String

    /// Makes a reloaded file.
    public init(file: String, changes: String) {
        self.file = file
        self.changes = changes
    }
}

/// The state of the audio device, and its buffer underruns.
public struct OutputChange: Hashable, Sendable {
    /// The state.
    public var output: DaemonStatus.Output
    /// The seconds for which it has been lost, or was lost before it runs again; `nil` for others.
    public var lostSeconds: Double?
    /// The number of buffer underruns so far.
    public var xruns: Int

    /// Makes a change.
    public init(_ output: DaemonStatus.Output, lostSeconds: Double? = nil, xruns: Int) {
        self.output = output
        self.lostSeconds = lostSeconds
        self.xruns = xruns
    }
}

extension DaemonFault: Record {
    package init() { self.init(number: 0, message: "") }

    package static let fields = Field<DaemonFault>.table {
        Field("number", \.number)
        Field("message", \.message)
        Field("file", \.file, "if it is about a file")
    }
}

extension ReloadedFile: Record {
    package init() { self.init(file: "", changes: "") }

    package static let fields = Field<ReloadedFile>.table {
        Field("file", \.file)
        Field("changes", \.changes, "what has changed, in words")
    }
}

extension OutputChange: Record {
    package init() { self.init(.idle, xruns: 0) }

    package static let fields = Field<OutputChange>.table {
        Field("state", \.output.state)
        Field("reason", \.output.reason, "if lost")
        Field("lostSeconds", \.lostSeconds, "how long it has been lost, or was when it is back")
        Field("xruns", \.xruns, "so far")
    }
}
