/// The levels of headers from which regions inherit, outermost first.
enum SFZLevel: Int, CaseIterable {
    case global
    case master
    case group
    case region

    init?(header: String) {
        switch header {
        case "global": self = .global
        case "master": self = .master
        case "group": self = .group
        case "region": self = .region
        default: return nil
        }
    }
}
