internal import Daemon
internal import Glibc
internal import RunTracking

/// The control thread's own: waits for clients, bytes and replies, and moves them.
struct ControlLoop: ~Copyable {
    /// Clients at one time; more are told to come again.
    static let clientLimit = 16

    private struct Client {
        let number: Int
        let descriptor: Int32
        var session: ControlSession
        var isGone = false
    }

    private let listener: ControlListener
    private let mailbox: ControlMailbox
    private let perform: ControlServer.Perform
    private var clients: [Client] = []
    private var numbers = 0

    init(listener: consuming ControlListener, mailbox: ControlMailbox, perform: @escaping ControlServer.Perform) {
        self.listener = listener
        self.mailbox = mailbox
        self.perform = perform
    }

    deinit {
        for client in clients { close(client.descriptor) }
    }

    /// How long a stop waits for commands that are being carried out, and for their answers to be taken.
    static let lastWords = Duration.milliseconds(500)

    mutating func run() {
        var end: Duration?
        while true {
            let ready = wait(until: end)
            let (letters, isStopping) = mailbox.collect()
            let now = SystemTime.uptime
            if isStopping, end == nil { end = now + ControlLoop.lastWords }
            for letter in letters { deliver(letter, at: now) }
            for index in clients.indices { serve(index, ready[index], isStopping: isStopping, at: now) }
            takeLeave(at: now)
            if let end, now >= end || !clients.contains(where: \.session.isOwedAnAnswer) { return }
            while !isStopping, let descriptor = listener.accept() {
                // Whoever hung up before this one came is not to take its place.
                if clients.count >= ControlLoop.clientLimit { dismissHangUps(at: now) }
                greet(descriptor, at: now)
            }
        }
    }

    /// Waits until something can be done; what each client is ready for.
    private func wait(until end: Duration?) -> [Int16] {
        var polled = clients.map { client in
            let events = (client.session.room > 0 ? POLLIN : 0) | (client.session.output.isEmpty ? 0 : POLLOUT)
            return pollfd(fd: client.descriptor, events: Int16(events), revents: 0)
        }
        polled.append(pollfd(fd: mailbox.wakeUp.descriptor, events: Int16(POLLIN), revents: 0))
        if end == nil { polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)) }
        poll(&polled, nfds_t(polled.count), milliseconds(until: (clients.map(\.session.patienceEnds) + [end]).compactMap(\.self).min()))
        return polled.map(\.revents)
    }

    /// What they sent before is taken first, so each round either takes something or lets somebody go.
    private mutating func dismissHangUps(at uptime: Duration) {
        while true {
            var polled = clients.map { pollfd(fd: $0.descriptor, events: 0, revents: 0) }
            guard poll(&polled, nfds_t(polled.count), 0) > 0 else { return }
            for index in clients.indices { serve(index, polled[index].revents, isStopping: false, at: uptime) }
            takeLeave(at: uptime)
        }
    }

    private func milliseconds(until uptime: Duration?) -> Int32 {
        guard let uptime else { return -1 }
        let left = max(uptime - SystemTime.uptime, .zero)
        return Int32(clamping: Int64(left / .milliseconds(1)) + 1)
    }

    private mutating func greet(_ descriptor: Int32, at uptime: Duration) {
        numbers &+= 1
        var session = ControlSession(at: uptime)
        if clients.count >= ControlLoop.clientLimit { session.end(with: .tooManyClients, at: uptime) }
        clients.append(Client(number: numbers, descriptor: descriptor, session: session))
        if clients.count > ControlLoop.clientLimit {
            // One try to tell it why; it is not waited for.
            send(clients.count - 1)
            clients[clients.count - 1].isGone = true
            takeLeave(at: uptime)
        }
    }

    private mutating func deliver(_ letter: ControlMailbox.Letter, at uptime: Duration) {
        guard let index = clients.firstIndex(where: { $0.number == letter.client }) else { return }
        clients[index].session.answered(letter.reply, at: uptime)
        send(index)
        advance(index, at: uptime)
    }

    private mutating func serve(_ index: Int, _ ready: Int16, isStopping: Bool, at uptime: Duration) {
        let bits = Int32(ready)
        if bits & POLLOUT != 0 { send(index) }
        if isStopping { return }
        if bits & (POLLIN | POLLHUP | POLLERR) != 0 { receive(index) }
        advance(index, at: uptime)
    }

    /// Has the next command of a client carried out, where one is due; faults are answered at once.
    private mutating func advance(_ index: Int, at uptime: Duration) {
        while true {
            if let command = clients[index].session.nextCommand(at: uptime) {
                let (number, perform, mailbox) = (clients[index].number, perform, mailbox)
                Task.detached { mailbox.post(.init(client: number, reply: await perform(command))) }
                return
            }
            guard !clients[index].session.output.isEmpty else { return }
            send(index)
            guard clients[index].session.output.isEmpty, !clients[index].session.isOver else { return }
        }
    }

    private mutating func receive(_ index: Int) {
        let room = clients[index].session.room
        guard room > 0 else {
            // Nothing is wanted of the client, and it hung up.
            clients[index].isGone = true
            return
        }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
            count = read(clients[index].descriptor, buffer.baseAddress, room)
            initialized = max(count, 0)
        }
        if count > 0 {
            clients[index].session.received(bytes)
        } else if count == 0 {
            clients[index].session.inputEnded()
        } else if errno != EAGAIN, errno != EINTR {
            clients[index].isGone = true
        }
    }

    private mutating func send(_ index: Int) {
        let output = clients[index].session.output
        guard !output.isEmpty else { return }
        let count = output.withUnsafeBytes { Glibc.send(clients[index].descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count > 0 {
            clients[index].session.sent(count)
        } else if errno != EAGAIN, errno != EINTR {
            clients[index].isGone = true
        }
    }

    private mutating func takeLeave(at uptime: Duration) {
        clients.removeAll { client in
            let isLate = client.session.patienceEnds.map { $0 <= uptime } ?? false
            guard client.isGone || client.session.isOver || isLate else { return false }
            close(client.descriptor)
            return true
        }
    }
}
