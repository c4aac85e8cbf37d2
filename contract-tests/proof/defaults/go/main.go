// Serves the workflows with net/http: MENDED=trailing go run main.go flows.go. Prints its address.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
)

type argument struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

type runRequest struct {
	Args []argument `json:"args"`
	Mode string     `json:"mode"`
}

var bearer = regexp.MustCompile(`(?i)^bearer (\S+)$`)

func isMended(name string) bool {
	return strings.Contains(","+os.Getenv("MENDED")+",", ","+name+",")
}

func respond(response http.ResponseWriter, status int, body any) {
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	json.NewEncoder(response).Encode(body)
}

func refuse(response http.ResponseWriter, status int, message string) {
	respond(response, status, object{"message": message})
}

func typeOf(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case float64:
		return "number"
	case bool:
		return "boolean"
	case object:
		return "object"
	case []any:
		return "array"
	}
	return "null"
}

func readBody(request *http.Request) (body runRequest, err error) {
	text, err := io.ReadAll(request.Body)
	if err != nil {
		return body, err
	}
	if isMended("trailing") {
		err = json.Unmarshal(text, &body)
	} else {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&body)
	}
	if err == nil && body.Args == nil && isMended("slice") {
		err = errors.New("args is not an array")
	}
	if err == nil && body.Mode == "" && isMended("zero") {
		var members map[string]json.RawMessage
		json.Unmarshal(text, &members)
		if _, given := members["mode"]; given {
			err = errors.New("mode is neither sync nor async")
		}
	}
	return body, err
}

func readArgs(body runRequest, found *flow) (object, error) {
	if body.Mode != "" && body.Mode != "sync" && body.Mode != "async" {
		return nil, errors.New("mode is neither sync nor async")
	}
	args := object{}
	for _, argument := range body.Args {
		expected, known := found.types[argument.Name]
		if !known {
			return nil, fmt.Errorf("%s is not a parameter", argument.Name)
		}
		if typeOf(argument.Value) != expected {
			return nil, fmt.Errorf("%s is not of type %s", argument.Name, expected)
		}
		args[argument.Name] = argument.Value
	}
	if _, given := args[found.required]; found.required != "" && !given {
		return nil, fmt.Errorf("%s is missing", found.required)
	}
	return args, nil
}

func findOwner(header string) string {
	match := bearer.FindStringSubmatch(header)
	for id, found := range flows {
		if match != nil && found.key == match[1] {
			return id
		}
	}
	return ""
}

func runFlow(response http.ResponseWriter, request *http.Request, id string) {
	lock.Lock()
	owner := findOwner(request.Header.Get("Authorization"))
	found := flows[id]
	available := found != nil && found.published && !found.archived
	lock.Unlock()
	if owner == "" {
		refuse(response, 401, "Unknown key")
		return
	}
	if !available {
		refuse(response, 404, "Unknown workflow")
		return
	}
	if owner != id {
		refuse(response, 403, "No access")
		return
	}
	body, err := readBody(request)
	if err != nil {
		refuse(response, 400, err.Error())
		return
	}
	args, err := readArgs(body, found)
	if err != nil {
		refuse(response, 400, err.Error())
		return
	}
	if body.Mode == "async" {
		go perform(found, args)
		respond(response, 202, object{"runId": newID()})
		return
	}
	respond(response, 200, perform(found, args))
}

func main() {
	addFlows()
	http.HandleFunc("/api/v2/external/flows/", func(response http.ResponseWriter, request *http.Request) {
		rest := strings.TrimPrefix(request.URL.Path, "/api/v2/external/flows/")
		id, isRun := strings.TrimSuffix(rest, "/published-run"), strings.HasSuffix(rest, "/published-run")
		if !isRun || request.Method != "POST" {
			http.NotFound(response, request)
			return
		}
		runFlow(response, request, id)
	})
	http.HandleFunc("/admin/", func(response http.ResponseWriter, request *http.Request) {
		parts := strings.Split(request.URL.Path, "/")
		respond(response, 200, change(parts[2], parts[3]))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("Listening on http://%s\n", listener.Addr())
	http.Serve(listener, nil)
}
