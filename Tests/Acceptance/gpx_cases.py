"""GPX files of every kind that people have, made here, each with what is to be found in it.

`CASES` maps a name to a `Case`. Names say the trait. Nothing in them is of a real place or person.
"""
import gzip
from dataclasses import dataclass, field

V11 = 'xmlns="http://www.topografix.com/GPX/1/1"'
V10 = 'xmlns="http://www.topografix.com/GPX/1/0"'
TPX1 = 'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"'
TPX2 = 'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"'
GPXX = 'xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3"'
XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


@dataclass
class Case:
    data: bytes
    outcome: str = "ok"
    # What `check --json` says; only what is named here is compared.
    figures: dict = field(default_factory=dict)
    # Pieces of text that the repaired file holds.
    holds: tuple = ()
    lacks: tuple = ()


CASES = {}


def case(name, data, outcome="ok", *, holds=(), lacks=(), **figures):
    assert name not in CASES, name
    if isinstance(data, str):
        data = data.encode()
    CASES[name] = Case(data, outcome, figures, tuple(holds), tuple(lacks))


def gpx(body, root=V11, version="1.1", declaration=DECLARATION):
    return f'{declaration}<gpx version="{version}" creator="a test" {root}>{body}</gpx>\n'


def point(number, inside=None, name="trkpt"):
    """The points go north along 20° E from 10° N, each a thousandth of a degree and a second after the other."""
    if inside is None:
        inside = f"<ele>{100 + number}</ele><time>2026-11-30T08:{number // 60:02}:{number % 60:02}Z</time>"
    return f'<{name} lat="{10 + number / 1000:.3f}" lon="20.000">{inside}</{name}>'


def points(*range_):
    return "".join(point(number) for number in range(*range_))


def track(*segments, head=""):
    return f"<trk>{head}" + "".join(f"<trkseg>{segment}</trkseg>" for segment in segments) + "</trk>"


def with_point(inside, root=V11, version="1.1"):
    """Three points, the one in the middle with `inside`."""
    return gpx(track(point(0) + point(1, inside) + point(2)), root, version)


# Structure.
case("plain", gpx(track(points(5))), tracks=1, segments=1, points=5, points_with_time=5, first_time="2026-11-30T08:00:00Z",
     last_time="2026-11-30T08:00:04Z", ele_min_m=100.0, ele_max_m=104.0, raw_ascent_m=4.0, gpx_version="1.1", warnings=[])
case("two-tracks-three-segments", gpx(track(points(3), points(3, 5)) + track(points(5, 9))), tracks=2, segments=3, points=9)
case("empty-segments-and-tracks", gpx(track("", points(2), "") + "<trk/><trk><name>none</name></trk>"), tracks=3, segments=3, points=2,
     holds=["<name>none</name>"], lacks=["<trkseg></trkseg>", "<trkseg/>"])
case("single-point-segments", gpx(track(*[point(n) for n in range(6)])), segments=6, points=6, length_2d_m=0.0)
case("nothing-in-it", gpx(""), points=0, tracks=0)
case("waypoints-only", gpx(point(1, "<name>a</name>", "wpt") + point(2, "", "wpt")), waypoints=2, points=0, holds=["<name>a</name>"])
case("routes-only", gpx("<rte><name>r</name>" + point(1, "<name>x</name>", "rtept") + point(2, "", "rtept") + "</rte><rte/>"), routes=2,
     route_points=2, points=0, holds=["<name>r</name>", "<name>x</name>"])
case("everything-in-the-wrong-order", gpx(
    "<extensions><a:top xmlns:a='urn:a'>1</a:top></extensions>" + track(points(2), head="<type>run</type><name>t</name>")
    + "<rte>" + point(7, "<name>rp</name>", "rtept") + "<name>late</name></rte>" + point(8, "<sym>Flag</sym><name>w</name>", "wpt")
    + "<metadata><time>2026-11-30T08:00:00Z</time><name>m</name></metadata>"
    + track(points(2, 4), head="") .replace("</trk>", "<name>after</name></trk>")),
    tracks=2, points=4, waypoints=1, routes=1, holds=["<name>late</name>", "<name>after</name>", "<name>m</name>", "<sym>Flag</sym>", ">1</a:top>"])
