package import SoundFont

/// A sample that a preset cannot play as it should.
public struct SampleFault: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of fault.
    public enum Problem: Hashable, Sendable {
        /// It cannot be played at all; why.
        case silent(String)
        /// Other frames are looped than the font says; why.
        case loop(String)

        /// Its compressed data is damaged.
        package static let undecodable = Self.silent("it cannot be decoded")

        /// The fault of a sample when a zone plays it; `nil` for none.
        package init?(_ sample: SoundBank.Sample, in layout: BankLayout, isLooped: Bool) {
            if let problem = sample.silence(in: layout) {
                self = .silent(problem.description)
            } else if isLooped, let problem = sample.loopProblem(in: layout) {
                self = .loop(problem.description)
            } else {
                return nil
            }
        }
    }

    /// The preset that plays it, with its bank number in the font.
    public let preset: Preset
    /// The sample's name.
    public let sample: String
    /// The kind of fault.
    public let problem: Problem

    /// In words: `preset 0:5 Piano: sample C4: it ends at frame 900, …; it is silent`.
    public var description: String {
        "preset \(preset.bank):\(preset.program) \(preset.name): sample \(sample): \(explanation)"
    }

    /// The same fault of a font whose banks are moved.
    package func moved(by offset: Int) -> SampleFault {
        let moved = Preset(
            bank: preset.bank + offset,
            program: preset.program,
            name: preset.name
        )
        return SampleFault(preset: moved, sample: sample, problem: problem)
    }

    /// The fault and its consequence.
    public var explanation: String {
        switch problem {
        case .silent(let reason): "\(reason); it is silent"
        case .loop(let reason): "\(reason); the loop is adjusted"
        }
    }
}
