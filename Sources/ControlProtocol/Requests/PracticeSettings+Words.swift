public import Sequencer

extension PracticeSettings {
    /// The settings as `practice` reads them.
    public var words: String {
        String(Request(Command.Practice(self)).words.dropFirst(Command.Practice.name.count + 1))
    }
}