case("points-outside-a-segment", gpx("<trk>" + point(0) + "<trkseg>" + points(1, 3) + "</trkseg></trk>" + point(9)), points=2, segments=1)
case("segment-outside-a-track", gpx("<trkseg>" + points(3) + "</trkseg>" + track(points(2))), points=2, segments=1, tracks=1)
case("nested-points", with_point("<ele>5</ele><extensions><trkpt lat='1' lon='1'><ele>999</ele><time>1999-01-01T00:00:00Z</time></trkpt>"
                                 "</extensions>"), points=3, points_with_time=2, ele_min_m=5.0, ele_max_m=102.0)
case("gpx-inside-an-extension", gpx(track(points(2)) + "<extensions><x:gpx xmlns:x='urn:x'><trk><trkseg>" + point(5)
                                    + "</trkseg></trk></x:gpx></extensions>"), tracks=1, points=2)
case("a-track-inside-metadata", gpx("<metadata>" + track(points(2)) + "</metadata>" + track(points(3))), tracks=1, points=3)
case("many-tiny-tracks", gpx("".join(track(point(n % 3600)) for n in range(3000))), tracks=3000, points=3000)

# Namespaces, versions, declarations.
case("no-namespace", gpx(track(points(3)), ""), points=3)
case("https-namespace", gpx(track(points(3)), V11.replace("http:", "https:")), points=3,
     holds=['xmlns="http://www.topografix.com/GPX/1/1"'], lacks=["https"])
case("namespace-with-a-slash-behind", gpx(track(points(3)), V11.replace('/1"', '/1/"')), points=3)
case("every-element-prefixed", gpx(track(points(3)), V11.replace("xmlns=", "xmlns:g="))
     .replace("<gpx", "<g:gpx").replace("</gpx", "</g:gpx").replace("<tr", "<g:tr").replace("</tr", "</g:tr")
     .replace("<ele", "<g:ele").replace("</ele", "</g:ele").replace("<time", "<g:time").replace("</time", "</g:time"), points=3, points_with_time=3)
case("foreign-default-namespace", f'<g:gpx version="1.1" creator="c" xmlns:g="http://www.topografix.com/GPX/1/1" xmlns="urn:other">'
     '<g:trk><g:trkseg><g:trkpt lat="1" lon="2"><ele>7</ele><g:ele>8</g:ele></g:trkpt><trkpt lat="3" lon="4"/></g:trkseg></g:trk></g:gpx>',
     points=1, ele_max_m=8.0, holds=["7</ele>"])
case("versions-mixed-by-namespace", gpx(f"<trk {V10}><trkseg>{points(2)}</trkseg></trk><trk xmlns=''><trkseg>{points(2)}</trkseg></trk>"),
     tracks=2, points=4)
case("prefix-bound-anew-inside", gpx(f"<a:trk xmlns:a='http://www.topografix.com/GPX/1/1'><a:trkseg>{points(2)}</a:trkseg></a:trk>"
                                     f"<a:trk xmlns:a='urn:other'><a:trkseg>{points(2)}</a:trkseg></a:trk>"), tracks=1, points=2)
case("undeclared-prefix", with_point("<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>150</gpxtpx:hr></gpxtpx:TrackPointExtension>"
                                     "<foo:bar>x</foo:bar></extensions>"), points=3, holds=["150</gpxtpx:hr>", "x</foo:bar>"])
case("no-version-no-creator", gpx(track(points(2))).replace(' version="1.1" creator="a test"', ""), points=2)
case("version-that-does-not-exist", gpx(track(points(2)), version="1.2"), points=2, gpx_version="1.2", holds=['version="1.1"'])
case("no-declaration", gpx(track(points(2)), declaration=""), points=2)
case("declaration-in-single-quotes", gpx(track(points(2)), declaration="<?xml version='1.0' encoding='utf-8' standalone='no' ?>\r\n"), points=2)
case("blank-lines-before-the-declaration", "\r\n \t\n" + gpx(track(points(2))), points=2)
case("uppercase-elements", gpx(track(points(2))).replace("gpx", "GPX"), "error")
case("stylesheet-and-comments-first", DECLARATION + "<?xml-stylesheet href='x.xsl'?><!-- é --><!-- -->\n"
     + gpx(track(points(2)), declaration=""), points=2)
