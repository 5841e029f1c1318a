"""A client in Python's standard library, tested against rental-sim with pytest."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest


@pytest.fixture
def ask(sim):
    """The client: sends a request; answers with the status and what its body says."""

    def send(method, path, body=None):
        headers = {"Authorization": f"Bearer {sim.key}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(sim.url + path, data, headers, method=method), timeout=10) as response:
                return response.status, json.load(response)
        except HTTPError as error:
            with error:
                return error.code, json.load(error)

    return send


def test_a_rented_instance_is_listed(ask):
    status, rented = ask("PUT", "/api/v0/asks/12345678/", {"image": "library/python:3.13"})
    assert status == 200
    _, listed = ask("GET", "/api/v0/instances/")
    assert rented["new_contract"] in [instance["id"] for instance in listed["instances"]]


def test_no_other_test_rented_here(ask):
    assert ask("GET", "/api/v0/instances/")[1]["instances_found"] == 1


def test_the_listing_may_be_asked_again_after_its_interval(ask, sim):
    statuses = [ask("GET", "/api/v0/instances/")[0], ask("GET", "/api/v0/instances/")[0]]
    sim.advance(60)
    assert statuses + [ask("GET", "/api/v0/instances/")[0]] == [200, 429, 200]


@pytest.mark.scenario("flaky-listing", failures=1)
def test_the_listing_fails_once(ask, sim):
    assert ask("GET", "/api/v0/instances/")[0] == 503
    sim.advance(60)
    assert ask("GET", "/api/v0/instances/")[0] == 200
