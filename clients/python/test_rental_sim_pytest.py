"""Plays suites with the plugin; `rental-sim exec` says where the server is."""

import pytest

pytest_plugins = ["pytester"]

CLIENT = """
import json, pytest, threading
from urllib.error import HTTPError
from urllib.request import Request, urlopen

@pytest.fixture
def listing(sim):
    return lambda: ask(sim.url, sim.key)

def ask(base, key):
    request = Request(f"{base}/api/v0/instances/", headers={"Authorization": f"Bearer {key}"})
    try:
        with urlopen(request, timeout=10) as response:
            return response.status, json.load(response)["instances_found"]
    except HTTPError as error:
        return error.code, None
"""


@pytest.fixture
def play(pytester):
    """Runs tests of a client: the result, and the lines of each section that the plugin added."""

    def run(tests, *options):
        pytester.makepyfile(CLIENT + tests)
        result = pytester.runpytest("-p", "rental_sim_pytest", "-p", "no:cacheprovider", "-ra", *options)
        sections, lines = [], iter(result.outlines)
        for line in lines:
            if line.strip("-") == " rental-sim ":
                sections.append([])
                while not (line := next(lines)).startswith(("=", "_")):
                    sections[-1].append(line)
        return result, sections

    return run


def test_each_test_has_a_sandbox_whose_clock_it_moves(play):
    result, sections = play("""
@pytest.mark.parametrize("name", ["a b", "a-b"])
def test_alone(listing, name, sim):
    assert [listing()[0], listing()[0]] == [200, 429]
    sim.advance(60)
    assert listing() == (200, 1)
    assert [each["response"]["status"] for each in sim.requests("instances.list")] == [200, 429, 200]
    assert [found["kind"] for found in sim.findings()] == ["polling-faster-than-threshold"]
    assert sim.requests("templates.search") == []
""")
    result.assert_outcomes(passed=2)
    assert sections == []


def test_scenarios_and_faults_end_as_they_say(play):
    result, _ = play("""
@pytest.mark.scenario("flaky-listing", failures=1)
def test_marked(listing, sim):
    assert listing()[0] == 503
    sim.advance(60)
    assert listing() == (200, 1)

def test_started(listing, sim):
    sim.scenario("empty-account")
    assert listing() == (200, 0)

def test_faults(listing, sim):
    sim.add_fault("instances.list", {"status": 503}, times=1)
    lasting = sim.add_fault("instances.list", {"status": 502})
    statuses = []
    for _ in "abc":
        sim.advance(60)
        statuses.append(listing()[0])
    sim.remove_fault(lasting)
    sim.advance(60)
    assert statuses + [listing()[0]] == [503, 502, 502, 200]
""")
    result.assert_outcomes(passed=3)


def test_a_failing_test_shows_what_its_sandbox_was_asked_and_a_passing_one_nothing(play):
    result, sections = play("""
def test_hasty(listing): assert [listing()[0] for _ in "ab"] == [200, 200]

def test_patient(listing): assert listing()[0] == 200

def test_broken(listing, sim):
    sim.add_fault("instances.list", {"reset": True})
    listing()

@pytest.fixture
def listed(listing):
    assert listing()[0] == 404

def test_never_begins(listed): pass
""")
    result.assert_outcomes(passed=1, failed=2, errors=1)
    (never_begins,), hasty, broken = sections
    assert never_begins.startswith("GET /api/v0/instances/ answered 200, assumed: authentication.bearer-key, ")
    assert hasty[0].startswith("GET /api/v0/instances/ answered 200, assumed: ")
    assert hasty[1] == (
        "GET /api/v0/instances/ answered 429, assumed: the next request is accepted at 2030-01-01T00:00:02.000Z; "
        "the clock stands at 2030-01-01T00:00:00.000Z: advance it by 2 s with sim.advance(2)"
    )
    assert hasty[2].startswith("polling-faster-than-threshold: requests came faster")
    assert broken[0].startswith("GET /api/v0/instances/ answered nothing, injected: fault fault-")


