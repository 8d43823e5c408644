public import Racks

/// A strip of the mixer: its settings and its level.
@dynamicMemberLookup
public struct StripEntry: Hashable, Sendable {
    /// Levels of the left and the right side, in dBFS; −∞ for silence.
    public struct Levels: Hashable, Sendable {
        /// The left side.
        public var left: Double
        /// The right side.
        public var right: Double

        /// Makes levels.
        public init(left: Double = -.infinity, right: Double = -.infinity) {
            self.left = left
            self.right = right
        }
    }

    /// The level of an insert in the last period.
    public struct InsertLevel: Hashable, Sendable {
        /// Its number, from 1.
        public var number: Int
        /// The kind: `compressor`.
        public var kind: String
        /// The peak of what it gives in dBFS.
        public var peak: Double
        /// The gain reduction in dB.
        public var reduction: Double

        /// Makes a level.
        public init(number: Int, kind: String, peak: Double, reduction: Double) {
            (self.number, self.kind) = (number, kind)
            (self.peak, self.reduction) = (peak, reduction)
        }
    }

    /// The name: that of a sampler, or of a sampler and a channel, such as `piano/10`.
    public var name: String
    /// The settings.
    public var settings: StripSettings
    /// The peak of the last period.
    public var peak = Levels()
    /// The highest peak: it stays for a second, and then falls by 20 dB per second.
    public var heldPeak = Levels()
    /// The highest gain reduction of its inserts in the last period, in dB; `nil` without inserts.
    public var reduction: Double?
    /// The levels of its inserts that are not bypassed.
    public var insertLevels: [InsertLevel] = []

    /// Makes a silent strip.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - settings: The settings; by default they change nothing.
    public init(name: String, settings: StripSettings = StripSettings()) {
        self.name = name
        self.settings = settings
    }

    /// A setting.
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<StripSettings, Value>
    ) -> Value {
        get { settings[keyPath: path] }
        set { settings[keyPath: path] = newValue }
    }
}

extension StripEntry: ListedRecord {
    package init() { self.init(name: "") }

    package static let fields = Field<StripEntry>.table {
        Field("name", \.name)
        StripParameter.all.map { Field($0) }
        Field("peakLeft", \.peak.left.level)
        Field("peakRight", \.peak.right.level)
        Field("heldPeakLeft", \.heldPeak.left.level)
        Field("heldPeakRight", \.heldPeak.right.level)
        Field("reduction", \.reduction)
        Field("insertLevels", line: "insert", \.insertLevels, "those that are not bypassed")
            .words(nil)
    }

    package func words(at index: Int) -> String {
        let values = settingTexts.map { "\($0.name)=\($0.text)" }
        let peaks = [peak.left, peak.right].map(FieldFormat.tenths).joined(separator: "/")
        let reduction = reduction.map { ["reduction=\(FieldFormat.tenths($0))"] } ?? []
        let levels = insertLevels.isEmpty ? [] : ["insert-levels=\(levelText)"]
        return (values + ["peak=\(peaks)"] + reduction + levels + [name]).joined(separator: " ")
    }

    /// The levels of inserts in words: `1:-12.3,2:-15.1/2.8`.
    private var levelText: String {
        insertLevels.enumerated().map { $1.words(at: $0) }.joined(separator: ",")
    }

    static let list = AnswerList<StripEntry>(
        "strips",
        line: "strip",
        "each strip: settings as for `strip`, `peak=LEFT/RIGHT` in dBFS, with inserts "
            + "`reduction=DB`, the gain reduction of compressors and limiters, and "
            + "`insert-levels=NUMBER:PEAK/REDUCTION,…` of those that are not bypassed, and name; in "
            + "JSON, objects with `name`, these settings, `peakLeft`, `peakRight`, `heldPeakLeft`, "
            + "`heldPeakRight`, `insertLevels` and, with inserts, `reduction`; silence is `-inf`"
    )
}

extension StripEntry {
    /// The values of a parameter by their types, for its field.
    fileprivate subscript(number parameter: StripParameter) -> Double {
        get { if case .number(let number) = settings[parameter] { number } else { 0 } }
        set { settings[parameter] = .number(newValue) }
    }

    fileprivate subscript(integer parameter: StripParameter) -> Int {
        get { if case .integer(let number) = settings[parameter] { number } else { 0 } }
        set { settings[parameter] = .integer(newValue) }
    }

    fileprivate subscript(inserts parameter: StripParameter) -> String {
        get {
            if case .inserts(let inserts) = settings[parameter] {
                StripParameter.text(inserts)
            } else {
                ""
            }
        }
        set { settings[parameter] = .inserts((try? StripParameter.inserts(newValue)) ?? []) }
    }

    fileprivate subscript(flag parameter: StripParameter) -> Bool {
        get { settings[parameter] == .flag(true) }
        set { settings[parameter] = .flag(newValue) }
    }
}

extension Field<StripEntry> {
    /// Declares a parameter of strips.
    fileprivate init(_ parameter: StripParameter) {
        let (key, help) = (parameter.name, parameter.help)
        let field: Field =
            switch parameter.kind {
            case .level: Field(key, \.[number: parameter].level, help)
            case .number: Field(key, \.[number: parameter], help)
            case .integer: Field(key, \.[integer: parameter], help)
            case .flag: Field(key, \.[flag: parameter], help).words(.onOff)
            case .inserts: Field(key, \.[inserts: parameter], help)
            }
        self = field.setting()
    }
}

extension StripEntry.InsertLevel: ListedRecord {
    package init() { self.init(number: 0, kind: "", peak: -.infinity, reduction: 0) }

    package static let fields = Field<StripEntry.InsertLevel>.table {
        Field("number", \.number)
        Field("kind", \.kind)
        Field("peak", \.peak.level)
        Field("reduction", \.reduction)
    }

    package func words(at index: Int) -> String {
        let reduction = reduction >= 0.05 ? "/\(FieldFormat.tenths(reduction))" : ""
        return "\(number):\(FieldFormat.tenths(peak))\(reduction)"
    }
}