case("doctype-without-entities", DECLARATION + '<!DOCTYPE gpx SYSTEM "gpx.dtd">' + gpx(track(points(2)), declaration=""), points=2)
case("doctype-with-a-plain-entity", DECLARATION + '<!DOCTYPE gpx [<!ENTITY who "Ann">]>'
     + gpx(track(points(2), head="<name>&who; runs</name>"), declaration=""), points=2, holds=["<name>Ann runs</name>"])
case("xml-1-1", gpx(track(points(2)), declaration='<?xml version="1.1"?>'), points=2)

# Encodings.
NAME = "Überlauf bei Küçük"
case("byte-order-mark", b"\xef\xbb\xbf" + gpx(track(points(2), head=f"<name>{NAME}</name>")).encode(), points=2, holds=[f"<name>{NAME}</name>"])
case("byte-order-mark-and-blanks", b"\xef\xbb\xbf\n " + gpx(track(points(2))).encode(), points=2)
for code in ("utf-16-le", "utf-16-be"):
    mark = b"\xff\xfe" if code.endswith("le") else b"\xfe\xff"
    text = gpx(track(points(4), head=f"<name>{NAME} \U0001f3c3</name>"), declaration='<?xml version="1.0" encoding="UTF-16"?>')
    case(f"{code}-with-mark", mark + text.encode(code), points=4, holds=[f"<name>{NAME} \U0001f3c3</name>"])
    case(f"{code}-without-mark", text.encode(code), points=4)
for code, text in {"iso-8859-1": "Fußweg à Paris", "windows-1252": "Fußweg – 3 €", "iso-8859-15": "Œuvre 5 €", "windows-1251": "Пробежка",
                   "iso-8859-2": "Běh přes řeku", "koi8-r": "Пробежка", "windows-1250": "Běh přes řeku", "iso-8859-9": "Koşu İzmir",
                   "windows-1253": "Τρέξιμο", "iso-8859-5": "Пробежка", "cp437": "über", "macintosh": "über"}.items():
    name = {"macintosh": "mac-roman"}.get(code, code)
    case(f"in-{code}", gpx(track(points(3), head=f"<name>{text}</name>"), declaration=f'<?xml version="1.0" encoding="{code}"?>\n').encode(name),
         points=3, holds=[f"<name>{text}</name>"])
case("in-shift-jis", gpx(track(points(3), head="<name>走る</name>"), declaration='<?xml version="1.0" encoding="Shift_JIS"?>\n').encode("shift_jis"), "error")
case("in-an-encoding-of-no-such-name", gpx(track(points(3)), declaration='<?xml version="1.0" encoding="../../x"?>\n'), "error")
case("latin-1-that-claims-utf-8", gpx(track(points(3)) + "<trk><name>Fußweg</name></trk>").encode("latin-1"), "partial", points=3)
case("us-ascii", gpx(track(points(3)), declaration='<?xml version="1.0" encoding="US-ASCII"?>'), points=3)

# Compression.
PLAIN = gpx(track(points(200))).encode()
case("gzip", gzip.compress(PLAIN, mtime=0), points=200)
case("gzip-of-two-members", gzip.compress(PLAIN[:5000], mtime=0) + gzip.compress(PLAIN[5000:], mtime=0), points=200)
case("gzip-with-zeros-behind", gzip.compress(PLAIN, mtime=0) + bytes(512), points=200)
case("gzip-cut", gzip.compress(PLAIN, mtime=0)[:600], "partial")
case("gzip-with-a-wrong-sum", gzip.compress(PLAIN, mtime=0)[:-8] + bytes(8), "partial", points=200)
case("gzip-with-rubbish-behind", gzip.compress(PLAIN, mtime=0) + b"rubbish", "partial", points=200)
case("gzip-of-nothing", gzip.compress(b"", mtime=0), "error")

# Spellings that XML allows.
case("crlf", gpx(track(points(4), head="<name>a\r\nb</name>")).replace("><", ">\r\n<"), points=4, holds=["<name>a\nb</name>"])
case("bare-carriage-returns", gpx(track(points(4))).replace("><", ">\r<"), points=4)
case("longitude-first-in-single-quotes", gpx(track("<trkpt\n  lon = '20'\n  lat\t=\t'10' ></trkpt><trkpt lon='20' lat='11'/>")), points=2)
case("numbers-by-reference", gpx(track('<trkpt lat="&#49;&#x30;.5" lon="2"><ele>1&#48;0</ele></trkpt>')), points=1, ele_max_m=100.0)
case("cdata-comments-instructions-in-values", with_point("<ele><!-- a -->1<![CDATA[0]]><?x y?>7</ele><time><![CDATA[2026-11-30T08:00:01Z]]></time>"),
     points=3, points_with_time=3, ele_max_m=107.0)
