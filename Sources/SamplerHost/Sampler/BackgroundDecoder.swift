import Platform
import Realtime
import Synchronization

/// Decodes the samples of SF3 files while a live input plays already: those of the presets that its
/// channels have selected come first, then all others.
///
/// Its thread ends with the last sample, or when it is told to.
final class BackgroundDecoder: @unchecked Sendable {
    /// The work of the decoder's thread, which alone uses it.
    struct Work {
        private let instances: [any SynthesizerInstance]
        /// By instance: what is left, the next last.
        private var left: [[OpenFonts.Sample]]
        /// By instance: the presets that were selected and are decoded, and what is left of others.
        private var known: [Set<PresetSubstitution.Choice>]
        private var urgent: [[OpenFonts.Sample]]

        init(_ instances: [any SynthesizerInstance]) {
            self.instances = instances
            left = instances.map { $0.undecodedSamples.reversed() }
            known = Array(repeating: [], count: instances.count)
            urgent = Array(repeating: [], count: instances.count)
        }

        /// Whether everything is decoded.
        var isDone: Bool { left.allSatisfy(\.isEmpty) }

        /// Decodes a sample.
        ///
        /// - Parameter chosen: The presets that an instance's channels have selected, by its index.
        mutating func step(chosen: (Int) -> [PresetSubstitution.Choice]) {
            for index in instances.indices {
                for choice in chosen(index) where known[index].insert(choice).inserted {
                    urgent[index] += instances[index].undecodedSamples(for: choice)
                }
            }
            if let index = urgent.firstIndex(where: { !$0.isEmpty }) {
                instances[index].decode(urgent[index].removeLast())
            } else if let index = left.firstIndex(where: { !$0.isEmpty }) {
                // One that was urgent is decoded already, and setting it again does nothing.
                instances[index].decode(left[index].removeLast())
            }
        }
    }

    private let isEnding = Atomic(false)
    private var thread: SystemThread?

    /// Begins to decode; `nil` where nothing is left to be decoded.
    ///
    /// - Parameters:
    ///   - instances: The instances of a rack, in the order of its shards.
    ///   - rack: The rack, whose channels select presets; it must outlive the decoder's thread.
    init?(_ instances: [any SynthesizerInstance], _ rack: LoanTicket<Rack>) {
        let work = Start(work: Work(instances), rack: rack)
        guard !work.work.isDone else { return nil }
        do throws(SystemThread.StartError) {
            thread = try SystemThread("seqd-decode") { [self] in
                SystemThread.lowerPriority()
                run(work)
            }
        } catch {
            // Without a thread, everything is decoded before the first note.
            run(work)
        }
    }

    /// The work of its thread.
    @safe
    private struct Start: @unchecked Sendable {
        let work: Work
        let rack: LoanTicket<Rack>
    }

    private func run(_ start: Start) {
        var work = start.work
        while !work.isDone && !isEnding.load(ordering: .relaxed) {
            work.step { shard in
                // The choices are atomics.
                (0..<16).compactMap {
                    unsafe start.rack.loan.value.shards[shard].chosen.choice(of: $0)
                }
            }
        }
    }

    /// Ends it after the sample that it is decoding.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        finish()
    }

    /// Waits until everything is decoded.
    func finish() {
        thread?.join()
        thread = nil
    }
}
