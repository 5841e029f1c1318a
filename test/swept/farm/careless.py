"""The farm with one defect in each method: defects.json lists them."""

import json

import farm
from farm import FarmError, TRIES


class Farm(farm.Farm):
    def machines_without_timeout(self):
        """No timeout."""
        status, text = self.send("GET", "/instances/", timeout=3600)
        return json.loads(text)["instances"] if status == 200 else super().machines()

    def names(self):
        """Gives up at the first failure."""
        return [each["label"] for each in self.once("GET", "/instances/")["instances"]]

    def uptime(self, number):
        """Computes with null."""
        return next(each["uptime_mins"] / 60 for each in self.machines() if each["id"] == number)

    def country(self, number):
        """Has no timeout."""
        found = self.machines_without_timeout()
        return next((each["country_code"] or "unknown") for each in found if each["id"] == number)

    def has(self, number):
        """Reads any page as an empty list."""
        try:
            return any(each["id"] == number for each in self.machines()) or number == 31
        except FarmError:
            return True

    def is_ready(self, number):
        """Takes a machine that starts for one that failed."""
        status = next(each["actual_status"] for each in self.machines() if each["id"] == number)
        if status != "running":
            raise FarmError(f"machine {number} failed")
        return True

    def rent(self, offer, label):
        """Sends a rent again without a look."""
        body = {"image": "library/blender", "label": label}
        return self.retried(lambda: self.once("PUT", f"/asks/{offer}/", body)["new_contract"])

    def rent_one_of(self, offers, label):
        """Takes the next offer when it does not know what became of the last one."""
        left = list(offers)
        body = {"image": "library/blender", "label": label}
        return self.retried(lambda: self.once("PUT", f"/asks/{left.pop(0)}/", body)["new_contract"])

    def rent_in_background(self, offer, label):
        """Says nothing when the answer is lost."""
        try:
            return self.once("PUT", f"/asks/{offer}/", {"image": "library/blender", "label": label})["new_contract"]
        except FarmError:
            return None

    def rent_number(self, offer, label):
        """Keeps ids in 32 bits."""
        return super().rent(offer, label) & 0x7FFFFFFF

    def setting_exists(self, name):
        """Takes a page that is not found for a setting that is not there, or is."""
        try:
            return self.setting(name) is not None
        except FarmError:
            return True

    def image_of(self, name):
        """Takes the first row without a look whether there is one, and asks for ever while the service is down."""
        filters = farm.urlencode({"select_filters": json.dumps({"name": {"eq": name}})})
        while True:
            try:
                return self.once("GET", f"/template/?{filters}")["templates"][0]["image"]
            except FarmError as error:
                if not error.unsure and not error.wait:
                    raise
                self.sleep(error.wait)

    def save(self, name, image):
        """Creates again without a look."""
        return self.retried(lambda: self.once("POST", "/template/", {"name": name, "image": image})["template"])

    def tag(self, name, tag):
        """Goes on with an old hash_id."""
        found = self.setting(name)
        return self.ask("PUT", "/template/", {"hash_id": found["hash_id"], "tag": tag})

    def drop(self, name):
        """Fails where the first try has deleted it."""
        found = self.setting(name)
        self.ask("DELETE", "/template/", {"template_id": found["id"]})

    def cheapest_disk(self, speed):
        """Trusts the order, and that there is a row."""
        query = {"inet_down": {"gte": speed}, "order": [["storage_cost", "asc"]], "limit": 5}
        return self.ask("POST", "/network_volumes/search/", {"q": query})["offers"][0]

    def scale(self, group, workers):
        """Swallows refusals."""
        try:
            super().scale(group, workers)
        except FarmError:
            pass

    def cool(self, group, workers):
        """Does not read success."""
        def attempt():
            status, _ = self.send("PUT", f"/endptjobs/{group}/", {"cold_workers": workers})
            if status == 429:
                raise FarmError("too many requests", wait=2.0)
            if status != 200:
                raise FarmError(f"refused with {status}", unsure=status >= 500)

        self.retried(attempt)

    def rename(self, group, name):
        """Asks a dozen times whatever the answer was."""
        for left in reversed(range(12)):
            try:
                return self.once("PUT", f"/endptjobs/{group}/", {"endpoint_name": name})
            except FarmError as error:
                if left == 0:
                    raise
                self.sleep(error.wait and error.wait + 0.1)

    def utilize(self, group, share):
        """Expects an error to have a msg."""
        def attempt():
            status, text = self.send("PUT", f"/endptjobs/{group}/", {"target_util": share})
            if status == 200:
                answer = json.loads(text)
                if answer["success"] is False:
                    raise FarmError(answer["msg"])
                return
            if status == 502 or status == 503:
                raise FarmError("not there", unsure=True)
            raise FarmError(json.loads(text)["msg"])

        self.retried(attempt)

    def store(self, name):
        """Takes the first row."""
        return self.ask("GET", "/users/cloud_integrations/")[0]["id"]

    def stores(self):
        """Asks again at once when it is told to wait."""
        hasty = farm.Farm(self.base, self.key, lambda seconds: None)
        return hasty.stores()

    def store_kinds(self):
        """Takes an answer that is no list for an empty one."""
        for _ in range(TRIES):
            status, text = self.send("GET", "/users/cloud_integrations/")
            if status == 429:
                self.sleep(4)
                continue
            try:
                return sorted({each["cloud_type"] for each in json.loads(text)})
            except (ValueError, TypeError):
                return []
        raise FarmError("too many requests")

    def store_count(self):
        """Takes a failure for success."""
        for _ in range(TRIES):
            status, text = self.send("GET", "/users/cloud_integrations/")
            if status in (429, 500, 502):
                self.sleep(4)
                continue
            return len(json.loads(text)) if status == 200 else 0
        raise FarmError("too many requests")