case("blanks-in-values", gpx(track('<trkpt lat=" 10 " lon="\n20\t"><ele>\n  7.5\n</ele><time> 2026-11-30T08:00:00Z\n</time></trkpt>')), points=1,
     points_with_time=1, ele_max_m=7.5)
case("blanks-in-tags", gpx(track(points(3))).replace("</trkpt>", "</trkpt\n >").replace("<ele>", "<ele >"), points=3, ele_max_m=102.0)
case("unknown-attributes", gpx(track('<trkpt lat="1" lon="2" extra="x" xml:lang="de"><ele unit="m">3</ele></trkpt>')), points=1, ele_max_m=3.0)

# Numbers.
case("numbers-of-many-spellings", gpx(track("".join(f'<trkpt lat="{n}" lon="{n}"><ele>{n}</ele></trkpt>' for n in
     ("+5", "-5.", ".5", "05", "-0", "5e0", "4.5E1", "1e-07", "0." + "3" * 60, "9" * 1 + "." + "1" * 200)))), points=10, ele_max_m=45.0)
case("elevations-that-are-none", gpx(track("".join(point(n, f"<ele>{text}</ele>") for n, text in enumerate(
     ("NaN", "INF", "-Infinity", "1e400", "0x1F", "1,5", "12 m", "--1", "1.2.3", "1e", "e5", ".", "+", "١٢", "1_000", "1 000"))) + point(99, "<ele>6</ele>"))),
     "partial", points=17, ele_min_m=6.0, ele_max_m=6.0)
case("empty-elevations", gpx(track(point(0, "<ele/>") + point(1, "<ele> </ele>") + point(2, "<ele></ele><time/>"))), points=3, ele_max_m=None)
case("elevation-twice", with_point("<ele>1</ele><ele>2</ele>"), "partial", points=3, ele_min_m=1.0)
case("time-twice", with_point("<time>2026-11-30T08:00:01Z</time><time>2027-11-30T08:00:01Z</time>"), "partial", points=3, points_with_time=3)
case("elevations-far-out", gpx(track(point(0, "<ele>-11034.55</ele>") + point(1, "<ele>1.5e20</ele>") + point(2, "<ele>-1e-30</ele>"))), points=3,
     ele_min_m=-11034.55, lacks=["e20", "e-30"])
case("positions-that-are-none", gpx(track(point(0) + "".join(f'<trkpt lat="{a}" lon="{b}"><ele>900</ele></trkpt>' for a, b in
     (("", "1"), ("91", "1"), ("-90.0001", "1"), ("1", "181"), ("37,5", "1"), ("N10", "1"), ("nan", "1"), ("1", "inf"), ("1e3", "1"), ("0x1", "1")))
     + '<trkpt lat="1"/><trkpt lon="1"/><trkpt/>' + point(1))), "partial", points=2, ele_max_m=101.0)
case("no-position-at-all", gpx(track("<trkpt/><trkpt lat='x' lon='1'/>")), "error", points=0)
case("edges-of-the-globe", gpx(track('<trkpt lat="90" lon="180"/><trkpt lat="-90" lon="-180"/><trkpt lat="0" lon="180.0"/>'
                                     '<trkpt lat="0" lon="179.9999999999"/>')), points=4, lacks=['lon="180'])
case("waypoint-without-a-position", gpx("<wpt><name>lost</name></wpt><wpt lat='95' lon='1'/>" + point(3, "", "wpt") + track(points(2))), points=2,
     waypoints=3)
case("route-point-without-a-position", gpx("<rte>" + point(1, "", "rtept") + "<rtept lat='x' lon='1'/></rte>" + track(points(2))), points=2,
     route_points=1)
case("pause-marks", gpx(track(point(0) + '<trkpt lat="100" lon="0"/><trkpt lat="200" lon="0"/>' + point(1))), "partial", points=2)

