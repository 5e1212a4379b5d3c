/// The element names of GPX 1.0 and 1.1 that mean something here, and those of the extensions that fixes are read from.
enum GPXName: UInt8 {
    case unknown
    case gpx, metadata, wpt, rte, rtept, trk, trkseg, trkpt, extensions
    case ele, time, magvar, geoidheight, name, cmt, desc, src, link, sym, type, fix, sat, hdop, vdop, pdop, ageofdgpsdata, dgpsid
    case number, author, email, copyright, keywords, bounds, url, urlname, speed, course
    case error, segment, lap, marker, quality, run
    case verticalSpeed  // vertical_speed

    /// Spelled as in the file.
    var spelling: StaticString {
        switch self {
        case .unknown: ""
        case .gpx: "gpx"
        case .metadata: "metadata"
        case .wpt: "wpt"
        case .rte: "rte"
        case .rtept: "rtept"
        case .trk: "trk"
        case .trkseg: "trkseg"
        case .trkpt: "trkpt"
        case .extensions: "extensions"
        case .ele: "ele"
        case .time: "time"
        case .magvar: "magvar"
        case .geoidheight: "geoidheight"
        case .name: "name"
        case .cmt: "cmt"
        case .desc: "desc"
        case .src: "src"
        case .link: "link"
        case .sym: "sym"
        case .type: "type"
        case .fix: "fix"
        case .sat: "sat"
        case .hdop: "hdop"
        case .vdop: "vdop"
        case .pdop: "pdop"
        case .ageofdgpsdata: "ageofdgpsdata"
        case .dgpsid: "dgpsid"
        case .number: "number"
        case .author: "author"
        case .email: "email"
        case .copyright: "copyright"
        case .keywords: "keywords"
        case .bounds: "bounds"
        case .url: "url"
        case .urlname: "urlname"
        case .speed: "speed"
        case .course: "course"
        case .error: "error"
        case .segment: "segment"
        case .lap: "lap"
        case .marker: "marker"
        case .quality: "quality"
        case .run: "run"
        case .verticalSpeed: "vertical_speed"
        }
    }

    static let last = GPXName.verticalSpeed
}

/// Finds names by their first eight bytes taken as one number: a few nanoseconds each, whatever the name.
struct GPXNameTable {
    private let slots: [(key: UInt64, name: GPXName)]
    private static let size = 256  // a power of two, with room for few collisions among some fifty names

    init() {
        var slots = [(key: UInt64, name: GPXName)](repeating: (0, .unknown), count: Self.size)
        for code in 1...GPXName.last.rawValue {
            guard let name = GPXName(rawValue: code) else { continue }
            let key = name.spelling.withUTF8Buffer { spelling in
                var key: UInt64 = 0
                for index in 0..<min(spelling.count, 8) { key |= UInt64(spelling[index]) << UInt64(index * 8) }
                return key
            }
            var slot = Self.slot(of: key)
            while slots[slot].key != 0 { slot = (slot + 1) & (Self.size - 1) }
            slots[slot] = (key, name)
        }
        self.slots = slots
    }

    /// What a local name, ended by NUL, means.
    func name(of text: XMLText) -> GPXName {
        var key: UInt64 = 0
        var index = 0
        while index < 8 {
            let byte = text[index]
            if byte == 0 { break }
            key |= UInt64(byte) << UInt64(index * 8)
            index += 1
        }
        var slot = Self.slot(of: key)
        while true {
            let entry = slots[slot]
            if entry.key == 0 { return .unknown }
            if entry.key == key, index < 8 || text.equals(entry.name.spelling) { return entry.name }
            slot = (slot + 1) & (Self.size - 1)
        }
    }

    private static func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 56)  // Fibonacci hashing: the top bits are the best mixed
    }
}
