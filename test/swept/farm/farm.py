"""A small render farm that rents its machines. Standard library only. This is the careful version."""

import json
import re
import time
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

TRIES = 4


class FarmError(Exception):
    """`unsure`: the operation may have taken place. `wait`: seconds that the service asks for."""

    def __init__(self, text, unsure=False, wait=0.0, refused=False):
        super().__init__(text)
        self.unsure, self.wait, self.refused = unsure, wait, refused


class Farm:
    timeout = 1.0

    def __init__(self, base, key, sleep=time.sleep):
        self.base, self.key, self.sleep = base, key, sleep

    def send(self, method, path, body=None, timeout=None):
        """The status and the text of an answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = Request(f"{self.base}/api/v0{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=timeout or self.timeout) as response:
                return response.status, response.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()
        except (URLError, OSError, ValueError) as error:
            raise FarmError(f"no answer: {error!r}", unsure=True) from None
        except Exception as error:  # http.client raises several kinds for an answer that breaks off
            raise FarmError(f"half an answer: {error!r}", unsure=True) from None

    def once(self, method, path, body=None):
        status, text = self.send(method, path, body)
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if status == 429:
            named = re.search(r"threshold=([\d.]+)", text)
            raise FarmError("too many requests", wait=float(named[1]) if named else 1.0)
        if status >= 500:
            raise FarmError(f"the service answered {status}", unsure=True)
        if status not in (200, 201) or not isinstance(answer, (dict, list)):
            raise FarmError(f"refused with {status}: {text[:80]}", unsure=status < 300, refused=status >= 300)
        if isinstance(answer, dict) and answer.get("success") is False:
            raise FarmError(f"refused: {answer.get('msg')}", refused=True)
        return answer

    def retried(self, attempt):
        for tried in range(TRIES):
            try:
                return attempt()
            except FarmError as error:
                if tried == TRIES - 1 or not (error.unsure or error.wait):
                    raise
                self.sleep(max(error.wait, 0.5) * 2**tried + 0.1)

    def ask(self, method, path, body=None):
        """For what may be sent again."""
        return self.retried(lambda: self.once(method, path, body))

    def create(self, create, find):
        """Looks before it creates again."""
        doubtful = False

        def attempt():
            nonlocal doubtful
            found = find() if doubtful else None
            if found is not None:
                return found
            try:
                return create()
            except FarmError as error:
                doubtful = doubtful or error.unsure
                raise

        return self.retried(attempt)

    # Machines

    def machines(self):
        return self.ask("GET", "/instances/")["instances"]

    def names(self):
        return [each["label"] for each in self.machines()]

    def uptime(self, number):
        return next((each["uptime_mins"] or 0) / 60 for each in self.machines() if each["id"] == number)

    def country(self, number):
        return next((each["country_code"] or "unknown") for each in self.machines() if each["id"] == number)

    def has(self, number):
        return any(each["id"] == number for each in self.machines())

    def is_ready(self, number):
        """Waits while a machine starts; raises where it has ended."""
        for _ in range(20):
            status = next((each["actual_status"] for each in self.machines() if each["id"] == number), "gone")
            if status == "running":
                return True
            if status not in (None, "created", "loading"):
                raise FarmError(f"machine {number} is {status}")
            self.sleep(5)
        raise FarmError(f"machine {number} does not start")

    def rent(self, offer, label):
        body = {"image": "library/blender", "label": label}
        return self.create(lambda: self.once("PUT", f"/asks/{offer}/", body)["new_contract"], lambda: self.find(label))

    def find(self, label):
        return next((each["id"] for each in self.machines() if each["label"] == label), None)

    def rent_one_of(self, offers, label):
        left = list(offers)
        body = {"image": "library/blender", "label": label}

        def create():
            return self.once("PUT", f"/asks/{left.pop(0)}/", body)["new_contract"]

        return self.create(create, lambda: self.find(label))

    def rent_in_background(self, offer, label):
        return self.rent(offer, label)

    def rent_number(self, offer, label):
        return self.rent(offer, label)

    # Settings of machines

    def setting(self, name):
        filters = urlencode({"select_filters": json.dumps({"name": {"eq": name}})})
        return next(iter(self.ask("GET", f"/template/?{filters}")["templates"]), None)

    def setting_exists(self, name):
        return self.setting(name) is not None

    def image_of(self, name):
        found = self.setting(name)
        if found is None:
            raise FarmError(f"no setting {name}")
        return found["image"]

    def save(self, name, image):
        body = {"name": name, "image": image}
        return self.create(lambda: self.once("POST", "/template/", body)["template"], lambda: self.setting(name))

    def tag(self, name, tag):
        def attempt():
            found = self.setting(name)
            if found is None:
                raise FarmError(f"no setting {name}")
            return self.once("PUT", "/template/", {"hash_id": found["hash_id"], "tag": tag})

        return self.retried(attempt)

    def drop(self, name):
        def attempt():
            found = self.setting(name)
            if found is not None:
                self.once("DELETE", "/template/", {"template_id": found["id"]})

        self.retried(attempt)

    # Disks, workers, connections

    def cheapest_disk(self, speed):
        query = {"inet_down": {"gte": speed}, "order": [["storage_cost", "asc"]], "limit": 5}
        offers = self.ask("POST", "/network_volumes/search/", {"q": query})["offers"]
        if not offers:
            raise FarmError("no disk is to be had")
        return min(offers, key=lambda each: each["storage_cost"])

    def scale(self, group, workers):
        self.ask("PUT", f"/endptjobs/{group}/", {"max_workers": workers})

    def cool(self, group, workers):
        self.ask("PUT", f"/endptjobs/{group}/", {"cold_workers": workers})

    def rename(self, group, name):
        self.ask("PUT", f"/endptjobs/{group}/", {"endpoint_name": name})

    def utilize(self, group, share):
        self.ask("PUT", f"/endptjobs/{group}/", {"target_util": share})

    def store(self, name):
        connections = self.ask("GET", "/users/cloud_integrations/")
        return next((each["id"] for each in connections if each["name"] == name), None)

    def stores(self):
        return [each["name"] for each in self.ask("GET", "/users/cloud_integrations/")]

    def store_kinds(self):
        return sorted({each["cloud_type"] for each in self.ask("GET", "/users/cloud_integrations/")})

    def store_count(self):
        return len(self.ask("GET", "/users/cloud_integrations/"))