# Times.
case("times-of-many-spellings", gpx(track("".join(point(n, f"<time>{text}</time>") for n, text in enumerate(
     ("2026-11-30T08:00:00Z", "2026-11-30T10:00:01+02:00", "2026-11-30T03:30:02-0430", "2026-11-30T08:00:03.5Z", "2026-11-30T08:00:04.123456789Z",
      "2026-11-30 08:00:05Z", "2026-11-30T08:00:06", "2026-11-29T24:00:00Z", "2016-12-31T23:59:60Z", "2024-02-29T00:00:00Z", "2026-11-30T08:01Z"))))),
     points=11, points_with_time=11, last_time="2026-11-30T08:01:00Z", holds=["<time>2026-11-30T08:00:01Z</time>", "<time>2026-11-30T08:00:02Z</time>",
     "<time>2026-11-30T08:00:03.500Z</time>", "<time>2026-11-30T00:00:00Z</time>", "<time>2017-01-01T00:00:00Z</time>"])
case("times-that-are-none", gpx(track("".join(point(n, f"<time>{text}</time>") for n, text in enumerate(
     ("2026-11-00T08:00:00Z", "2026-13-01T08:00:00Z", "2025-02-29T08:00:00Z", "2026-11-30", "08:00:00", "1796025600", "30.11.2026 08:00",
      "2026-11-30T25:00:00Z", "2026-11-30T08:60:00Z", "2026-11-30T08:00:61Z", "2026-11-30T08:00:00.Z", "2026-11-30T08:00:00+02:00[Europe/Brussels]",
      "0000-01-01T00:00:00Z", "2026-11-30T08:00:00ZZ", "yesterday")))), ), "partial", points=15, points_with_time=0, first_time=None)
case("times-before-elevations", gpx(track("".join(point(n, f"<time>2026-11-30T08:00:0{n}Z</time><ele>{n}</ele>") for n in range(3)))), points=3,
     holds=["<ele>1</ele><time>2026-11-30T08:00:01Z</time>"])
case("times-back-and-repeated", gpx(track("".join(point(n, f"<time>2026-11-30T08:00:{s:02}Z</time>") for n, s in enumerate((5, 5, 4, 9, 1))))), points=5,
     points_with_time=5, first_time="2026-11-30T08:00:05Z", last_time="2026-11-30T08:00:01Z")
case("no-times", gpx(track("".join(point(n, "") for n in range(4)))), points=4, points_with_time=0, first_time=None, last_time=None)

# Fields and foreign elements.
ALL = ("<ele>1.5</ele><time>2026-11-30T08:00:01Z</time><magvar>3.25</magvar><geoidheight>47.1</geoidheight><name>n</name><cmt>c</cmt><desc>d</desc>"
       "<src>s</src><link href='http://example.org/a?b=1&amp;c=2'><text>t</text><type>text/html</type></link><link href='b.jpg'/><sym>Flag</sym><type>y</type>"
       "<fix>dgps</fix><sat>9</sat><hdop>0.9</hdop><vdop>1.1</vdop><pdop>1.4</pdop><ageofdgpsdata>2.5</ageofdgpsdata><dgpsid>17</dgpsid>")
case("all-fields", gpx(point(5, ALL, "wpt") + "<rte>" + point(6, ALL, "rtept") + "</rte>" + track(point(1, ALL) + point(2))), points=2, holds=[
     "<magvar>3.25</magvar><geoidheight>47.1</geoidheight><name>n</name><cmt>c</cmt><desc>d</desc><src>s</src>"
     '<link href="http://example.org/a?b=1&amp;c=2"><text>t</text><type>text/html</type></link><link href="b.jpg"></link><sym>Flag</sym><type>y</type>'
     "<fix>dgps</fix><sat>9</sat><hdop>0.9</hdop><vdop>1.1</vdop><pdop>1.4</pdop><ageofdgpsdata>2.5</ageofdgpsdata><dgpsid>17</dgpsid>"], warnings=[])
case("fields-backwards", with_point("<dgpsid>17</dgpsid><extensions><a:b xmlns:a='urn:a'>x</a:b></extensions><pdop>1</pdop><hdop>2</hdop><sat>8</sat><fix>3d</fix>"
     "<name>late</name><time>2026-11-30T08:00:01Z</time><ele>1</ele>"), points=3,
     holds=["<fix>3d</fix><sat>8</sat><hdop>2</hdop><pdop>1</pdop><dgpsid>17</dgpsid><extensions>"])
