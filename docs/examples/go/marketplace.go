// Package marketplace is a small client.
package marketplace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// Client asks the marketplace at a base URL.
type Client struct {
	URL, Key string
}

// Instance is what is rented.
type Instance struct {
	ID      int    `json:"id"`
	GPUName string `json:"gpu_name"`
}

// RefusedError is an answer that is not a success.
type RefusedError struct {
	Status int
	Code   string `json:"error"`
}

func (e *RefusedError) Error() string { return fmt.Sprintf("refused with %d: %s", e.Status, e.Code) }

// Instances lists what the user rents.
func (c Client) Instances() ([]Instance, error) {
	var answer struct{ Instances []Instance }
	err := c.ask(http.MethodGet, "/api/v0/instances/", nil, &answer)
	return answer.Instances, err
}

// Rent takes an offer and answers with the id of the instance.
func (c Client) Rent(offer int, image string) (int, error) {
	var answer struct {
		ID int `json:"new_contract"`
	}
	err := c.ask(http.MethodPut, fmt.Sprintf("/api/v0/asks/%d/", offer), map[string]string{"image": image}, &answer)
	return answer.ID, err
}

func (c Client) ask(method, path string, body, answer any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(method, c.URL+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+c.Key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		refused := &RefusedError{Status: response.StatusCode}
		_ = json.NewDecoder(response.Body).Decode(refused)
		return refused
	}
	return json.NewDecoder(response.Body).Decode(answer)
}
