import Glibc

/// The group that may use sound devices.
enum AudioGroup {
    /// The user's membership.
    enum Membership: Hashable, Sendable {
        /// This session has it.
        case member
        /// The user has it from the next login on.
        case fromNextLogin
        case none
    }

    static var membership: Membership {
        guard let entry = unsafe getgrnam("audio") else { return .none }
        let group = unsafe entry.pointee.gr_gid
        var groups = [gid_t](repeating: 0, count: max(Int(getgroups(0, nil)), 1))
        let count = Int(unsafe getgroups(Int32(groups.count), &groups))
        if getegid() == group || groups.prefix(max(count, 0)).contains(group) { return .member }
        guard let name = userName, var member = unsafe entry.pointee.gr_mem else { return .none }
        while let other = unsafe member.pointee {
            if unsafe String(cString: other) == name { return .fromNextLogin }
            unsafe member += 1
        }
        return .none
    }

    /// The way to join it; `nil` for members.
    static var joining: String? {
        guard membership == .none else { return nil }
        return "join the group 'audio' (sudo usermod -aG audio \(userName ?? "$USER"))"
    }

    /// The remedy if access to the devices is denied.
    static var advice: String {
        if let joining { return "\(joining), and log in again" }
        return membership == .member
            ? "you are in the group 'audio', but it has no permission either (ls -l /dev/snd)"
            : "log in again: you joined the group 'audio' after this session began"
    }

    private static var userName: String? {
        unsafe getpwuid(getuid()).map { unsafe String(cString: $0.pointee.pw_name) }
    }
}
