package marketplace

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// run tells this run's sandboxes from those of others on one server.
var run = func() string {
	word := make([]byte, 4)
	if _, err := rand.Read(word); err != nil {
		panic(err)
	}
	return fmt.Sprintf("-%x", word)
}()

// sandbox is a marketplace of one test, whose clock stands still.
type sandbox struct {
	*testing.T
	url string
}

func newSandbox(t *testing.T) sandbox {
	s := sandbox{t, os.Getenv("RENTAL_SIM_URL") + "/~" + t.Name() + run}
	s.control(http.MethodPost, "reset", `{"clock": "2030-01-01T00:00:00Z"}`)
	return s
}

func (s sandbox) client() Client { return Client{URL: s.url, Key: os.Getenv("RENTAL_SIM_API_KEY")} }

// control steers it, as in control(http.MethodPut, "scenario", `{"name": "offer-gone"}`).
func (s sandbox) control(method, call, body string) {
	s.Helper()
	request, err := http.NewRequest(method, s.url+"/_sim/"+call, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("RENTAL_SIM_CONTROL_TOKEN"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		s.Fatalf("%s answered %s", call, response.Status)
	}
}

func TestARentedInstanceIsListed(t *testing.T) {
	t.Parallel()
	client := newSandbox(t).client()
	id, err := client.Rent(12345678, "library/golang")
	if err != nil {
		t.Fatal(err)
	}
	instances, err := client.Instances()
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range instances {
		if each.ID == id {
			return
		}
	}
	t.Fatalf("%d is not among %v", id, instances)
}

func TestAnOfferThatIsGoneIsRefused(t *testing.T) {
	t.Parallel()
	sandbox := newSandbox(t)
	sandbox.control(http.MethodPut, "scenario", `{"name": "offer-gone"}`)
	_, err := sandbox.client().Rent(12345678, "library/golang")
	var refused *RefusedError
	if !errors.As(err, &refused) || refused.Code != "no_such_ask" {
		t.Fatalf("expected no_such_ask, not %v", err)
	}
}

func TestTheListingMayBeAskedAgainAfterItsInterval(t *testing.T) {
	t.Parallel()
	sandbox := newSandbox(t)
	client := sandbox.client()
	if _, err := client.Instances(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Instances(); err == nil {
		t.Fatal("expected a refusal")
	}
	sandbox.control(http.MethodPost, "clock/advance", `{"seconds": 60}`)
	if _, err := client.Instances(); err != nil {
		t.Fatal(err)
	}
}
