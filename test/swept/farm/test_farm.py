import json
import os
import unittest
from importlib import import_module
from urllib.request import Request, urlopen

BASE, KEY = os.environ["RENTAL_SIM_URL"], os.environ["RENTAL_SIM_API_KEY"]
Farm = import_module(os.environ.get("FARM", "farm")).Farm


class Tests(unittest.TestCase):
    def setUp(self):
        """A farm in a sandbox that has the name of the test. Its waits pass on the sandbox's clock."""
        url = f"{BASE}/~{self._testMethodName.removeprefix('test_')}"

        def post(call, body):
            urlopen(Request(f"{url}/_sim/{call}", json.dumps(body).encode(), method="POST"), timeout=10).close()

        post("reset", {"clock": {"at": "2026-01-01T00:00:00Z", "frozen": True}})
        self.farm = Farm(url, KEY, lambda seconds: post("clock/advance", {"seconds": seconds}))

    def test_names(self):
        assert "a" in self.farm.names()

    def test_uptime(self):
        assert self.farm.uptime(31) >= 0

    def test_country(self):
        assert self.farm.country(31)

    def test_has(self):
        assert self.farm.has(31)

    def test_is_ready(self):
        assert self.farm.is_ready(31)

    def test_rent(self):
        assert self.farm.rent(12345678, "frames")

    def test_rent_one_of(self):
        assert self.farm.rent_one_of([12345678, 12345679, 12345680], "frames")

    def test_rent_in_background(self):
        self.farm.rent_in_background(12345678, "frames")

    def test_rent_number(self):
        number = self.farm.rent_number(12345678, "frames")
        self.farm.sleep(3)
        assert self.farm.find("frames") == number

    def test_setting_exists(self):
        assert self.farm.setting_exists("ubuntu-ssh")

    def test_image_of(self):
        assert self.farm.image_of("ubuntu-ssh") == "library/ubuntu"

    def test_save(self):
        assert self.farm.save("mine", "library/blender")["id"]

    def test_tag(self):
        self.farm.tag("ubuntu-ssh", "4.2")
        assert self.farm.setting("ubuntu-ssh")["tag"] == "4.2"

    def test_drop(self):
        self.farm.drop("ubuntu-ssh")
        assert self.farm.setting("ubuntu-ssh") is None

    def test_cheapest_disk(self):
        assert self.farm.cheapest_disk(500)["inet_down"] >= 500

    def test_scale(self):
        self.farm.scale(4242, 5)

    def test_cool(self):
        self.farm.cool(4242, 2)

    def test_rename(self):
        self.farm.rename(4242, "frames")

    def test_utilize(self):
        self.farm.utilize(4242, 0.5)

    def test_store(self):
        assert self.farm.store("models") == 1

    def test_stores(self):
        assert set(self.farm.stores()) == {"models", "notebooks"}

    def test_store_kinds(self):
        assert isinstance(self.farm.store_kinds(), list)

    def test_store_count(self):
        assert self.farm.store_count() >= 0