case("fields-that-are-none", with_point("<fix>3D</fix><sat>-1</sat><hdop>NaN</hdop><vdop>high</vdop><magvar>360</magvar><dgpsid>1024</dgpsid><geoidheight>x</geoidheight>"
     "<pdop>1e2</pdop>"), points=3, holds=["<pdop>100</pdop>"], lacks=["<fix>", "<sat>", "<hdop>", "<vdop>", "<magvar>", "<dgpsid>", "<geoidheight>"])
case("gpx-1-0", gpx("<name>n</name><desc>d</desc><author>A. Tester</author><email>a@example.org</email><url>http://example.org</url><urlname>home</urlname>"
     "<time>2026-11-30T08:00:00Z</time><keywords>k</keywords><bounds minlat='10' minlon='20' maxlat='11' maxlon='180'/>"
     + point(9, "<name>w</name><url>w.html</url><urlname>W</urlname>", "wpt")
     + track(point(0) + point(1, "<ele>5</ele><time>2026-11-30T08:00:01Z</time><course>90.5</course><speed>3.25</speed><fix>2d</fix><sat>6</sat>"),
             head="<name>t</name><url>t.html</url><number>4</number><topo:color xmlns:topo='http://www.topografix.com/GPX/gpx_overlay/0/3'>ff0000</topo:color>"),
     V10, "1.0"), gpx_version="1.0", points=2, waypoints=1, holds=[
     "<author><name>A. Tester</name>", 'id="a" domain="example.org"', '<link href="http://example.org"><text>home</text>', "<number>4</number>", "ff0000</topo:color>",
     "<gpxtpx:speed>3.25</gpxtpx:speed><gpxtpx:course>90.5</gpxtpx:course>", '<link href="w.html"><text>W</text>', "<keywords>k</keywords>"])
case("gpx-1-0-foreign-elements-in-points", with_point("<ele>5</ele><x:hr xmlns:x='urn:x'>140</x:hr><time>2026-11-30T08:00:01Z</time>", V10, "1.0"), points=3,
     holds=["140</x:hr>"])
case("unprefixed-extensions", with_point("<ele>5</ele><extensions><speed>3.5</speed><hr>150</hr><power>200</power><nested><deep>1</deep></nested></extensions>"), points=3,
     holds=["3.5<", ">150<", ">200<", ">1<"])
case("garmin-extensions", with_point("<ele>5</ele><extensions><gpxtpx:TrackPointExtension><gpxtpx:atemp>21.0</gpxtpx:atemp><gpxtpx:hr>150</gpxtpx:hr><gpxtpx:cad>85</gpxtpx:cad>"
     "</gpxtpx:TrackPointExtension></extensions>", f"{V11} {TPX1} {GPXX}"), points=3, holds=["150</gpxtpx:hr>", "85</gpxtpx:cad>", "21.0</gpxtpx:atemp>"])
case("garmin-extensions-under-another-prefix", with_point("<extensions><ns3:TrackPointExtension><ns3:hr>150</ns3:hr><ns3:speed>3</ns3:speed></ns3:TrackPointExtension></extensions>",
     V11 + " " + TPX2.replace("gpxtpx", "ns3")), points=3, holds=["150</ns3:hr>", "3</ns3:speed>"])
case("extensions-twice", with_point("<extensions><a:x>1</a:x></extensions><extensions><a:y>2</a:y></extensions>", V11 + " xmlns:a='urn:a'"), points=3,
     holds=["<extensions><a:x>1</a:x><a:y>2</a:y></extensions>"])
case("extensions-everywhere", gpx("<metadata><extensions><a:m>1</a:m></extensions></metadata>" + point(7, "<extensions><a:w>2</a:w></extensions>", "wpt")
     + "<rte><extensions><a:r>3</a:r></extensions>" + point(8, f"<extensions><gpxx:RoutePointExtension><gpxx:rpt lat='1' lon='2'/><gpxx:rpt lat='3' lon='4'/></gpxx:RoutePointExtension></extensions>", "rtept") + "</rte>"
     + f"<trk><extensions><gpxx:TrackExtension><gpxx:DisplayColor>Red</gpxx:DisplayColor></gpxx:TrackExtension></extensions><trkseg>{points(2)}<extensions><a:s>4</a:s></extensions></trkseg></trk>"
     "<extensions><a:g>5</a:g></extensions>", f"{V11} xmlns:a='urn:a' {GPXX}"), points=2, route_points=1,
     holds=["<a:m>1</a:m>", "<a:w>2</a:w>", "<a:r>3</a:r>", 'gpxx:rpt lat="3" lon="4"', ">Red<", "<a:s>4</a:s>", "<a:g>5</a:g>"])
