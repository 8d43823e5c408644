import CLV2
public import CPlugin
public import Platform

/// An instance of an LV2 plugin for two channels.
///
/// It is made and freed by other threads than the audio thread, which only calls
/// `seqd_plugin_process` with ``handle``, with 64 frames at most. A plugin of one channel has two
/// instances; one with a single input gets the mean of both sides; the sound of a single output is on
/// both.
@safe
public final class Plugin: Sendable {
    /// The effect for the audio thread; it lives as long as this.
    @unsafe public nonisolated(unsafe) let handle: UnsafeMutablePointer<seqd_plugin>
    /// The frames by which the sound comes later.
    public let latency: Int
    /// Whether its controls may change the latency.
    package let mayChangeLatency: Bool
    /// The plugin's name.
    public let name: String
    /// The class that it declares, such as `Compressor`; empty for none.
    public let category: String
    /// The first error or warning that it logged while it was made; `nil` for none.
    public let warning: String?

    /// The longest latency in seconds.
    private static let longestLatency = 10

    private let library: PluginLibrary
    private let controls: [PluginControl]
    @unsafe private nonisolated(unsafe) let host: OpaquePointer

    /// Makes an instance with its controls set.
    ///
    /// Its first use in a process waits for a trial in another process, which takes a fraction of a
    /// second, and ten seconds for a plugin that hangs.
    ///
    /// - Parameters:
    ///   - settings: The plugin and its controls.
    ///   - rate: Frames per second.
    ///   - library: The plugins that are installed; `nil` for those of the usual folders.
    ///   - trial: The trial before the first use; `nil` for none.
    /// - Throws: `usage` for an unknown name or a value out of range; `unavailable` if lilv or the
    ///   plugin cannot be used, or failed in its trial.
    public convenience init(
        _ settings: PluginSettings,
        rate: Int,
        library: PluginLibrary? = nil,
        trial: PluginTrial? = .standard
    ) throws(HostError) {
        let library = if let library { library } else { try PluginLibrary.installed() }
        let resolved = try settings.resolve(in: library, rate: rate)
        try trial?.run(settings, resolved, rate: rate, library: library)
        try self.init(resolved, rate: rate, library: library, onStage: { _ in })
    }

    /// Makes an instance without a trial.
    ///
    /// - Parameters:
    ///   - resolved: The plugin and its controls.
    ///   - rate: Frames per second.
    ///   - library: The plugins that are installed.
    ///   - onStage: Called at the beginning of each stage.
    /// - Throws: `unavailable` if the plugin refuses.
    init(
        _ resolved: ResolvedPlugin,
        rate: Int,
        library: PluginLibrary,
        onStage: (PluginTrial.Stage) -> Void
    ) throws(HostError) {
        guard let declaration = library.declaration(resolved.uri, details: true) else {
            throw HostError(.usage, resolved.name, "no such plugin")
        }
        onStage(.instantiating)
        guard
            let host = unsafe seqd_lv2_host_new(
                library.world,
                declaration.pointer,
                Double(rate)
            )
        else {
            throw HostError(
                .unavailable,
                resolved.name,
                "the plugin cannot be instantiated at \(rate) Hz, or its library cannot be loaded"
            )
        }
        // From here on `deinit` frees it.
        self.library = library
        controls = declaration.description.controls
        unsafe self.host = host
        unsafe handle = seqd_lv2_host_plugin(host)
        name = resolved.name
        category = declaration.description.summary.category
        onStage(.restoring)
        let hasState = unsafe declaration.pointer.pointee.has_default_state
        if hasState { _ = unsafe seqd_lv2_host_restore(host, resolved.uri, false) }
        var failure: HostError?
        if let preset = resolved.preset, unsafe !seqd_lv2_host_restore(host, preset, true) {
            failure = HostError(.unavailable, resolved.name, "the preset \(preset) has no state")
        }
        for value in resolved.values {
            unsafe seqd_lv2_host_set(host, UInt32(value.index), value.value)
        }
        onStage(.starting)
        let error = unsafe failure == nil ? seqd_lv2_host_start(host) : 0
        if error != 0 {
            let text = SystemError.text(error)
            failure = HostError(
                .unavailable,
                resolved.name,
                "cannot start its worker thread: \(text)"
            )
        }
        latency = unsafe Int(handle.pointee.latency)
        mayChangeLatency = unsafe handle.pointee.has_latency_port
        warning = unsafe seqd_lv2_host_message(host).map { message in
            unsafe String(cString: message).split(separator: "\n").first.map(String.init) ?? ""
        }
        if let failure { throw failure }
        guard latency <= Self.longestLatency * rate else {
            throw HostError(
                .unavailable,
                name,
                "the plugin delays by \(latency) frames; expected at most \(Self.longestLatency) s"
            )
        }
    }

    deinit { unsafe seqd_lv2_host_free(host) }

    /// The indices of its controls among its ports, in the order of ``PluginSettings/numbers(in:rate:)``.
    package var controlPorts: [Int] { controls.map(\.index) }

    /// Has it process for a file: work that it schedules is done at once, so that the same input always
    /// has the same output, and it is told that it does not run in real time.
    ///
    /// Before the audio thread has it.
    public func freeWheel() { unsafe seqd_lv2_host_free_wheel(host) }

    /// The value of a control, or of an output that the plugin shows, as it is now.
    ///
    /// - Parameter index: The index among the plugin's ports.
    /// - Returns: The value.
    package func value(ofPort index: Int) -> Float {
        unsafe seqd_lv2_host_value(host, UInt32(index))
    }
}
