"""`sim` is a sandbox of rental-sim for each test: sim.url, sim.key, sim.scenario(...), sim.advance(...)."""

import sys
from pathlib import Path


def pytest_configure(config):
    # The plugin as pip installed it, else as npm did: in the nearest node_modules.
    sys.path += [str(folder / "node_modules/rental-sim/clients/python") for folder in Path(__file__).resolve().parents]
    config.pluginmanager.import_plugin("rental_sim_pytest")