case("extension-with-a-default-namespace", with_point("<extensions><TrackPointExtension xmlns='http://www.garmin.com/xmlschemas/TrackPointExtension/v1'><hr>151</hr></TrackPointExtension></extensions>"),
     points=3, holds=["<hr>151</hr>"])
case("extension-with-attributes-and-text", with_point("<extensions><a:x p='1 &lt; 2 &amp; \"3\"' a:q='é'> mixed <a:i/> text </a:x></extensions>", V11 + " xmlns:a='urn:a'"), points=3,
     holds=['p="1 &lt; 2 &amp; &quot;3&quot;"', 'a:q="é"', " mixed ", " text "])
case("extension-with-a-schema-type", with_point("<extensions><a:x xsi:type='a:T' xsi:nil='true'>1</a:x></extensions>", f"{V11} xmlns:a='urn:a' {XSI}"), points=3, holds=[">1</a:x>"])
case("elements-that-gpx-does-not-know", with_point("<heartrate>99</heartrate><ele>5</ele>"), points=3, holds=[">99<"])
case("two-names-and-two-metadata", gpx("<metadata><name>one</name></metadata><metadata><desc>two</desc></metadata>" + track(points(2), head="<name>a</name><name>b</name>")),
     points=2, holds=["<name>one</name>", "<desc>two</desc>", "<name>a</name>"])
case("metadata-of-every-kind", gpx("<metadata><bounds maxlon='21' minlat='9' minlon='19' maxlat='11'/><keywords>a, b</keywords><time>2026-11-30T09:00:00+01:00</time><link href='x y&amp;z'/>"
     "<copyright author='Ann'><year>2026</year><license>http://example.org/licence</license></copyright><author><link href='http://example.org/ann'/><email id='ann' domain='example.org'/>"
     "<name>Ann</name></author><desc>d</desc><name>n</name></metadata>" + track(points(2))), points=2, holds=["<name>n</name><desc>d</desc><author><name>Ann</name>",
     "<year>2026</year>", "<keywords>a, b</keywords><bounds", "<time>2026-11-30T08:00:00Z</time>"])
case("metadata-of-every-wrong-kind", gpx("<metadata><bounds minlat='9'/><time>soon</time><link/><copyright><year>year</year></copyright><author><email id='a'/></author>"
     "<name></name></metadata>" + track(points(2), head="<number>-1</number><link/><type/>")), points=2, lacks=["<bounds", "soon", "<number>"])
case("escapes-in-texts", gpx(track(points(2), head="<name>a &lt;b&gt; &amp; \"c\" &#x1F3C3; &#xA0;</name><desc><![CDATA[<p>x & y</p>]]></desc>")), points=2,
     holds=["a &lt;b&gt; &amp; &quot;c&quot; \U0001f3c3", "&lt;p&gt;x &amp; y&lt;/p&gt;"])
case("links-that-are-no-addresses", gpx(point(1, "<link href='http://example.org/a b/ü?x=[1]%zz'/>", "wpt") + track(points(2))), points=2)
case("numbers-with-a-track", gpx(track(points(2), head="<number>007</number>") + track(points(2, 4), head="<number>2.0</number>")), points=4,
     holds=["<number>7</number>", "<number>2</number>"])

# Damage.
LONG = gpx(track(points(40)))
HEAD, TAIL = LONG[:LONG.index("<trkpt lat=\"10.030\"")], LONG[LONG.index("<trkpt lat=\"10.030\""):]
for name, end in {"inside-a-tag": "<trkp", "inside-an-attribute": '<trkpt lat="10.0', "inside-a-value": point(30)[:30], "inside-a-closing-tag": point(30)[:-4],
                  "before-the-closing-tags": "", "inside-a-comment": "<!-- half", "inside-cdata": "<name><![CDATA[half", "inside-a-reference": "<name>&am",
                  "before-the-segment-ends": "</trkse"}.items():
    case(f"cut-{name}", HEAD + end, "partial", points=30)
