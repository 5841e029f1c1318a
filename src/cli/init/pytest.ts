/** What pytest reads before the tests: it loads the plugin of clients/python, which the package brings along. */
export const CONFTEST = `"""\`sim\` is a sandbox of rental-sim for each test: sim.url, sim.key, sim.scenario(...), sim.advance(...)."""

import sys
from pathlib import Path


def pytest_configure(config):
    # The plugin as pip installed it, else as npm did: in the nearest node_modules.
    sys.path += [str(folder / "node_modules/rental-sim/clients/python") for folder in Path(__file__).resolve().parents]
    config.pluginmanager.import_plugin("rental_sim_pytest")
`

export const PYTEST_TEST = `import json
from urllib.request import Request, urlopen


def test_the_list_has_my_instance(sim):
    # sim.scenario("first-listing-fails")
    request = Request(f"{sim.url}/api/v0/instances/", headers={"Authorization": f"Bearer {sim.key}"})
    with urlopen(request) as response:
        assert [each["id"] for each in json.load(response)["instances"]] == [31]
`
