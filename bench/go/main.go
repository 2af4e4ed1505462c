// Peers lets client-go and controller-runtime do what the Java contenders of this module do: sync
// a cache from an API server, hand the events of a watch to a handler, or reconcile. It prints one line of JSON
// with the same names as theirs; for the work queue, a number for each run.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/features"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
)

const protobuf = "application/vnd.kubernetes.protobuf"

type options struct {
	bench, contender              string
	server, ca                    string
	insecure                      bool
	client, format                string
	dynamic, watchList, noManaged bool
	group, version, plural, kind  string
	namespaced                    bool
	events                        int
	workers, keys, warmups, runs  int
	namespace                     string
	objects, informers            int
	limit, linger                 time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.bench, "bench", "sync", "sync, watch, watches, steady, queue, reconcile, start or small")
	flag.StringVar(&o.contender, "contender", "", "the name to print")
	flag.StringVar(&o.server, "server", "", "URL of the API server")
	flag.StringVar(&o.ca, "ca", "", "file with the authority to trust")
	flag.BoolVar(&o.insecure, "insecure", false, "trust every server")
	flag.StringVar(&o.client, "client", "client-go", "client-go or controller-runtime")
	flag.StringVar(&o.format, "format", "protobuf", "protobuf or json")
	flag.BoolVar(&o.dynamic, "dynamic", false, "untyped objects")
	flag.BoolVar(&o.watchList, "watch-list", false, "stream the list")
	flag.BoolVar(&o.noManaged, "without-managed-fields", false, "drop managedFields before they are stored")
	flag.StringVar(&o.group, "group", "", "API group")
	flag.StringVar(&o.version, "version", "v1", "API version")
	flag.StringVar(&o.plural, "plural", "pods", "name of the resource in URLs")
	flag.StringVar(&o.kind, "kind", "Pod", "kind of the objects")
	flag.BoolVar(&o.namespaced, "namespaced", true, "whether objects live in a namespace")
	flag.IntVar(&o.events, "events", 0, "events to wait for")
	flag.IntVar(&o.workers, "workers", 1, "workers of the queue")
	flag.IntVar(&o.keys, "keys", 1000000, "keys that go through the queue in each run")
	flag.IntVar(&o.warmups, "warmups", 0, "runs of the queue that are not measured")
	flag.IntVar(&o.runs, "runs", 1, "runs of the queue that are measured")
	flag.StringVar(&o.namespace, "namespace", "default", "where the objects to reconcile are")
	flag.IntVar(&o.objects, "objects", 1, "how many there are")
	flag.IntVar(&o.informers, "informers", 1, "how many informers there are")
	flag.DurationVar(&o.linger, "linger", 0, "how long to go on once all are done")
	flag.DurationVar(&o.limit, "limit", 10*time.Minute, "when to give up")
	flag.Parse()
	klog.LogToStderr(true)
	if o.bench == "queue" {
		queue(o)
		return
	}
	run := sync
	switch o.bench {
	case "watch":
		run = watch
	case "watches":
		run = watches
	case "steady":
		run = steady
	case "reconcile", "start", "small":
		run = controllers
	}
	result, err := run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, o.contender+":", err)
		os.Exit(1)
	}
	line, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}

func (o options) config() (*rest.Config, error) {
	config := &rest.Config{Host: o.server, QPS: -1, UserAgent: "drover-bench"}
	config.BearerToken = os.Getenv("DROVER_BENCH_TOKEN")
	config.TLSClientConfig = rest.TLSClientConfig{CAFile: o.ca, Insecure: o.insecure}
	if o.format == "protobuf" {
		config.ContentType = protobuf
		config.AcceptContentTypes = protobuf + ",application/json"
	} else {
		config.ContentType = "application/json"
		config.AcceptContentTypes = "application/json"
	}
	gates, ok := features.FeatureGates().(interface {
		Set(features.Feature, bool) error
	})
	if !ok {
		return nil, fmt.Errorf("feature gates cannot be set")
	}
	return config, gates.Set(features.WatchListClient, o.watchList)
}

func (o options) groupVersion() schema.GroupVersion {
	return schema.GroupVersion{Group: o.group, Version: o.version}
}
