/** What pytest reads before the tests: a sandbox for each, and what it saw under one that fails. */
export const CONFTEST = `"""rental-sim for pytest: \`sim\` is a sandbox with a frozen clock, \`sim.url\` its base URL, \`sim.control\` its control API."""
import json, os, subprocess, sys, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen
import pytest
class Sandbox:
    def __init__(self, server):
        self.url = f"{server}/~{uuid.uuid4().hex}"
        self.control("PUT", "clock", {"at": "2030-01-01T00:00:00Z", "frozen": True})
    def control(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(f"{self.url}/_sim/{path}", data, method=method)) as response:
                return json.load(response)
        except HTTPError as error:
            raise RuntimeError(f"{method} /_sim/{path} answered {error.code}: {json.load(error)['msg']}") from None
    def account(self):
        for each in self.control("GET", "requests?limit=5")["requests"]:
            why = each["hint"] or (each["fault"] and f"fault {each['fault']['name']}") or ", ".join(each["rules"])
            yield f"{each['request']['method']} {each['request']['path']} answered {each['response']['status']}: {why}"
        for found in self.control("GET", "findings")["findings"]:
            yield f"{found['kind']}: {found['text']}. {found['advice']}"

@pytest.fixture(scope="session")
def rental_sim():
    if url := os.environ.get("RENTAL_SIM_URL"):
        return (yield url)
    wait = "import os, sys; print(os.environ['RENTAL_SIM_URL'], flush=True); sys.stdin.read()"
    command = ["npx", "--no-install", "rental-sim", "exec", "--", sys.executable, "-c", wait]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        yield server.stdout.readline().strip() or pytest.exit("rental-sim did not start", 1)
@pytest.fixture
def sim(rental_sim):
    return Sandbox(rental_sim)
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    if report.failed and (sim := getattr(item, "funcargs", {}).get("sim")):
        nothing = f"asked nothing: does your client keep the path of its base URL, {sim.url}?"
        report.sections.append(("rental-sim", "\\n".join(sim.account()) or nothing))
`

export const PYTEST_TEST = `import json
from urllib.request import Request, urlopen


def test_the_list_has_my_instance(sim):
    # sim.control("PUT", "scenario", {"name": "first-listing-fails"})
    request = Request(f"{sim.url}/api/v0/instances/", headers={"Authorization": "Bearer renter-key"})
    with urlopen(request) as response:
        assert [each["id"] for each in json.load(response)["instances"]] == [31]
`
