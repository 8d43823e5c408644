/// A setting that has another value.
public struct SettingChange: Hashable, Sendable {
    /// The name of the setting, as `status`, `strips` or `effects` has it in words.
    public var name: String
    /// The strip whose setting it is; `nil` if it is not one of a strip.
    public var strip: String?
    /// The effects bus whose setting it is; `nil` if it is not one of a bus.
    public var bus: String?
    /// The value before; `nil` if there was none.
    public var old: SettingValue?
    /// The value now; `nil` if there is none any more.
    public var new: SettingValue?

    /// Makes a change.
    public init(
        _ name: String,
        strip: String? = nil,
        bus: String? = nil,
        old: SettingValue?,
        new: SettingValue?
    ) {
        self.name = name
        self.strip = strip
        self.bus = bus
        self.old = old
        self.new = new
    }
}

/// A change of the files in the queue.
public struct QueueChange: Hashable, Sendable {
    /// The version of the queue, which grows with each change; also in `status` and `queue`.
    public var version: Int
    /// The number of files before.
    public var old: Int
    /// The number of files now.
    public var new: Int

    /// Makes a change.
    public init(version: Int, old: Int, new: Int) {
        self.version = version
        self.old = old
        self.new = new
    }
}

/// A part of the rack that was loaded or removed.
public struct RackChange: Hashable, Sendable {
    /// The kinds of change.
    public enum Change: String, Hashable, Sendable, CaseIterable {
        /// The part was loaded.
        case loaded
        /// The part was removed.
        case gone
    }

    /// A part of the rack.
    public enum Part: Hashable, Sendable {
        /// The file of the rack, with its path.
        case file(String)
        /// A SoundFont of what has no sampler of its own, as `status` has it.
        case font(String)
        /// A sampler, with its name.
        case sampler(String)
        /// A route, as `route` reads it.
        case route(String)
        /// The preset of a part, as `set-program` reads it.
        case program(String)
    }

    /// The kind of change.
    public var change: Change
    /// The part.
    public var part: Part

    /// Makes a change.
    public init(_ change: Change, _ part: Part) {
        self.change = change
        self.part = part
    }
}

extension SettingChange: Record {
    package init() { self.init("", old: nil, new: nil) }

    package static let fields = Field<SettingChange>.table {
        Field("name", \.name, "as in `status`, `strips` or `effects` in words")
        Field("strip", \.strip, "if it is a setting of one")
        Field("bus", \.bus, "if it is a setting of one")
        Field("old", \.old)
        Field("new", \.new)
    }
}

extension QueueChange: Record {
    package init() { self.init(version: 0, old: 0, new: 0) }

    package static let fields = Field<QueueChange>.table {
        Field("version", \.version)
        Field("old", \.old, "the number of files before")
        Field("new", \.new, "the number of files now")
    }
}

extension RackChange.Change: FieldValue {}

extension RackChange: Record {
    package init() { self.init(.loaded, .file("")) }

    package static let fields = Field<RackChange>.table {
        Field("change", \.change)
        Field("file", \.part.file, "of the rack; one of this and the next four")
        Field("font", \.part.font)
        Field("sampler", \.part.sampler)
        Field("route", \.part.route)
        Field("program", \.part.program, "the preset of a part, `PART=PRESET`")
    }
}

extension RackChange.Part {
    fileprivate var file: String? {
        get { if case .file(let path) = self { path } else { nil } }
        set { self = newValue.map(Self.file) ?? self }
    }

    fileprivate var font: String? {
        get { if case .font(let font) = self { font } else { nil } }
        set { self = newValue.map(Self.font) ?? self }
    }

    fileprivate var sampler: String? {
        get { if case .sampler(let name) = self { name } else { nil } }
        set { self = newValue.map(Self.sampler) ?? self }
    }

    fileprivate var route: String? {
        get { if case .route(let route) = self { route } else { nil } }
        set { self = newValue.map(Self.route) ?? self }
    }

    fileprivate var program: String? {
        get { if case .program(let program) = self { program } else { nil } }
        set { self = newValue.map(Self.program) ?? self }
    }
}