def test_a_test_that_waits_under_a_clock_that_stands_is_told_the_call_that_moves_it(play):
    _, (boot, held, moved) = play('''
def rent(sim):
    body = json.dumps({"image": "x", "disk": 10}).encode()
    headers = {"Authorization": f"Bearer {sim.key}", "Content-Type": "application/json"}
    urlopen(Request(f"{sim.url}/api/v0/asks/12345678/", body, headers, method="PUT"))

@pytest.mark.scenario("slow-boot", seconds=90)
def test_boots(sim):
    rent(sim)
    assert False

def test_is_held(sim, request):
    request.addfinalizer(lambda: sim.control("DELETE", "faults"))
    sim.control("POST", "faults", {"name": "slow", "effect": {"latency_ms": 1500}})
    threading.Thread(target=ask, args=(sim.url, sim.key), daemon=True).start()
    while not sim.control("GET", "faults")["held"]:
        pass
    assert False

@pytest.mark.scenario("slow-boot", seconds=90)
def test_runs(sim):
    rent(sim)
    sim.advance(90)
    assert False
''')
    stands = "; the clock stands at 2030-01-01T00:00:00.000Z: advance it with sim.advance"
    assert boot[-2:] == [
        f"instance 32 loads at 2030-01-01T00:00:45.000Z{stands}(45)",
        f"instance 32 runs at 2030-01-01T00:01:30.000Z{stands}(90)",
    ]
    assert held == [f"GET /api/v0/instances/ is held by fault slow until 2030-01-01T00:00:01.500Z{stands}(1.5)"]
    assert not any("stands" in line for line in moved)


def test_a_wrong_key_is_shown_with_the_right_one(play):
    _, ((wrong,), (right,)) = play('''
def test_a_wrong_key(sim): assert ask(sim.url, "my-key")[0] == 200

def test_the_right_key(listing): assert listing()[0] == 404
''')
    assert wrong == (
        "GET /api/v0/instances/ answered 401, assumed: the keys here are those of renter, host; sim.key is renter-key"
    )
    assert "sim.key" not in right


def test_a_client_that_drops_the_path_of_its_base_url_is_distinguished_from_one_that_asks_nothing(play):
    _, ((nothing,), (dropped,)) = play("""
def test_a_asks_nothing(sim): assert False

def test_b_drops_the_path(sim):
    ask(sim.url.split("/~")[0], sim.key)
    assert False
""")
    assert nothing.startswith("this sandbox was asked nothing: give your client http://127.0.0.1:")
    assert dropped.startswith("this sandbox was asked nothing, and default 1 request: does your client drop the path of ")


def test_what_was_to_happen_and_did_not_is_shown_beside_what_the_client_did(play):
    _, ((dropped, silent), (fired, *_), (_, *in_vain)) = play("""
@pytest.mark.scenario("flaky-listing", failures=1)
def test_drops_the_path(sim):
    ask(sim.url.split("/~")[0], sim.key)
    assert False

@pytest.mark.scenario("flaky-listing", failures=1)
def test_keeps_it(listing): assert listing()[0] == 200

def test_expects(listing, sim):
    sim.control("PUT", "findings/expected", ["stale-hash-id", {"kind": "unread-field", "operation": "instances.list"}])
    listing()
    assert False
""")
    assert "default 1 request: does your client drop the path of " in dropped
    assert silent.startswith("fault-never-fired: the fault ")
    assert "asked nothing" not in fired
    assert in_vain == [
        "stale-hash-id was expected, and never came",
        "unread-field of instances.list was expected, and never came",
    ]


def test_a_wrong_name_is_refused_with_the_right_one(play):
    result, sections = play("""
@pytest.mark.scenario("flaky-listin")
def test_misspelt(sim): pass

@pytest.mark.scenario
def test_nameless(sim): pass
""")
    result.assert_outcomes(errors=2)
    said = str(result.stdout)
    assert "PUT /_sim/scenario answered 400: " in said
    assert "did you mean flaky-listing?" in said
    assert 'write @pytest.mark.scenario("flaky-listing", failures=1)' in said
    assert sections == []


def test_a_server_that_is_gone_breaks_no_report(play):
    result, ((gone,),) = play("""
def test_gone(sim):
    sim.url = "http://127.0.0.1:9"
    assert False
""")
    result.assert_outcomes(failed=1)
    assert gone.startswith("http://127.0.0.1:9 does not say what it was asked: ")


def test_without_a_server_and_without_node_the_run_ends_with_what_it_needs(play, monkeypatch):
    monkeypatch.delenv("RENTAL_SIM_URL")
    monkeypatch.setenv("PATH", "")
    result, _ = play("def test_never(sim): pass", "-x")
    assert result.ret == 1
    assert "rental-sim needs Node, or the URL of a server in RENTAL_SIM_URL" in str(result.stdout)


def test_without_the_package_the_run_ends_with_where_to_install_it(play, monkeypatch, tmp_path):
    monkeypatch.delenv("RENTAL_SIM_URL")
    monkeypatch.setenv("npm_config_offline", "true")
    monkeypatch.setenv("npm_config_cache", str(tmp_path))
    result, _ = play("def test_never(sim): pass", "-x")
    assert result.ret == 1
    assert "rental-sim did not start: it is not installed in " in str(result.stdout)
    assert "Install it there" in str(result.stdout)
