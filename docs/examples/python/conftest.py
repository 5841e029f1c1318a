"""rental-sim for pytest: a server for the session, and a sandbox with a frozen clock for each test."""

import json
import os
import re
import subprocess
import sys
import tempfile
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

# Two runs against one server never share a sandbox; containers often have the same process ids.
RUN = uuid.uuid4().hex[:8]


class Sandbox:
    """A sandbox at `url`; `control` makes control calls."""

    def __init__(self, url, default=None):
        self.url, self.default = url, default
        self.before = default and default.newest()

    def control(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {os.environ.get('RENTAL_SIM_CONTROL_TOKEN', '')}"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/_sim/{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=10) as response:
                return json.load(response)
        except HTTPError as error:
            answer = json.load(error)
            said = f"{answer['msg']} {answer.get('hint') or ''}".strip()
            raise RuntimeError(f"{method} /_sim/{path} answered {error.code}: {said}") from None

    def newest(self):
        """The number of its last request."""
        return max([each["id"] for each in self.control("GET", "requests?limit=1")["requests"]], default=0)

    def account(self):
        """What it holds, answered last and found."""
        if not self.newest():
            count = self.default.newest() - self.before
            asked = f"{count} request{'' if count == 1 else 's'}" if count > 0 else "nothing"
            why = f": does your client drop the path of its base URL, {self.url}?" if count > 0 else ""
            yield f"this sandbox was asked nothing; default was asked {asked} meanwhile{why}"
        for held in self.control("GET", "faults")["held"]:
            yield f"{held['method']} {held['path']} is held by fault {held['fault']} until {held['until']}"
        for each in self.control("GET", "requests?limit=5")["requests"]:
            asked, answered = each["request"], each["response"]["status"] or "nothing"
            why = f"fault {each['fault']['name']}" if each["fault"] else each["hint"] or "no hint"
            yield f"{asked['method']} {asked['path']} answered {answered}, {each['basis']}: {why}"
        for found in self.control("GET", "findings")["findings"]:
            yield f"{found['kind']}: {found['text']}. {found['advice']}"


def pytest_configure(config):
    config.addinivalue_line("markers", "scenario(name, **params): the test begins in this scenario")


@pytest.fixture(scope="session")
def rental_sim():
    """The URL of a server: of one that runs already, or of one for the session."""
    if "RENTAL_SIM_URL" in os.environ:
        yield os.environ["RENTAL_SIM_URL"]
        return
    # It ends when its standard input does, which is when this process ends, however that comes about.
    waits = "import os, sys; print(os.environ['RENTAL_SIM_URL'], flush=True); sys.stdin.read()"
    command = ["npx", "--no-install", "rental-sim", "exec", "--", sys.executable, "-c", waits]
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile("w+") as said:
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=said, text=True) as server:
            if url := server.stdout.readline().strip():
                yield url
                return
        said.seek(0)
        pytest.exit(f"rental-sim did not start: {said.read().strip()}", returncode=1)


@pytest.fixture
def sim(rental_sim, request):
    """A fresh sandbox, in the scenario that the test is marked with."""
    name = f"{re.sub(r'[^A-Za-z0-9_]', '-', request.node.name)[:48]}-{RUN}"
    sandbox = Sandbox(f"{rental_sim}/~{name}", Sandbox(rental_sim))
    sandbox.control("POST", "reset", {"clock": "2030-01-01T00:00:00Z"})
    if marker := request.node.get_closest_marker("scenario"):
        sandbox.control("PUT", "scenario", {"name": marker.args[0], "params": marker.kwargs})
    return sandbox


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    sandbox = getattr(item, "funcargs", {}).get("sim")
    if report.when == "call" and report.failed and sandbox:
        report.sections.append(("rental-sim", "\n".join(sandbox.account())))
