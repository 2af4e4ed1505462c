// Sets lets Wrangler's apply do what the bench of desired sets does: it creates sets of ConfigMaps,
// applies them again without a change, and with one changed field in each. It prints a line for
// each phase: its name, requests, milliseconds, and bytes allocated.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rancher/wrangler/v3/pkg/apply"
	"github.com/rancher/wrangler/v3/pkg/generated/controllers/core"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/clientcmd"
)

const unchangedRounds = 5 // the last one counts; those before warm up

// counter counts requests, without watches.
type counter struct {
	next  http.RoundTripper
	count atomic.Int64
}

func (c *counter) RoundTrip(request *http.Request) (*http.Response, error) {
	if !strings.Contains(request.URL.RawQuery, "watch=") {
		c.count.Add(1)
	}
	return c.next.RoundTrip(request)
}

type bench struct {
	namespace     string
	sets, objects int
	requests      counter
	apply         apply.Apply
}

func main() {
	var b bench
	var kubeconfig string
	flag.StringVar(&kubeconfig, "kubeconfig", "", "the cluster")
	flag.StringVar(&b.namespace, "namespace", "default", "where the objects are; it exists")
	flag.IntVar(&b.sets, "sets", 1000, "how many sets")
	flag.IntVar(&b.objects, "objects", 10, "how many objects in each")
	flag.Parse()
	if err := b.run(kubeconfig); err != nil {
		fmt.Fprintln(os.Stderr, "wrangler:", err)
		os.Exit(1)
	}
}

func (b *bench) run(kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		b.requests.next = next
		return &b.requests
	})
	factory, err := core.NewFactoryFromConfigWithNamespace(config, b.namespace)
	if err != nil {
		return err
	}
	maps := factory.Core().V1().ConfigMap()
	all, err := apply.NewForConfig(config)
	if err != nil {
		return err
	}
	b.apply = all.WithCacheTypes(maps).WithDefaultNamespace(b.namespace).WithRateLimiting(1e6)
	cache := maps.Cache() // before the start, so that it is started
	if err := factory.Start(context.Background(), 5); err != nil {
		return err
	}
	if err := b.measure("created", 0); err != nil {
		return err
	}
	for {
		found, err := cache.List(b.namespace, labels.Everything())
		if err != nil {
			return err
		}
		if len(found) >= b.sets*b.objects {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	for range unchangedRounds - 1 {
		if err := b.execute(0); err != nil {
			return err
		}
	}
	if err := b.measure("unchanged", 0); err != nil {
		return err
	}
	return b.measure("one field each changed", 1)
}

func (b *bench) measure(name string, version int) error {
	var before, after runtime.MemStats
	requests := b.requests.count.Load()
	runtime.ReadMemStats(&before)
	begun := time.Now()
	if err := b.execute(version); err != nil {
		return err
	}
	took := time.Since(begun)
	runtime.ReadMemStats(&after)
	fmt.Printf("%s\t%d\t%.1f\t%d\n", name, b.requests.count.Load()-requests,
		float64(took.Microseconds())/1e3, after.TotalAlloc-before.TotalAlloc)
	return nil
}

func (b *bench) execute(version int) error {
	for set := range b.sets {
		err := b.apply.WithSetID(fmt.Sprintf("set-%d", set)).ApplyObjects(b.members(set, version)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// members are those of ApplyBench: the first object of a set has the version in a field.
func (b *bench) members(set, version int) []k8sruntime.Object {
	var members []k8sruntime.Object
	for i := range b.objects {
		value := "value"
		if i == 0 {
			value = fmt.Sprintf("value-%d", version)
		}
		members = append(members, &corev1.ConfigMap{
			TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
			ObjectMeta: metav1.ObjectMeta{
				Namespace: b.namespace,
				Name:      fmt.Sprintf("set-%d-%d", set, i),
				Labels:    map[string]string{"app": "bench"},
			},
			Data: map[string]string{"a": value, "b": "constant"},
		})
	}
	return members
}
