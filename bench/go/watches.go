package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// watches runs many informers in one process, each for a namespace of its own with one ConfigMap.
func watches(o options) (any, error) {
	klog.SetOutput(io.Discard)
	begun := time.Now()
	config, err := o.config()
	if err != nil {
		return nil, err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all []toolscache.SharedIndexInformer
	for i := range o.informers {
		factory := informers.NewSharedInformerFactoryWithOptions(
			client, 0, informers.WithNamespace(fmt.Sprintf("%s%d", o.namespace, i)))
		informer := factory.Core().V1().ConfigMaps().Informer()
		all = append(all, informer)
		go informer.RunWithContext(ctx)
	}
	objects := 0
	for _, informer := range all {
		for !informer.HasSynced() {
			if time.Since(begun) > o.limit {
				return nil, errors.New("never synced")
			}
			time.Sleep(time.Millisecond)
		}
		objects += len(informer.GetStore().ListKeys())
	}
	result := map[string]any{
		"bench":         o.bench,
		"contender":     o.contender,
		"informers":     o.informers,
		"objects":       objects,
		"syncMillis":    millis(time.Since(begun)),
		"cpuSeconds":    cpuSeconds(),
		"peakKilobytes": peakKilobytes(),
	}
	time.Sleep(o.linger)
	result["sockets"] = sockets()
	result["liveHeapBytes"] = liveHeap()
	result["residentKilobytes"] = residentKilobytes()
	runtime.KeepAlive(all)
	return result, nil
}

// The sockets of this process; 0 where the system does not tell.
func sockets() int {
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	count := 0
	for _, file := range files {
		if link, err := os.Readlink("/proc/self/fd/" + file.Name()); err == nil && strings.HasPrefix(link, "socket:") {
			count++
		}
	}
	return count
}
