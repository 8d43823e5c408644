/// The exclusive classes for the groups of an SFZ file.
///
/// In an SFZ file a region is cut off by the groups that its `off_by` names, in a SoundFont by all
/// regions of its own class. Groups that are connected get one class.
struct SFZExclusiveClasses {
    private var classes: [Int: Int] = [:]

    init(_ regions: [SFZRegion], _ log: inout InstrumentLog) {
        var parents: [Int: Int] = [:]
        func root(_ group: Int) -> Int {
            var group = group
            while let parent = parents[group], parent != group { group = parent }
            return group
        }
        var used: [Int] = []
        for region in regions {
            guard let offBy = region.offBy, let cutting = Units.integer(offBy.number), cutting != 0
            else { continue }
            let group = region.group.flatMap { Units.integer($0.number) } ?? 0
            if group != cutting {
                log.addOnce(
                    .note,
                    offBy.position,
                    "off_by",
                    "groups that cut each other off in one direction do so in both"
                )
            }
            // A region without a group is cut off by a group that it is not in.
            let pair = group == 0 ? [cutting] : [group, cutting]
            for member in pair where parents[member] == nil {
                parents[member] = member
                used.append(member)
            }
            if let first = pair.first, let last = pair.last, root(first) != root(last) {
                // The older one stays the root, so that chains stay short.
                parents[root(last)] = root(first)
            }
        }
        var numbers: [Int: Int] = [:]
        for group in used {
            let top = root(group)
            if numbers[top] == nil { numbers[top] = numbers.count + 1 }
            classes[group] = numbers[top]
        }
    }

    /// The class of a region; 0 for none.
    func number(of region: SFZRegion) -> Int {
        let group = region.group.flatMap { Units.integer($0.number) } ?? 0
        if let number = classes[group], group != 0 { return number }
        guard let cutting = region.offBy.flatMap({ Units.integer($0.number) }) else { return 0 }
        return classes[cutting] ?? 0
    }
}
