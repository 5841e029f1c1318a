import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest


def list_instances(url, key):
    """The client: it asks once more when the list is not available."""
    request = Request(f"{url}/api/v0/instances/", headers={"Authorization": f"Bearer {key}"})
    try:
        response = urlopen(request, timeout=10)
    except HTTPError as error:
        error.close()
        if error.code != 503:
            raise
        response = urlopen(request, timeout=10)
    with response:
        return json.load(response)["instances"]


@pytest.mark.scenario("first-listing-fails")
def test_it_gets_its_list_although_the_first_answer_is_503(sim):
    assert [each["id"] for each in list_instances(sim.url, sim.key)] == [31]
    # Without the fault in rental-sim/scenarios/first-listing-fails.yaml it asks once.
    assert len(sim.requests("instances.list")) == 2