case("cut-inside-a-character", (HEAD + "<name>é").encode()[:-1], "partial", points=30)
case("cut-before-the-last-bracket", LONG.rstrip()[:-1], "partial", points=40)
case("cut-inside-the-root", LONG[:80], "error", points=0)
case("cut-behind-a-header", LONG[:LONG.index("<trkpt")], "error", points=0)
case("zeros-behind", LONG.encode() + bytes(4096), "partial", points=40)
case("zeros-in-the-middle", HEAD.encode() + bytes(512) + TAIL.encode(), "partial", points=30)
case("zeros-only", bytes(8192), "error")
case("rubbish-in-the-middle", HEAD.encode() + bytes(range(256)) + TAIL.encode(), "partial", points=30)
case("a-hole-in-the-middle", HEAD + TAIL[40:], "partial", points=30)
case("mismatched-tag", HEAD + "</trk>" + TAIL, "partial", points=30)
case("bare-ampersand", HEAD + "<trkpt lat='1' lon='1'><name>a & b</name></trkpt>" + TAIL, "partial", points=30)
case("entity-of-html", HEAD + "<trkpt lat='1' lon='1'><name>a&nbsp;b</name></trkpt>" + TAIL, "partial", points=30)
case("control-character", HEAD + "<trkpt lat='1' lon='1'><name>a\x0bb</name></trkpt>" + TAIL, "partial", points=30)
case("attribute-twice", HEAD + "<trkpt lat='1' lon='1' lat='2'/>" + TAIL, "partial", points=30)
case("bytes-that-are-no-utf-8", HEAD.encode() + b"<trkpt lat='1' lon='1'><name>\xff\xfe</name></trkpt>" + TAIL.encode(), "partial", points=30)
case("surrogates-as-utf-8", HEAD.encode() + b"<trkpt lat='1' lon='1'><name>\xed\xa0\x80</name></trkpt>" + TAIL.encode(), "partial", points=30)
case("two-documents", LONG + LONG, "partial", points=40)
case("text-behind-the-root", LONG + "goodbye", "partial", points=40)
case("blanks-and-comments-behind-the-root", LONG + "\n\n<!-- bye -->\n<?x?>  ", points=40)
case("html-page", "<!DOCTYPE html><html><body>404</body></html>", "error")
case("kml", '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>', "error")
case("json", '{"type": "FeatureCollection"}', "error")
case("empty", b"", "error")
case("blanks-only", " \n\t", "error")
case("one-bracket", "<", "error")

# Attacks.
BOMB = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
case("entity-bomb", f'{DECLARATION}<!DOCTYPE gpx [<!ENTITY a0 "lol">{BOMB}]>' + gpx(track(points(2), head="<name>&a9;</name>"), declaration=""), "error")
case("entity-that-is-long", f'{DECLARATION}<!DOCTYPE gpx [<!ENTITY a "{"x" * 100_000}">]>' + gpx(f"<trk><name>{'&a;' * 1000}</name></trk>", declaration=""), "error")
case("external-entity", f'{DECLARATION}<!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + gpx(track(points(2), head="<name>&a;</name>"), declaration=""), "error")
case("parameter-entity", f'{DECLARATION}<!DOCTYPE gpx [<!ENTITY % a SYSTEM "http://127.0.0.1:9/x.dtd"> %a;]>' + gpx(track(points(2)), declaration=""), "error")
case("nested-ten-thousand-deep", gpx(track(points(2)) + "<extensions>" + "<a>" * 10_000 + "</a>" * 10_000 + "</extensions>"), "error")
case("many-attributes", gpx(track('<trkpt lat="1" lon="2" ' + " ".join(f'a{n}="1"' for n in range(20_000)) + "/>")), points=1)
case("many-namespaces", gpx(track(points(2)) + "<extensions><a " + " ".join(f'xmlns:a{n}="urn:{n}"' for n in range(1_000)) + "/></extensions>"), "error")
case("one-long-name", gpx(track(points(2), head=f"<name>{'x' * 3_000_000}</name>")), points=2)
case("one-long-number", gpx(track(point(0, f"<ele>{'1' * 1_000_000}</ele>") + point(1))), "partial", points=2, ele_max_m=101.0)
case("gzip-bomb", gzip.compress(gpx(track(points(2)) + " " * 60_000_000).encode(), 9, mtime=0), points=2)
