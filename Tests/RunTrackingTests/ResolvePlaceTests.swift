internal import Navigation
internal import RunTracking
internal import Testing

private let start = UTCTime(seconds: 1_796_025_600)  // 2026-11-30T08:00:00Z

private func moment(_ seconds: Double) -> Moment {
    Moment(wall: start.advanced(bySeconds: seconds), uptime: .seconds(5_000 + seconds))
}

/// A place so many metres north of a corner of the Han river.
private func north(_ metres: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: 37.55 + metres / 110_990, longitude: 127))
}

private func answer(_ name: String, validWithin: Double = 0) throws -> PlaceAnswer {
    var place = Place(label: name, provider: "test")
    place.name = name
    place.centre = try north(0)
    return PlaceAnswer(place: place, validWithin: validWithin)
}

private func settings(_ geocoder: PlaceSettings.Geocoder) -> PlaceSettings {
    var settings = PlaceSettings()
    settings.geocoder = geocoder
    return settings
}

@Suite("The place of a run")
struct ResolvePlaceTests {
    @Test("is looked up on the device when the run leaves the circle in which the answer holds, with the position as it is")
    func circle() throws {
        var resolve = ResolvePlace(settings: settings(.onDevice))
        var asked: [Double] = []
        for step in stride(from: 0.0, through: 1_000, by: 10) {
            guard case .place(let position) = resolve.due(at: try north(step), moment: moment(step)) else { continue }
            #expect(position == (try north(step)))
            asked.append(step)
            resolve.answered(.success(try answer("Here", validWithin: 395)), for: position, moment: moment(step))
        }
        #expect(asked == [0, 400, 800])
    }

    @Test(
        "is looked up beyond the circle and not within it, anywhere on the globe",
        arguments: [(0.0, 10.0), (-0.01, 10), (-37, -62), (46.2, 179.99), (-84.9, -179.99), (89.98, 45), (-90, 0)])
    func circleAnywhere(latitude: Double, longitude: Double) throws {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        var resolve = ResolvePlace(settings: settings(.onDevice))
        _ = resolve.due(at: centre, moment: moment(0))
        resolve.answered(.success(try answer("Here", validWithin: 8_000)), for: centre, moment: moment(0))
        let steps = [-0.08, -0.0725, -0.0714, -0.05, 0, 0.0501, 0.0717, 0.0722, 0.09]
        for north in steps where (latitude + north).magnitude <= 90 {
            for east in [-180, -2, -0.8, -0.104, -0.103, -0.0722, 0, 0.0715, 0.1036, 0.1041, 0.84, 40] {
                let wrapped = (longitude + east + 540).truncatingRemainder(dividingBy: 360) - 180
                let position = try #require(Coordinate(latitude: latitude + north, longitude: wrapped))
                var copy = resolve
                let isBeyond = Geodesy.distance(centre, position) > 8_000
                #expect((copy.due(at: position, moment: moment(1)) != nil) == isBeyond, "\(position)")
            }
        }
    }

    @Test("is told with the distance, bearing and label of now, without a look-up")
    func follows() throws {
        var resolve = ResolvePlace(settings: settings(.onDevice))
        _ = resolve.due(at: try north(0), moment: moment(0))
        resolve.answered(.success(try answer("Here", validWithin: 10_000)), for: try north(0), moment: moment(0))
        #expect(resolve.state(at: try north(0))?.place.label == "Here")
        let state = try #require(resolve.state(at: try north(4_600)))
        #expect(state.place.label == "5 km N of Here")
        #expect(abs((state.place.distanceKm ?? 0) - 4.6) < 0.01)
        let bearing = try #require(state.place.bearing)
        #expect(min(bearing, 360 - bearing) < 0.001)
        #expect(!state.isStale)
    }

