package main

import (
	"fmt"
	"runtime"
	gosync "sync"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// queue prints how many million keys a second went through client-go's work queue in each run.
func queue(o options) {
	keys := make([]string, o.keys)
	for i := range keys {
		keys[i] = fmt.Sprintf("namespace-%d/name-%d", i%100, i)
	}
	for i := range o.warmups + o.runs {
		seconds := queueRun(keys, o.workers).Seconds()
		if i >= o.warmups {
			fmt.Printf("%.4f\n", float64(len(keys))/1e6/seconds)
		}
	}
}

// queueRun is the time from the first key that is added until the last one is done.
func queueRun(keys []string, workers int) time.Duration {
	queue := workqueue.NewTyped[string]()
	runtime.GC()
	start := time.Now()
	var all gosync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				key, shutdown := queue.Get()
				if shutdown {
					return
				}
				queue.Done(key)
			}
		})
	}
	for _, key := range keys {
		queue.Add(key)
	}
	queue.ShutDown()
	all.Wait()
	return time.Since(start)
}
