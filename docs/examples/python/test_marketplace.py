"""A client in Python's standard library, tested against rental-sim."""

import json
import os
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = os.environ["RENTAL_SIM_URL"]
KEY = os.environ["RENTAL_SIM_API_KEY"]
CONTROL_TOKEN = os.environ.get("RENTAL_SIM_CONTROL_TOKEN", "")


def call(base, method, path, body=None, key=KEY):
    """Sends a request; answers with the status and what its body says."""
    request = Request(
        base + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    try:
        with urlopen(request, timeout=10) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


class MarketplaceTest(unittest.TestCase):
    def setUp(self):
        """A base URL with a name in it is a separate sandbox; here each test has one."""
        name = self.id().rsplit(".", 1)[-1]
        self.base = f"{URL}/~{name}"
        self.addCleanup(call, URL, "DELETE", f"/_sim/sandboxes/{name}", None, CONTROL_TOKEN)
        self.steer("POST", "/_sim/reset", {"clock": "2030-01-01T00:00:00Z"})

    def steer(self, method, path, body):
        status, answer = call(self.base, method, path, body, CONTROL_TOKEN)
        self.assertEqual(status, 200, answer)
        return answer

    def test_a_rented_instance_is_listed(self):
        status, rented = call(self.base, "PUT", "/api/v0/asks/12345678/", {"image": "library/python:3.13"})
        self.assertEqual(status, 200, rented)
        _, listed = call(self.base, "GET", "/api/v0/instances/")
        self.assertIn(rented["new_contract"], [instance["id"] for instance in listed["instances"]])

    def test_no_other_test_rented_here(self):
        _, listed = call(self.base, "GET", "/api/v0/instances/")
        self.assertEqual([instance["id"] for instance in listed["instances"]], [31])

    def test_the_listing_may_be_asked_again_after_its_interval(self):
        first, _ = call(self.base, "GET", "/api/v0/instances/")
        second, _ = call(self.base, "GET", "/api/v0/instances/")
        self.steer("POST", "/_sim/clock/advance", {"seconds": 60})
        third, _ = call(self.base, "GET", "/api/v0/instances/")
        self.assertEqual([first, second, third], [200, 429, 200])

    def test_an_offer_that_is_gone_is_refused(self):
        started = self.steer("PUT", "/_sim/scenario", {"name": "offer-gone"})
        self.assertEqual(started["clock"]["mode"], "frozen", "a scenario keeps the clock of setUp")
        status, refused = call(self.base, "PUT", "/api/v0/asks/12345678/", {"image": "library/python:3.13"})
        self.assertEqual((status, refused["error"]), (410, "no_such_ask"))


if __name__ == "__main__":
    unittest.main()
