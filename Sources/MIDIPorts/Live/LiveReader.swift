import CLinux
import Glibc
package import Platform
import Synchronization

/// The input thread's work: it waits for senders and passes on their events.
@safe
package final class LiveReader: @unchecked Sendable {
    private let writer: LiveWriter
    private let senders: LiveSenders
    private let sequencer: SequencerInput?
    private let raw: [RawInput]
    /// The thread that sends to the outputs; `nil` without any.
    package let output: MIDIOutput?
    private let onChange: @Sendable () -> Void
    private let published: Mutex<LiveInputStatus>
    private let changes = ConnectionChanges()
    private let mode = Atomic<UInt8>(Mode.playing)
    private let isStopping = Atomic<Bool>(false)
    private let wake: WakePipe
    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4_096)

    /// The handling of incoming events.
    private enum Mode {
        static let playing: UInt8 = 0
        static let suspended: UInt8 = 1
        /// Waiting events are discarded, then it plays.
        static let resuming: UInt8 = 2
    }

    package init(
        _ settings: LiveInputSettings,
        queue: LiveQueue?,
        feed: MIDIOutFeed?,
        recording: RecordQueue?,
        received: ReceivedMessages,
        onChange: @escaping @Sendable () -> Void
    ) throws(HostError) {
        self.onChange = onChange
        writer = LiveWriter(queue, recording: recording)
        wake = try WakePipe()
        var raw: [RawInput] = []
        for source in settings.raw { raw.append(try RawInput(source)) }
        self.raw = raw
        var state = SequencerState.unused
        var opened: SequencerClient?
        if settings.usesSequencer {
            do throws(HostError) {
                let client = try SequencerClient(
                    name: settings.clientName,
                    inputs: settings.inputs,
                    outputs: settings.outputs
                )
                state = .available(client: client.number)
                opened = client
            } catch {
                state = .unavailable(error)
            }
        }
        let senders = LiveSenders(
            writer: writer,
            received: received,
            names: queue?.names
        ) { [opened, raw] key in
            switch key {
            case .sequencer(let address, _): opened?.port(address).map(SourceName.port)
            case .raw(let index, _): .path(raw[index].source.path)
            }
        }
        self.senders = senders
        var output: MIDIOutput?
        if let feed, feed.outputs > 0 {
            output = try MIDIOutput(feed, to: opened, offset: settings.outputOffset)
        }
        self.output = output
        let input = opened.map { client in
            SequencerInput(
                client,
                rules: settings.connections,
                output: output,
                senders: senders
            )
        }
        sequencer = input
        let client = input?.client.number
        published = Mutex(
            LiveInputStatus(
                sequencer: state,
                inputs: (0..<settings.inputs).map { index in
                    LiveInputPort(
                        name: SequencerClient.name(ofInput: index),
                        address: client.map { SequencerAddress(client: $0, port: index) }
                    )
                },
                ports: input?.ports() ?? [],
                outputs: (0..<settings.outputs).map { index in
                    LiveInputPort(
                        name: SequencerClient.name(ofOutput: index),
                        address: client.map {
                            SequencerAddress(client: $0, port: settings.inputs + index)
                        }
                    )
                },
                receivers: input?.receivers() ?? [],
                raw: raw.map { RawSourceStatus(source: $0.source, state: $0.state) }
            )
        )
        input?.hasNews = false
    }

    deinit {
        unsafe buffer.deallocate()
    }

    // MARK: Any thread

    package var status: LiveInputStatus { published.withLock { $0 } }

    package func suspend() {
        mode.store(Mode.suspended, ordering: .releasing)
        wake.wake()
    }

    package func resume() {
        mode.store(Mode.resuming, ordering: .releasing)
        wake.wake()
    }

    /// Changes the connection rules as soon as the input thread runs.
    package func change(_ change: ConnectionChange) {
        guard sequencer != nil, changes.add(change) else {
            change.onEnd([])
            return
        }
        wake.wake()
    }

    package func stop() {
        isStopping.store(true, ordering: .releasing)
        writer.close()
        wake.wake()
    }

    // MARK: Input thread

    /// Reads until ``stop()`` is called.
    package func run() {
        var reportAt: Int64?
        var searchAt: Int64?
        // Bytes that ALSA's library has read ahead do not make a descriptor ready.
        var isDone = false
        while !isStopping.load(ordering: .acquiring) {
            let due = [reportAt, searchAt, senders.silenceDue].compactMap { $0 }.min()
            let ready = wait(until: isDone ? due : 0)
            wake.clear()
            let mode = mode.load(ordering: .acquiring)
            if mode == Mode.suspended { closeAll() }
            isDone = true
            var hasNews = false
            if let sequencer {
                isDone = sequencer.read(isMuted: mode != Mode.playing)
                hasNews = sequencer.hasNews
                sequencer.hasNews = false
            }
            for index in ready {
                switch read(raw[index], index, isMuted: mode != Mode.playing) {
                case .nothing: break
                case .some: isDone = false
                case .changed: hasNews = true
                }
            }
            // Messages that have arrived are read first: the thread may have been held up.
            if isDone { senders.closeSilent(at: LiveQueue.now) }
            if mode == Mode.resuming, isDone {
                // Unless it was suspended again meanwhile.
                _ = self.mode.compareExchange(
                    expected: Mode.resuming,
                    desired: Mode.playing,
                    ordering: .acquiringAndReleasing
                )
            }
            search(&searchAt, &hasNews)
            let ends = changeConnections()
            if !ends.isEmpty { reportAt = LiveQueue.now }
            report(&reportAt, hasNews)
            // Callers that are notified see the ports as they are now.
            for end in ends { end() }
        }
        closeAll()
        changes.close()
    }

    /// Carries out the changes of the rules that wait.
    ///
    /// - Returns: The ends to be called.
    private func changeConnections() -> [() -> Void] {
        guard let sequencer else { return [] }
        return changes.take().map { change in
            let ports = sequencer.carryOut(change)
            return { change.onEnd(ports) }
        }
    }

    /// Waits until there is something to do.
    ///
    /// - Parameter until: When to return at the latest.
    /// - Returns: The raw sources that have something. To read from others would do harm: a FIFO
    ///   without a writer says that it has ended.
    private func wait(until: Int64?) -> [Int] {
        var watched = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
        // A descriptor of −1 is passed over.
        watched.append(
            pollfd(fd: sequencer?.client.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        )
        for input in raw {
            watched.append(pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0))
        }
        var milliseconds: Int32 = -1
        if let until {
            let left = max(0, until - LiveQueue.now)
            milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
        }
        guard unsafe poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return [] }
        return raw.indices.filter { watched[$0 + 2].revents != 0 }
    }

    private enum Reading {
        case nothing
        case some
        case changed
    }

    private func read(_ input: RawInput, _ index: Int, isMuted: Bool) -> Reading {
        let key = SenderKey.raw(index, input: input.source.input)
        let before = input.state
        switch unsafe input.read(into: buffer) {
        case .bytes(let count):
            if !isMuted {
                unsafe senders.receive(
                    UnsafeBufferPointer(rebasing: buffer[..<count]).span,
                    from: key,
                    stamp: LiveQueue.now
                )
            }
            return input.state == before ? .some : .changed
        case .nothing:
            return .nothing
        case .ended:
            senders.close(stamp: LiveQueue.now) { $0 == key }
            return input.state == before ? .nothing : .changed
        }
    }

    private func closeAll() {
        senders.close(stamp: LiveQueue.now) { _ in true }
    }

    /// Twice a second.
    private static let searchInterval: Int64 = 500_000_000

    /// Looks for devices that have disappeared.
    private func search(_ at: inout Int64?, _ hasNews: inout Bool) {
        guard raw.contains(where: \.isAbsent) else {
            at = nil
            return
        }
        let now = LiveQueue.now
        guard let due = at else {
            at = now + Self.searchInterval
            return
        }
        guard now >= due else { return }
        for input in raw where input.isAbsent {
            input.reopen()
            if !input.isAbsent { hasNews = true }
        }
        at = now + Self.searchInterval
    }

    /// The time for which changes are collected before they are reported: a new client makes several.
    private static let newsDelay: Int64 = 20_000_000

    /// Stores what ``status`` returns, and reports that it has changed.
    private func report(_ at: inout Int64?, _ hasNews: Bool) {
        let now = LiveQueue.now
        if hasNews, at == nil { at = now + Self.newsDelay }
        let isDue = at.map { now >= $0 } ?? false
        let ports = isDue ? sequencer?.ports() : nil
        let receivers = isDue ? sequencer?.receivers() : nil
        published.withLock { status in
            status.sources = senders.count
            status.messages = senders.messages
            status.droppedExclusives = senders.droppedExclusives
            status.overruns = sequencer?.overruns ?? 0
            for (index, input) in raw.enumerated() { status.raw[index].state = input.state }
            if let ports { status.ports = ports }
            if let receivers { status.receivers = receivers }
        }
        guard isDue else { return }
        at = nil
        onChange()
    }
}
