package import CALSA

extension SequencerClient {
    /// A port of any client; `nil` where there is none of these numbers.
    package func port(_ address: SequencerAddress) -> SequencerPort? {
        var client: OpaquePointer?
        guard unsafe snd_seq_client_info_malloc(&client) == 0, let client = unsafe client else {
            return nil
        }
        defer { unsafe snd_seq_client_info_free(client) }
        guard unsafe snd_seq_get_any_client_info(handle, Int32(address.client), client) == 0 else {
            return nil
        }
        var port: OpaquePointer?
        guard unsafe snd_seq_port_info_malloc(&port) == 0, let port = unsafe port else {
            return nil
        }
        defer { unsafe snd_seq_port_info_free(port) }
        let status = unsafe snd_seq_get_any_port_info(
            handle,
            Int32(address.client),
            Int32(address.port),
            port
        )
        return unsafe status == 0 ? Self.describe(client, port) : nil
    }

    /// The ports of a client.
    package func ports(ofClient number: Int) -> [SequencerPort] {
        var client: OpaquePointer?
        guard unsafe snd_seq_client_info_malloc(&client) == 0, let client = unsafe client else {
            return []
        }
        defer { unsafe snd_seq_client_info_free(client) }
        guard unsafe snd_seq_get_any_client_info(handle, Int32(number), client) == 0 else {
            return []
        }
        return unsafe ports(of: client)
    }

    /// The ports of all other clients.
    package func allPorts() -> [SequencerPort] {
        var client: OpaquePointer?
        guard unsafe snd_seq_client_info_malloc(&client) == 0, let client = unsafe client else {
            return []
        }
        defer { unsafe snd_seq_client_info_free(client) }
        var found: [SequencerPort] = []
        unsafe snd_seq_client_info_set_client(client, -1)
        while unsafe snd_seq_query_next_client(handle, client) == 0 {
            guard unsafe Int(snd_seq_client_info_get_client(client)) != number else { continue }
            unsafe found += ports(of: client)
        }
        return found
    }

    private func ports(of client: OpaquePointer) -> [SequencerPort] {
        var port: OpaquePointer?
        guard unsafe snd_seq_port_info_malloc(&port) == 0, let port = unsafe port else { return [] }
        defer { unsafe snd_seq_port_info_free(port) }
        var found: [SequencerPort] = []
        unsafe snd_seq_port_info_set_client(port, snd_seq_client_info_get_client(client))
        unsafe snd_seq_port_info_set_port(port, -1)
        while unsafe snd_seq_query_next_port(handle, port) == 0 {
            unsafe found.append(Self.describe(client, port))
        }
        return found
    }

    private static func describe(_ client: OpaquePointer, _ port: OpaquePointer) -> SequencerPort {
        let capability = unsafe Int32(bitPattern: snd_seq_port_info_get_capability(port))
        let type = unsafe Int32(bitPattern: snd_seq_port_info_get_type(port))
        let readable = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ
        let writable = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
        let isKernel = unsafe snd_seq_client_info_get_type(client) == SND_SEQ_KERNEL_CLIENT
        let clientName = unsafe String(cString: snd_seq_client_info_get_name(client))
        let number = unsafe snd_seq_client_info_get_client(client)
        return unsafe SequencerPort(
            address: SequencerAddress(
                client: Int(number),
                port: Int(snd_seq_port_info_get_port(port))
            ),
            clientName: clientName,
            name: String(cString: snd_seq_port_info_get_name(port)),
            isReadable: capability & readable == readable
                && capability & SND_SEQ_PORT_CAP_NO_EXPORT == 0,
            isWritable: capability & writable == writable
                && capability & SND_SEQ_PORT_CAP_NO_EXPORT == 0,
            isHardware: type & SND_SEQ_PORT_TYPE_HARDWARE != 0
                || (isKernel && snd_seq_client_info_get_card(client) >= 0),
            isUtility: number == Int32(SND_SEQ_CLIENT_SYSTEM)
                || (isKernel && clientName == "Midi Through")
        )
    }

    /// The ports connected to an input or an output.
    ///
    /// - Parameters:
    ///   - port: The input or output, from 0.
    ///   - direction: Which of them.
    /// - Returns: The ports of others.
    package func peers(
        of port: Int,
        _ direction: SequencerConnections.Direction
    ) -> [SequencerAddress] {
        var query: OpaquePointer?
        guard unsafe snd_seq_query_subscribe_malloc(&query) == 0, let query = unsafe query else {
            return []
        }
        defer { unsafe snd_seq_query_subscribe_free(query) }
        unsafe snd_seq_query_subscribe_set_client(query, Int32(number))
        unsafe snd_seq_query_subscribe_set_port(query, Int32(ownPort(port, direction)))
        let type: snd_seq_query_subs_type_t =
            switch direction {
            case .inputs: SND_SEQ_QUERY_SUBS_WRITE
            case .outputs: SND_SEQ_QUERY_SUBS_READ
            }
        unsafe snd_seq_query_subscribe_set_type(query, type)
        var found: [SequencerAddress] = []
        var index: Int32 = 0
        unsafe snd_seq_query_subscribe_set_index(query, index)
        while unsafe snd_seq_query_port_subscribers(handle, query) == 0 {
            if let sender = unsafe snd_seq_query_subscribe_get_addr(query)?.pointee {
                found.append(SequencerAddress(sender))
            }
            index += 1
            unsafe snd_seq_query_subscribe_set_index(query, index)
        }
        return found
    }

    /// Our port of an input or an output.
    private func ownPort(_ port: Int, _ direction: SequencerConnections.Direction) -> Int {
        switch direction {
        case .inputs: port
        case .outputs: inputs + port
        }
    }

    /// Connects a port to an input or an output.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - direction: Which of them.
    /// - Returns: Whether it was made: `false` for one that exists already, and for a port that has
    ///   disappeared.
    package func connect(
        _ connection: SequencerConnection,
        _ direction: SequencerConnections.Direction
    ) -> Bool {
        let own = Int32(ownPort(connection.port, direction))
        let (client, port) = (Int32(connection.peer.client), Int32(connection.peer.port))
        switch direction {
        case .inputs: return unsafe snd_seq_connect_from(handle, own, client, port) == 0
        case .outputs: return unsafe snd_seq_connect_to(handle, own, client, port) == 0
        }
    }

    /// Disconnects a port from an input or an output.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - direction: Which of them.
    /// - Returns: Whether there was one.
    package func disconnect(
        _ connection: SequencerConnection,
        _ direction: SequencerConnections.Direction
    ) -> Bool {
        let own = Int32(ownPort(connection.port, direction))
        let (client, port) = (Int32(connection.peer.client), Int32(connection.peer.port))
        switch direction {
        case .inputs: return unsafe snd_seq_disconnect_from(handle, own, client, port) == 0
        case .outputs: return unsafe snd_seq_disconnect_to(handle, own, client, port) == 0
        }
    }
}

extension SequencerAddress {
    /// ALSA's own form.
    package init(_ address: snd_seq_addr_t) {
        self.init(client: Int(address.client), port: Int(address.port))
    }
}
