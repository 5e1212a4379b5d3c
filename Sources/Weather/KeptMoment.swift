internal import Navigation
internal import Networking
internal import Notation

/// An instant as it is kept across restarts, with what is needed to tell later how long ago it was.
struct KeptMoment {
    var moment: Moment
    /// Which start of the machine its uptime counts from.
    var boot: String?

    /// s from then to `now`: by uptime within one start of the machine, by the wall clock where it was and is trusted; nil where nobody
    /// can tell.
    func age(at now: KeptMoment) -> Double? {
        let age: Double
        if let boot, boot == now.boot {
            age = now.moment.seconds(since: moment)
        } else if moment.isWallTrusted, now.moment.isWallTrusted {
            age = now.moment.wall.seconds(since: moment.wall)
        } else {
            return nil
        }
        return age >= 0 ? age : nil
    }

    func write(to json: inout JSONWriter) {
        json.field("wall", TimestampText.string(moment.wall))
        json.field("wall_trusted", moment.isWallTrusted)
        json.field("uptime_s", moment.uptime.inSeconds, decimals: 3)
        json.field("boot", boot)
    }

    init(_ moment: Moment, boot: String?) {
        self.moment = moment
        self.boot = boot
    }

    init?(_ json: JSONValue) {
        guard let bytes = json["wall"]?.text.map({ Array($0.utf8) }), let wall = TimestampText.parse(bytes.span)?.time,
            let uptime = json["uptime_s"]?.number, (0...1e10).contains(uptime), let isTrusted = json["wall_trusted"]?.boolean
        else { return nil }
        moment = Moment(wall: wall, uptime: .seconds(uptime), isWallTrusted: isTrusted)
        boot = json["boot"]?.text
    }
}
