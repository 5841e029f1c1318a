import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** Tests against rental-sim with the standard library only; under JUnit each `Case` is a `@Test`. */
public class MarketplaceTest {
  static final HttpClient http = HttpClient.newHttpClient();

  /** Two runs against one server never share a sandbox. */
  static final String RUN = UUID.randomUUID().toString().substring(0, 8);

  /** A marketplace of one test, whose clock stands still. */
  record Sandbox(String url) {
    static Sandbox named(String name) throws IOException, InterruptedException {
      var sandbox = new Sandbox(System.getenv("RENTAL_SIM_URL") + "/~" + name + "-" + RUN);
      sandbox.control("POST", "reset", "{\"clock\": \"2030-01-01T00:00:00Z\"}");
      return sandbox;
    }

    /** Steers it: `control("PUT", "scenario", "{\"name\": \"offer-gone\"}")`. */
    void control(String method, String call, String body) throws IOException, InterruptedException {
      var token = System.getenv().getOrDefault("RENTAL_SIM_CONTROL_TOKEN", "");
      var response = send(method, "/_sim/" + call, token, body);
      check(response.statusCode() == 200, call + " answered " + response.body());
    }

    /** What the client under test does. */
    HttpResponse<String> ask(String method, String path, String body) throws IOException, InterruptedException {
      return send(method, "/api/v0" + path, System.getenv("RENTAL_SIM_API_KEY"), body);
    }

    private HttpResponse<String> send(String method, String path, String key, String body)
        throws IOException, InterruptedException {
      var request =
          HttpRequest.newBuilder(URI.create(url + path))
              .method(method, BodyPublishers.ofString(body))
              .header("Authorization", "Bearer " + key)
              .header("Content-Type", "application/json")
              .build();
      return http.send(request, BodyHandlers.ofString());
    }
  }

  interface Case {
    void run(Sandbox sandbox) throws IOException, InterruptedException;
  }

  static void aRentedInstanceIsListed(Sandbox sandbox) throws IOException, InterruptedException {
    var rented = sandbox.ask("PUT", "/asks/12345678/", "{\"image\": \"library/openjdk\"}");
    check(rented.statusCode() == 200, rented.body());
    var listed = sandbox.ask("GET", "/instances/", "");
    check(listed.body().contains("\"instances_found\":2"), listed.body());
  }

  static void anOfferThatIsGoneIsRefused(Sandbox sandbox) throws IOException, InterruptedException {
    sandbox.control("PUT", "scenario", "{\"name\": \"offer-gone\"}");
    var refused = sandbox.ask("PUT", "/asks/12345678/", "{\"image\": \"library/openjdk\"}");
    check(refused.statusCode() == 410 && refused.body().contains("no_such_ask"), refused.body());
  }

  static void theListingMayBeAskedAgainAfterItsInterval(Sandbox sandbox) throws IOException, InterruptedException {
    check(sandbox.ask("GET", "/instances/", "").statusCode() == 200, "the first is refused");
    check(sandbox.ask("GET", "/instances/", "").statusCode() == 429, "the second is not refused");
    sandbox.control("POST", "clock/advance", "{\"seconds\": 60}");
    check(sandbox.ask("GET", "/instances/", "").statusCode() == 200, "the third is refused");
  }

  static void check(boolean holds, String why) {
    if (!holds) throw new AssertionError(why);
  }

  static void run(String name, Case test) throws IOException, InterruptedException {
    test.run(Sandbox.named(name));
    System.out.println("passed: " + name);
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    run("a-rented-instance-is-listed", MarketplaceTest::aRentedInstanceIsListed);
    run("an-offer-that-is-gone-is-refused", MarketplaceTest::anOfferThatIsGoneIsRefused);
    run("the-listing-may-be-asked-again", MarketplaceTest::theListingMayBeAskedAgainAfterItsInterval);
  }
}
