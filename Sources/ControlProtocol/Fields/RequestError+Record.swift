extension RequestError: Record {
    package init() { self.init(number: 0, "") }

    package static let fields = Field<RequestError>.table {
        Field("number", \.number, "if failed")
        Field("message", \.message, "if failed")
    }
}
