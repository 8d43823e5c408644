/// The SoundFonts in the text of a route, `PART=FONT[+FONT …][@BANK:PROGRAM][,OPTION …]`, in which a
/// backslash escapes the next character.
package enum RouteFonts {
    /// The route with its relative paths in a folder.
    ///
    /// A destination without a dot is the name of a sampler.
    package static func resolved(_ route: String, in folder: String) -> String {
        guard folder != "." else { return route }
        let escape = folder.map { "\\=,@+".contains($0) ? "\\\($0)" : String($0) }.joined()
        var result = ""
        var name = ""
        var isDestination = false
        var isEscaped = false
        var rest = route[...]
        func finished() -> String {
            let isFile = name.contains(".") && !name.hasPrefix("/")
            return isFile ? "\(escape)/\(name)" : name
        }
        while let character = rest.popFirst() {
            if isEscaped || character == "\\" {
                isEscaped = !isEscaped
                name.append(character)
                continue
            }
            switch character {
            case "=" where !isDestination:
                result += "\(name)="
                name = ""
                isDestination = true
            case "@" where isDestination:
                result += finished()
                name = ""
                // The preset, as far as the next layer or the options.
                while let next = rest.first, next != "+", next != "," {
                    name.append(rest.removeFirst())
                }
                result += "@\(name)"
                name = ""
            case "+" where isDestination:
                result += "\(finished())+"
                name = ""
            case "," where isDestination:
                return result + finished() + "," + rest
            default: name.append(character)
            }
        }
        return result + (isDestination ? finished() : name)
    }
}
