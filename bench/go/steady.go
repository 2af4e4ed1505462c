package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/cache"
)

// steady keeps a full cache that is updated all the time, and notes how long the process stood still
// at most, as SteadyBench does.
func steady(o options) (any, error) {
	i, err := newInformer(o)
	if err != nil {
		return nil, err
	}
	var seen atomic.Int64
	count := func(any) { seen.Add(1) }
	if _, err := i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    count,
		UpdateFunc: func(_, now any) { count(now) },
		DeleteFunc: count,
	}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { _ = i.run(ctx) }()
	begun := time.Now()
	for seen.Load() < int64(o.objects) {
		if time.Since(begun) > o.limit {
			return nil, errors.New("not all objects came")
		}
		time.Sleep(time.Millisecond)
	}
	before := cpuSeconds()
	var longest time.Duration
	for seen.Load() < int64(o.events) {
		if time.Since(begun) > o.limit {
			return nil, errors.New("not all events came")
		}
		slept := time.Now()
		time.Sleep(time.Millisecond)
		longest = max(longest, time.Since(slept)-time.Millisecond)
	}
	updates := o.events - o.objects
	return map[string]any{
		"bench":              o.bench,
		"contender":          o.contender,
		"objects":            o.objects,
		"updates":            updates,
		"longestPauseMillis": millis(longest),
		"cpuMicrosPerUpdate": (cpuSeconds() - before) * 1e6 / float64(updates),
		"residentKilobytes":  residentKilobytes(),
		"peakKilobytes":      peakKilobytes(),
	}, nil
}
