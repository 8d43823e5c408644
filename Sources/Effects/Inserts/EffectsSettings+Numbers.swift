// The parameters of an effects bus as numbers that the music can move.

extension EffectsSettings {
    /// The numbers: those of the reverb, then those of the chorus.
    package static let numbers =
        named(ReverbParameters().tableNumbers(isOnBus: true), ReverbParameters.effectName)
        + named(ChorusParameters().tableNumbers(isOnBus: true), ChorusParameters.effectName)

    private static func named(_ numbers: [InsertNumber], _ effect: String) -> [InsertNumber] {
        numbers.map { number in
            var number = number
            if let name = number.name { number.name = "\(effect) \(name)" }
            return number
        }
    }

    /// How many numbers are the reverb's: its type and its parameters.
    package static var reverbNumbers: Int { @_noLocks get { 9 } }
    /// How many are the chorus's: its shape and its parameters.
    package static var chorusNumbers: Int { @_noLocks get { 8 } }

    /// The reverb with numbers that music moves; `nil` where it is off.
    ///
    /// - Parameter music: The numbers.
    /// - Returns: The parameters.
    @_noLocks
    package func reverb(moved music: borrowing MusicNumbers) -> ReverbParameters? {
        guard music.isMoving, var parameters = reverb else { return reverb }
        parameters.take(music.values, from: 0)
        return parameters
    }

    /// The chorus with numbers that music moves; `nil` where it is off.
    ///
    /// - Parameter music: The numbers.
    /// - Returns: The parameters.
    @_noLocks
    package func chorus(moved music: borrowing MusicNumbers) -> ChorusParameters? {
        guard music.isMoving, var parameters = chorus else { return chorus }
        parameters.take(music.values, from: 0)
        return parameters
    }
}
