import json
import os
from importlib import import_module
from urllib.request import Request, urlopen

import pytest

BASE, KEY = os.environ["RENTAL_SIM_URL"], os.environ["RENTAL_SIM_API_KEY"]
Farm = import_module(os.environ.get("FARM", "farm")).Farm


@pytest.fixture
def farm(request):
    """A farm in a sandbox that has the name of the test. Its waits pass on the sandbox's clock."""
    url = f"{BASE}/~{request.node.name.removeprefix('test_').replace('_', '-')}"

    def post(call, body):
        urlopen(Request(f"{url}/_sim/{call}", json.dumps(body).encode(), method="POST"), timeout=10).close()

    post("reset", {"clock": {"at": "2026-01-01T00:00:00Z", "frozen": True}})
    return Farm(url, KEY, lambda seconds: post("clock/advance", {"seconds": seconds}))


def test_names(farm):
    assert "a" in farm.names()


def test_uptime(farm):
    assert farm.uptime(31) >= 0


def test_country(farm):
    assert farm.country(31)


def test_has(farm):
    assert farm.has(31)


def test_is_ready(farm):
    assert farm.is_ready(31)


def test_rent(farm):
    assert farm.rent(12345678, "frames")


def test_rent_one_of(farm):
    assert farm.rent_one_of([12345678, 12345679, 12345680], "frames")


def test_rent_in_background(farm):
    farm.rent_in_background(12345678, "frames")


def test_rent_number(farm):
    number = farm.rent_number(12345678, "frames")
    farm.sleep(3)
    assert farm.find("frames") == number


def test_setting_exists(farm):
    assert farm.setting_exists("ubuntu-ssh")


def test_image_of(farm):
    assert farm.image_of("ubuntu-ssh") == "library/ubuntu"


def test_save(farm):
    assert farm.save("mine", "library/blender")["id"]


def test_tag(farm):
    farm.tag("ubuntu-ssh", "4.2")
    assert farm.setting("ubuntu-ssh")["tag"] == "4.2"


def test_drop(farm):
    farm.drop("ubuntu-ssh")
    assert farm.setting("ubuntu-ssh") is None


def test_cheapest_disk(farm):
    assert farm.cheapest_disk(500)["inet_down"] >= 500


def test_scale(farm):
    farm.scale(4242, 5)


def test_cool(farm):
    farm.cool(4242, 2)


def test_rename(farm):
    farm.rename(4242, "frames")


def test_utilize(farm):
    farm.utilize(4242, 0.5)


def test_store(farm):
    assert farm.store("models") == 1


def test_stores(farm):
    assert set(farm.stores()) == {"models", "notebooks"}


def test_store_kinds(farm):
    assert isinstance(farm.store_kinds(), list)


def test_store_count(farm):
    assert farm.store_count() >= 0
