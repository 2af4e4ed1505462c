package main

import (
	"context"
	"fmt"
	"io"
	gosync "sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const annotation = "bench.drover.dev/secret"

// Knows when the work is done; the same as Job in Java.
type job struct {
	objects int
	first   bool // ends with the first reconcile
	lock    gosync.Mutex
	names   map[string]bool
	ended   chan struct{}
	end     time.Time
}

func (j *job) begun() {
	if j.first {
		j.done("")
	}
}

func (j *job) done(name string) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.names[name] = true
	if len(j.names) == j.objects && j.end.IsZero() {
		j.end = time.Now()
		close(j.ended)
	}
}

type reconciler struct {
	client.Client
	job *job
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	r.job.begun()
	var config corev1.ConfigMap
	if err := r.Get(ctx, request.NamespacedName, &config); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var secret corev1.Secret
	if err := r.Get(ctx, request.NamespacedName, &secret); apierrors.IsNotFound(err) {
		secret = corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: config.Namespace, Name: config.Name},
			StringData: config.Data,
		}
		if err := controllerutil.SetControllerReference(&config, &secret, r.Scheme()); err != nil {
			return ctrl.Result{}, err
		}
		if err := r.Create(ctx, &secret); err != nil {
			return ctrl.Result{}, client.IgnoreAlreadyExists(err)
		}
	} else if err != nil {
		return ctrl.Result{}, err
	}
	if config.Annotations[annotation] == "" {
		before := config.DeepCopy()
		config.Annotations = map[string]string{annotation: secret.Name}
		if err := r.Patch(ctx, &config, client.MergeFrom(before)); err != nil {
			return ctrl.Result{}, err
		}
	}
	r.job.done(config.Name)
	return ctrl.Result{}, nil
}

// controllers lets controller-runtime give each ConfigMap of a namespace a Secret and an annotation.
func controllers(o options) (any, error) {
	klog.SetOutput(io.Discard)
	ctrl.SetLogger(klog.Background())
	begun := time.Now()
	config, err := o.config()
	if err != nil {
		return nil, err
	}
	config.ContentType, config.AcceptContentTypes = "", "" // its own choice by kind
	job := &job{objects: o.objects, first: o.bench != "reconcile", names: map[string]bool{}, ended: make(chan struct{})}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{o.namespace: {}}},
	})
	if err != nil {
		return nil, err
	}
	err = ctrl.NewControllerManagedBy(manager).
		For(&corev1.ConfigMap{}).
		Owns(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.workers}).
		Complete(&reconciler{manager.GetClient(), job})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.limit)
	defer cancel()
	failed := make(chan error, 1)
	go func() { failed <- manager.Start(ctx) }()
	select {
	case <-job.ended:
	case err := <-failed:
		return nil, fmt.Errorf("not all was done: %v", err)
	}
	result := map[string]any{
		"bench":         o.bench,
		"contender":     o.contender,
		"objects":       o.objects,
		"processMillis": sinceStart(job.end),
		"workMillis":    millis(job.end.Sub(begun)),
		"cpuSeconds":    cpuSeconds(),
		"peakKilobytes": peakKilobytes(),
	}
	if o.bench != "start" {
		time.Sleep(o.linger) // what its own writes bring back may cause more calls
	}
	result["residentKilobytes"] = residentKilobytes()
	return result, nil
}
