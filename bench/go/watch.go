package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

type watchResult struct {
	Bench               string  `json:"bench"`
	Contender           string  `json:"contender"`
	Kind                string  `json:"kind"`
	Events              int     `json:"events"`
	InOrder             bool    `json:"inOrder"`
	ProcessMillis       float64 `json:"processMillis"`
	EventsPerSecond     float64 `json:"eventsPerSecond"`
	LateEventsPerSecond float64 `json:"lateEventsPerSecond"`
	LateCPUMicros       float64 `json:"lateCpuMicrosPerEvent"`
	CPUSeconds          float64 `json:"cpuSeconds"`
	PeakKilobytes       int64   `json:"peakKilobytes"`
}

// The version of the list before the first event; each event has the next one.
const startVersion = 100_000_000

// counter is called by one goroutine at a time.
type counter struct {
	wanted, seen        int
	last                int64 // resource version
	inOrder             bool
	first, middle, done time.Time
	middleCPU, doneCPU  float64 // seconds
	ended               chan struct{}
}

func (c *counter) count(object any) {
	if c.seen == 0 {
		c.first = time.Now()
	}
	c.seen++
	version, err := versionOf(object)
	if err != nil || version != c.last+1 {
		c.inOrder = false
	}
	c.last = version
	switch c.seen {
	case c.wanted / 2:
		c.middle, c.middleCPU = time.Now(), cpuSeconds()
	case c.wanted:
		c.done, c.doneCPU = time.Now(), cpuSeconds()
		close(c.ended)
	}
}

func versionOf(object any) (int64, error) {
	accessor, err := meta.Accessor(object)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(accessor.GetResourceVersion(), 10, 64)
}

func watch(o options) (any, error) {
	if o.events < 2 {
		return nil, errors.New("needs at least two events")
	}
	i, err := newInformer(o)
	if err != nil {
		return nil, err
	}
	c := &counter{wanted: o.events, last: startVersion, inOrder: true, ended: make(chan struct{})}
	if _, err := i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.count,
		UpdateFunc: func(_, now any) { c.count(now) },
		DeleteFunc: c.count,
	}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- i.run(ctx) }()
	select {
	case <-c.ended:
	case <-time.After(o.limit):
		return nil, fmt.Errorf("saw %d of %d events", c.seen, o.events)
	}
	r := &watchResult{Bench: "watch", Contender: o.contender, Kind: o.plural, Events: c.seen, InOrder: c.inOrder}
	r.ProcessMillis = sinceStart(c.done)
	r.EventsPerSecond = float64(c.wanted) / c.done.Sub(c.first).Seconds()
	r.LateEventsPerSecond = float64(c.wanted-c.wanted/2) / c.done.Sub(c.middle).Seconds()
	r.LateCPUMicros = (c.doneCPU - c.middleCPU) * 1e6 / float64(c.wanted-c.wanted/2)
	r.CPUSeconds = cpuSeconds()
	r.PeakKilobytes = peakKilobytes()
	cancel()
	return r, <-ended
}
