"""rental-sim for pytest: a server for the session, and a sandbox with a frozen clock for each test."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from datetime import datetime
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

# A command under `rental-sim exec`: says where the server is, and keeps it until standard input ends.
WAIT = "import os, sys; print(os.environ['RENTAL_SIM_URL'], os.environ['RENTAL_SIM_API_KEY'], flush=True); sys.stdin.read()"

SANDBOX = pytest.StashKey()


class Sandbox:
    """A world of one test. The client under test gets `url` and `key`; the rest steers and looks.

    Join `url` and a path as text: `urljoin` would drop the name of the sandbox from it.
    """

    def __init__(self, url, key, default=None):
        self.url, self.key, self.default = url, key, default
        self.default_had = default and default.count()

    def control(self, method, path, body=None):
        """Makes a call of the control API (docs/control-api.md): its answer, or RuntimeError with what was wrong."""
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
        except URLError as error:
            raise RuntimeError(
                f"no simulator answers at {self.url}: {error.reason}; start one there, or unset RENTAL_SIM_URL to have one started"
            ) from None

    def scenario(self, name, **params):
        """Starts a scenario, with new data and an empty journal."""
        return self.control("PUT", "scenario", {"name": name, "params": params})

    def advance(self, seconds):
        """Moves the clock: boots, rate limits and expiry follow. Answers with what fell due."""
        return self.control("POST", "clock/advance", {"seconds": seconds})

    def add_fault(self, operation, effect, **when):
        """Makes calls of an operation fail: `sim.add_fault("instances.list", {"status": 503}, times=1)`."""
        fault = {"name": f"fault-{uuid.uuid4().hex[:8]}", "match": {"operation": operation}, "effect": effect}
        self.control("POST", "faults", {**fault, "when": when} if when else fault)
        return fault["name"]

    def remove_fault(self, name):
        self.control("DELETE", f"faults/{name}")

    def requests(self, operation=None, limit=100):
        """The latest exchanges, oldest first, each with request, response, rules and hint."""
        query = {"limit": limit, **({"operation": operation} if operation else {})}
        return self.control("GET", f"requests?{urlencode(query)}")["requests"]

    def findings(self):
        """What the client should not have done, each with advice."""
        return self.control("GET", "findings")["findings"]

    def count(self):
        """How many requests it has had."""
        return max((each["id"] for each in self.requests(limit=1)), default=0)

    def why_nothing(self):
        """Says where the requests of a client went that this sandbox has not seen."""
        count = self.default.count() - self.default_had
        if count <= 0:
            return f"this sandbox was asked nothing: give your client {self.url}"
        asked = f"{count} request{'' if count == 1 else 's'}"
        return f"this sandbox was asked nothing, and default {asked}: does your client drop the path of {self.url}?"

    def account(self):
        """Yields lines on what is held, was asked and is to come, on the findings, and on those that a test expected in vain."""
        clock = self.control("GET", "clock")
        held = self.control("GET", "faults")["held"]
        for each in held:
            until = f"{each['until']}{stands(clock, each['until'])}" if each["until"] else "the fault is taken away"
            yield f"{each['method']} {each['path']} is held by fault {each['fault']} until {until}"
        exchanges = self.requests(limit=5)
        for each in exchanges:
            asked, answered = each["request"], each["response"]["status"] or "nothing"
            why = f"fault {each['fault']['name']}" if each["fault"] else in_python(each["hint"] or ", ".join(each["rules"]))
            if "authentication.key-unknown" in each["rules"]:
                why += f"; sim.key is {self.key}"
            yield f"{asked['method']} {asked['path']} answered {answered}, {each['basis']}: {why}"
        if clock["mode"] == "frozen" and (held or exchanges):
            for each in clock.get("due", [])[:3]:
                yield f"{each['text']} at {each['at']}{stands(clock, each['at'])}"
        if not held and not exchanges:
            yield self.why_nothing()
        for found in self.findings():
            yield f"{found['kind']}: {found['text']}. {found['advice']}"
        for each in self.control("GET", "findings/expected")["expected"]:
            if not each["times"]:
                yield " of ".join([each["kind"], *filter(None, [each.get("operation")])]) + " was expected, and never came"


def stands(clock, until):
    """Says that the clock stands, and the call that moves it to an instant; nothing while it runs."""
    if clock["mode"] != "frozen":
        return ""
    now, then = (datetime.fromisoformat(each.replace("Z", "+00:00")) for each in (clock["now"], until))
    return f"; the clock stands at {clock['now']}: advance it with sim.advance({(then - now).total_seconds():g})"


def in_python(hint):
    """Writes the calls that hints name, of the clock and of a reset, as a test writes them."""
    hint = re.sub(r'POST /_sim/clock/advance \{"seconds": (\S+)\}', r"sim.advance(\1)", hint)
    return re.sub(r'POST /_sim/reset (\{"clock": "[^"]*"\})', r'sim.control("POST", "reset", \1)', hint)


def pytest_configure(config):
    config.addinivalue_line("markers", "scenario(name, **params): the test begins in this scenario of rental-sim")


@pytest.fixture(scope="session")
def rental_sim():
    """The sandbox `default` of a server: of RENTAL_SIM_URL, or of one that runs for as long as the session."""
    if url := os.environ.get("RENTAL_SIM_URL"):
        yield Sandbox(url, os.environ.get("RENTAL_SIM_API_KEY", "renter-key"))
        return
    npx = shutil.which("npx") or pytest.exit("rental-sim needs Node, or the URL of a server in RENTAL_SIM_URL", 1)
    command = [npx, "--no-install", "rental-sim", "exec", "--", sys.executable, "-c", WAIT]
    with tempfile.TemporaryFile("w+") as said:
        # It ends when its standard input does, which is when this process ends, however that comes about.
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, text=True
        ) as server:
            if started := server.stdout.readline().split():
                yield Sandbox(*started)
                return
        said.seek(0)
        why = said.read().strip()
        # npx looks in the registry for a package that is not installed, and says what came of that.
        if found := re.search("^npm err.*", why, re.IGNORECASE | re.MULTILINE):
            why = f"it is not installed in {os.getcwd()}, nor above. Install it there (README.md of rental-sim, Install), or set RENTAL_SIM_URL to a server. npx said: {found[0]}"
        pytest.exit(f"rental-sim did not start: {why}", 1)


@pytest.fixture
def sim(rental_sim, request):
    """A fresh sandbox with a frozen clock, in the scenario that the test is marked with."""
    name = f"{re.sub('[^A-Za-z0-9_]', '-', request.node.name)[:48]}-{uuid.uuid4().hex[:8]}"
    sandbox = Sandbox(f"{rental_sim.url}/~{name}", rental_sim.key, rental_sim)
    sandbox.control("POST", "reset", {"clock": "2030-01-01T00:00:00Z"})
    if marker := request.node.get_closest_marker("scenario"):
        if len(marker.args) != 1:
            raise pytest.UsageError('write @pytest.mark.scenario("flaky-listing", failures=1): one name, parameters by name')
        sandbox.scenario(marker.args[0], **marker.kwargs)
    request.node.stash[SANDBOX] = sandbox
    return sandbox


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    sandbox = item.stash.get(SANDBOX, None)
    if report.when == "teardown" or not report.failed or sandbox is None:
        return
    try:
        lines = list(sandbox.account())
    except (OSError, RuntimeError) as error:
        lines = [f"{sandbox.url} does not say what it was asked: {error}"]
    report.sections.append(("rental-sim", "\n".join(lines)))
