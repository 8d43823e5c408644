import JSON

/// The rack's part of replies.
extension Reply {
    static func write(_ rack: RackListing, to answer: inout Answer) {
        answer.set("file", rack.file)
        answer.set("routes", rack.routes.map { (.string($0), $0) }, line: "route")
        answer.set(
            "samplers",
            rack.samplers.map { sampler in
                var object = JSONObject()
                object.set("name", sampler.name)
                object.set("fonts", sampler.fonts)
                let fonts = sampler.fonts.map(Words.word).joined(separator: " ")
                return (.object(object), "\(sampler.name) = \(fonts)")
            },
            line: "sampler"
        )
    }
}

extension RackListing {
    init(_ fields: JSONFields) throws(RequestError) {
        let file = try fields.optionalString("file")
        self.init(file: file, routes: try fields.strings("routes"))
        samplers = try fields.entries("samplers") { fields throws(RequestError) in
            let name = try fields.string("name")
            return Sampler(name: name, fonts: try fields.strings("fonts"))
        }
    }
}
