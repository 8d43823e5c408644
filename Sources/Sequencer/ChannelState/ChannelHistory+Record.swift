extension ChannelHistory {
    /// One value of a history, as a checkpoint keeps it: sixteen bytes.
    struct Record: BitwiseCopyable {
        /// The event that wrote it, as `LastWrite.stamp`.
        var stamp: Int
        /// Sampler and channel in the upper half, a field within the channel in the lower.
        var field: UInt32
        var value: UInt32
    }

    /// The fields that are neither a controller (0 … 127) nor a key pressure (128 … 255).
    private enum Field {
        static let program: UInt16 = 256
        static let programCoarse: UInt16 = 257
        static let programFine: UInt16 = 258
        static let pressure: UInt16 = 259
        static let bend: UInt16 = 260
        static let registered: UInt16 = 261
        static let nonRegistered: UInt16 = 262
        /// Bit 14 for registered ones, then seven bits coarse and seven fine.
        static let parameters: UInt16 = 0x8000
    }

    /// Adds all that is not as in a new history.
    func addRecords(to records: inout [Record], index: Int) {
        func add(_ field: UInt16, _ value: UInt32, _ stamp: Int) {
            guard stamp > 0 else { return }
            let field = UInt32(truncatingIfNeeded: index) << 16 | UInt32(field)
            records.append(Record(stamp: stamp, field: field, value: value))
        }
        for (number, slot) in controllers.enumerated() {
            add(UInt16(truncatingIfNeeded: number), UInt32(slot.value), slot.stamp)
        }
        for (key, slot) in keyPressures.enumerated() {
            add(UInt16(truncatingIfNeeded: 128 + key), UInt32(slot.value), slot.stamp)
        }
        add(Field.program, UInt32(program.value), program.stamp)
        add(Field.programCoarse, UInt32(programBank.coarse.value), programBank.coarse.stamp)
        add(Field.programFine, UInt32(programBank.fine.value), programBank.fine.stamp)
        add(Field.pressure, UInt32(pressure.value), pressure.stamp)
        add(Field.bend, UInt32(bend.value), bend.stamp)
        add(Field.registered, parameters.registered.packed, parameters.registeredStamp)
        add(Field.nonRegistered, parameters.nonRegistered.packed, parameters.nonRegisteredStamp)
        for (number, value) in parameters.values {
            let field = Field.parameters | UInt16(truncatingIfNeeded: number.packed)
            add(field, value.packed, value.stamp)
        }
    }

    /// Puts a value back.
    mutating func restore(_ record: Record) {
        let field = UInt16(truncatingIfNeeded: record.field)
        let slot = Slot(value: UInt8(truncatingIfNeeded: record.value), stamp: record.stamp)
        switch field {
        case 0...127:
            if controllers.isEmpty { controllers = Array(repeating: Slot(), count: 128) }
            controllers[Int(field)] = slot
            if field == 84 || field == 88 { hasOneShots = true }
        case 128...255:
            if keyPressures.isEmpty { keyPressures = Array(repeating: Slot(), count: 128) }
            keyPressures[Int(field) - 128] = slot
        case Field.program: program = slot
        case Field.programCoarse: programBank.coarse = slot
        case Field.programFine: programBank.fine = slot
        case Field.pressure: pressure = slot
        case Field.bend: bend = (UInt16(truncatingIfNeeded: record.value), record.stamp)
        case Field.registered:
            parameters.registered = .init(packed: record.value)
            parameters.registeredStamp = record.stamp
        case Field.nonRegistered:
            parameters.nonRegistered = .init(packed: record.value)
            parameters.nonRegisteredStamp = record.stamp
        default:
            let number = ParameterHistory.Number(packed: UInt32(field & 0x7FFF))
            parameters.values[number] = .init(packed: record.value, stamp: record.stamp)
        }
    }
}

extension ParameterHistory.Number {
    fileprivate var packed: UInt32 {
        (isRegistered ? 0x4000 : 0) | UInt32(coarse & 127) << 7 | UInt32(fine & 127)
    }

    fileprivate init(packed: UInt32) {
        self.init(
            isRegistered: packed & 0x4000 != 0,
            coarse: UInt8(truncatingIfNeeded: packed >> 7 & 127),
            fine: UInt8(truncatingIfNeeded: packed & 127)
        )
    }
}

extension ParameterHistory.Value {
    /// Coarse and fine part in a byte each, 255 for none; then the order, and the steps + 128.
    fileprivate var packed: UInt32 {
        UInt32(coarse ?? 255) | UInt32(fine ?? 255) << 8 | (endsFine ? 1 << 16 : 0)
            | UInt32(truncatingIfNeeded: steps + 128) << 24
    }

    fileprivate init(packed: UInt32, stamp: Int) {
        let coarse = UInt8(truncatingIfNeeded: packed)
        let fine = UInt8(truncatingIfNeeded: packed >> 8)
        self.init(
            coarse: coarse == 255 ? nil : coarse,
            fine: fine == 255 ? nil : fine,
            endsFine: packed >> 16 & 1 == 1,
            steps: Int(packed >> 24) - 128,
            stamp: stamp
        )
    }
}
