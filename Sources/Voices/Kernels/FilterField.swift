/// The fields of the filters of a group, each with a number for each lane.
enum FilterField: Int {
    case g, k, b, gStep, kStep, bStep, history, difference, scaled

    /// The voices of a group.
    static var lanes: Int { @_noLocks get { 8 } }

    /// The number of the field.
    var index: Int { @_noLocks get { rawValue } }

    /// The position of a lane's number among all floats.
    @_noLocks
    func position(_ lane: Int) -> Int { rawValue &* Self.lanes &+ lane }
}
