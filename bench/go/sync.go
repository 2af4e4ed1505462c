package main

import (
	"context"
	"errors"
	"runtime"
	"time"
)

type syncResult struct {
	Bench              string  `json:"bench"`
	Contender          string  `json:"contender"`
	Kind               string  `json:"kind"`
	Objects            int     `json:"objects"`
	ProcessMillis      float64 `json:"processMillis"`
	SyncMillis         float64 `json:"syncMillis"`
	CPUSeconds         float64 `json:"cpuSeconds"`
	PeakKilobytes      int64   `json:"peakKilobytes"`
	LiveHeapBytes      uint64  `json:"liveHeapBytes"`
	HeapBytesPerObject float64 `json:"heapBytesPerObject"`
}

func sync(o options) (any, error) {
	begun := time.Now()
	i, err := newInformer(o)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- i.run(ctx) }()
	for !i.HasSynced() {
		if time.Since(begun) > o.limit {
			return nil, errors.New("never synced")
		}
		time.Sleep(time.Millisecond)
	}
	now := time.Now()
	r := &syncResult{Bench: "sync", Contender: o.contender, Kind: o.plural}
	r.SyncMillis = millis(now.Sub(begun))
	r.ProcessMillis = sinceStart(now)
	r.CPUSeconds = cpuSeconds()
	r.PeakKilobytes = peakKilobytes()
	r.Objects = len(i.GetStore().ListKeys())
	r.LiveHeapBytes = liveHeap()
	runtime.KeepAlive(i)
	cancel()
	if err := <-ended; err != nil {
		return nil, err
	}
	i = nil
	r.HeapBytesPerObject = float64(int64(r.LiveHeapBytes)-int64(liveHeap())) / float64(max(1, r.Objects))
	return r, nil
}

// The bytes of all objects that are reachable, once other goroutines have let go of what they were
// busy with.
func liveHeap() uint64 {
	live := collected()
	for range 10 {
		time.Sleep(100 * time.Millisecond)
		again := collected()
		if again < live+live/100 && live < again+live/100 {
			return again
		}
		live = again
	}
	return live
}

func collected() uint64 {
	runtime.GC()
	runtime.GC() // once more for what only the first collection made unreachable
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
