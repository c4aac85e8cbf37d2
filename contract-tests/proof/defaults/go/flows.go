package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"sync"
	"time"
)

type object = map[string]any

type run struct {
	Status      string `json:"status"`
	Result      any    `json:"result"`
	Error       object `json:"error,omitempty"`
	StepOutputs object `json:"stepOutputs"`
}

type flow struct {
	types     map[string]string
	required  string
	implement func(args object) run
	published bool
	archived  bool
	key       string
	ended     int
}

var (
	lock  sync.Mutex
	flows = map[string]*flow{}
)

func succeed(result any) run {
	return run{Status: "success", Result: result, StepOutputs: object{}}
}

func constant(result any) func(object) run {
	return func(object) run { return succeed(result) }
}

func fail(object) run {
	steps := object{
		"look-up": object{"status": "success", "result": 1},
		"charge":  object{"status": "failed", "error": object{"name": "RangeError", "value": "Declined"}},
	}
	failure := object{"name": "RangeError", "value": "Declined", "traceback": "RangeError: Declined"}
	return run{Status: "failed", Error: failure, StepOutputs: steps}
}

func add(id string, added flow) {
	added.published = added.published || added.key != ""
	flows[id] = &added
}

func addFlows() {
	echoTypes := map[string]string{"text": "string", "count": "number", "flag": "boolean", "data": "object", "list": "array"}
	add("echo", flow{key: "key-echo", types: echoTypes, implement: func(args object) run { return succeed(args) }})
	add("typed", flow{
		key: "key-typed", types: map[string]string{"subject": "string", "priority": "number"}, required: "subject",
		implement: func(args object) run { return succeed(args["subject"]) },
	})
	add("failing", flow{key: "key-failing", implement: fail})
	add("slow", flow{key: "key-slow", implement: func(object) run {
		time.Sleep(400 * time.Millisecond)
		return succeed("worth the wait")
	}})
	for index, result := range []any{nil, 0, "", false} {
		step := object{"compute": object{"status": "success", "result": result}}
		done := run{Status: "success", Result: result, StepOutputs: step}
		id := fmt.Sprintf("falsy-%d", index)
		add(id, flow{key: "key-" + id, implement: func(object) run { return done }})
	}
	add("second", flow{key: "key-second", implement: constant("second")})
	add("other", flow{key: "key-other", implement: constant("other")})
	add("archived", flow{key: "key-archived", archived: true})
	add("draft", flow{implement: constant(nil)})
	add("publishable", flow{implement: constant(nil)})
}

func perform(found *flow, args object) run {
	result := found.implement(args)
	lock.Lock()
	defer lock.Unlock()
	if result.Status == "success" {
		found.ended++
	}
	return result
}

func newID() string {
	bytes := make([]byte, 16)
	io.ReadFull(rand.Reader, bytes)
	return fmt.Sprintf("%x", bytes)
}

func change(hook string, id string) object {
	lock.Lock()
	defer lock.Unlock()
	found := flows[id]
	if hook == "publish" {
		found.published = true
	}
	if hook == "publish" && found.key == "" {
		found.key = "key-" + id
	}
	if hook == "unpublish" {
		found.published = false
	}
	if hook == "regenerate" {
		found.key = newID()
	}
	return object{"key": found.key, "ended": found.ended}
}
