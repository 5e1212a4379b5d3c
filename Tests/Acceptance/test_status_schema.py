"""The status document is what runtrackd.status.schema.json says, and the schema is as strict as it should be."""
import copy
import json
import unittest

import jsonschema

from program import ROOT, status_schema

EXPECTED = sorted((ROOT / "Fixtures/status").glob("*.json"))


class Documents(unittest.TestCase):
    def test_every_expected_document_is_valid(self):
        self.assertGreaterEqual(len(EXPECTED), 10)
        for path in EXPECTED:
            with self.subTest(path.name):
                status_schema().validate(json.loads(path.read_text()))

    def test_every_document_has_the_same_keys(self):
        def keys(document):
            return {section: list(value) for section, value in document.items() if isinstance(value, dict)} | {"": list(document)}

        first = keys(json.loads(EXPECTED[0].read_text()))
        for path in EXPECTED[1:]:
            with self.subTest(path.name):
                self.assertEqual(keys(json.loads(path.read_text())), first)


class Schema(unittest.TestCase):
    def setUp(self):
        self.document = json.loads((ROOT / "Fixtures/status/recording.json").read_text())

    def test_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(status_schema().schema)

    def test_refuses_what_no_document_may_be(self):
        def without(section, key):
            return lambda d: d[section].pop(key)

        def putting(section, key, value):
            return lambda d: d[section].__setitem__(key, value)

        faults = {
            "a missing section": lambda d: d.pop("weather"),
            "a missing key": without("fix", "age_s"),
            "an unknown key": putting("run", "colour", "red"),
            "an empty text for unknown": putting("place", "name", ""),
            "a number as text": putting("run", "distance_m", "7840"),
            "a latitude beyond the pole": putting("fix", "latitude_deg", 90.1),
            "a local time": putting("fix", "time", "2026-11-30T09:00:00+01:00"),
            "an unknown state": putting("run", "state", "running"),
            "an unknown reason": putting("run", "fixes_rejected", {"bored": 1}),
            "too many splits": lambda d: d["run"].__setitem__("splits", d["run"]["splits"] * 26),
            "a lap without its start": lambda d: d["run"]["laps"][0].pop("started_at"),
        }
        for name, break_it in faults.items():
            with self.subTest(name):
                document = copy.deepcopy(self.document)
                break_it(document)
                with self.assertRaises(jsonschema.ValidationError):
                    status_schema().validate(document)


if __name__ == "__main__":
    unittest.main()