    @Test("of a fast replay is asked of a service once, at the end")
    func atEnd() throws {
        var atEnd = settings(.service(PositionPrivacy()))
        atEnd.asksServiceAtEndOnly = true
        var resolve = ResolvePlace(settings: atEnd)
        for step in stride(from: 0.0, through: 10_000, by: 10) {
            #expect(resolve.due(at: try north(step), moment: moment(step)) == nil)
        }
        #expect(
            resolve.dueAtEnd(at: try north(10_000), moment: moment(10_000))
                == .place(at: try #require(Coordinate(latitude: 37.64, longitude: 127))))
        var live = ResolvePlace(settings: settings(.service(PositionPrivacy())))
        #expect(live.dueAtEnd(at: try north(0), moment: moment(0)) == nil)
    }

    @Test("is asked of a service at most once in 60 s and 500 m from the last request, in small steps too")
    func service() throws {
        var resolve = ResolvePlace(settings: settings(.service(PositionPrivacy(decimals: 4))))
        var asked: [Double] = []
        for second in 0..<3_600 {
            let metres = Double(second) * 3
            guard case .place(let sent) = resolve.due(at: try north(metres), moment: moment(Double(second))) else { continue }
            asked.append(Double(second))
            resolve.answered(.success(try answer("Here")), for: sent, moment: moment(Double(second) + 0.5))
        }
        let gaps = zip(asked.dropFirst(), asked).map { $0 - $1 }
        #expect(gaps.allSatisfy { (167...168).contains($0) }, "\(gaps)")  // 500 m at 3 m/s
        var fast = ResolvePlace(settings: settings(.service(PositionPrivacy())))
        var count = 0
        for second in 0..<600 {
            guard case .place(let sent) = fast.due(at: try north(Double(second) * 30), moment: moment(Double(second))) else { continue }
            count += 1
            fast.answered(.success(try answer("Here")), for: sent, moment: moment(Double(second) + 0.5))
        }
        #expect(count == 10)
    }

    @Test("is not asked of a service again where the same rounded position would be sent")
    func sameCell() throws {
        var resolve = ResolvePlace(settings: settings(.service(PositionPrivacy(decimals: 1))))
        var asked = 0
        for second in 0..<600 {
            guard case .place(let sent) = resolve.due(at: try north(Double(second) * 8), moment: moment(Double(second))) else { continue }
            asked += 1
            resolve.answered(.success(PlaceAnswer(place: nil)), for: sent, moment: moment(Double(second) + 0.5))
        }
        // 37.55 rounds to 37.6, as all positions up to 37.65 (11 km) do.
        #expect(asked == 1)
    }

    @Test("is asked of a service again after a failure, not before the backoff is over")
    func backoff() throws {
        var resolve = ResolvePlace(settings: settings(.service(PositionPrivacy())))
        var asked: [Int] = []
        for second in 0..<1_000 {
            guard case .place(let sent) = resolve.due(at: try north(0), moment: moment(Double(second))) else { continue }
            asked.append(second)
            resolve.answered(.failure(.unavailable(reason: "down")), for: sent, moment: moment(Double(second) + 0.5))
        }
        #expect(asked.count >= 3)
        #expect(zip(asked.dropFirst(), asked).allSatisfy { $0 - $1 >= 60 })
        #expect(resolve.trouble?.message == "cannot look up the place: down")
        #expect(resolve.trouble?.count == asked.count)
        #expect(resolve.trouble?.since == start.advanced(bySeconds: 0.5))
    }

    @Test("of a service is stale 2 km on and dropped 10 km on")
    func drop() throws {
        var resolve = ResolvePlace(settings: settings(.service(PositionPrivacy())))
        _ = resolve.due(at: try north(0), moment: moment(0))
        resolve.answered(.success(try answer("Here")), for: try #require(PositionPrivacy().leaving(try north(0))), moment: moment(0))
        #expect(resolve.state(at: try north(1_900))?.isStale == false)
        #expect(resolve.state(at: try north(2_100))?.isStale == true)
        #expect(resolve.state(at: try north(10_100)) == nil)
    }

    @Test("is unknown without a geocoder, and where nothing is within reach")
    func none() throws {
        var resolve = ResolvePlace(settings: settings(.none))
        #expect(resolve.due(at: try north(0), moment: moment(0)) == nil)
        var device = ResolvePlace(settings: settings(.onDevice))
        _ = device.due(at: try north(0), moment: moment(0))
        device.answered(.success(PlaceAnswer(place: nil, validWithin: 5_000)), for: try north(0), moment: moment(0))
        #expect(device.state(at: try north(0)) == nil)
        #expect(device.due(at: try north(4_900), moment: moment(1)) == nil)
        #expect(device.trouble == nil)
    }
}
