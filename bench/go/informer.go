package main

import (
	"context"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An informer that can be started once. Run returns when the context ends and nothing of it runs.
type informer struct {
	toolscache.SharedIndexInformer
	run func(context.Context) error
}

func newInformer(o options) (*informer, error) {
	klog.SetOutput(io.Discard)
	ctrl.SetLogger(klog.Background())
	config, err := o.config()
	if err != nil {
		return nil, err
	}
	if o.client == "controller-runtime" {
		return ofControllerRuntime(o, config)
	}
	shared, err := ofClientGo(o, config)
	if err != nil {
		return nil, err
	}
	if o.noManaged {
		if err := shared.SetTransform(cache.TransformStripManagedFields()); err != nil {
			return nil, err
		}
	}
	return &informer{shared, func(ctx context.Context) error {
		shared.RunWithContext(ctx)
		return nil
	}}, nil
}

func ofClientGo(o options, config *rest.Config) (toolscache.SharedIndexInformer, error) {
	resource := o.groupVersion().WithResource(o.plural)
	switch {
	case o.dynamic:
		c, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		return dynamicinformer.NewDynamicSharedInformerFactory(c, 0).ForResource(resource).Informer(), nil
	case o.group == machines.Group:
		return ofMachines(config)
	}
	c, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	generic, err := informers.NewSharedInformerFactory(c, 0).ForResource(resource)
	if err != nil {
		return nil, err
	}
	return generic.Informer(), nil
}

// What a generated client of a custom kind does.
func ofMachines(config *rest.Config) (toolscache.SharedIndexInformer, error) {
	scheme := runtime.NewScheme()
	if err := addMachines(scheme); err != nil {
		return nil, err
	}
	config.APIPath = "/apis"
	config.GroupVersion = &machines
	config.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	c, err := rest.RESTClientFor(config)
	if err != nil {
		return nil, err
	}
	listWatch := toolscache.NewListWatchFromClient(c, "machines", "", fields.Everything())
	return toolscache.NewSharedIndexInformer(listWatch, &Machine{}, 0, toolscache.Indexers{}), nil
}

func ofControllerRuntime(o options, config *rest.Config) (*informer, error) {
	// Its own choice by kind is protobuf where there is protobuf.
	if o.format == "protobuf" {
		config.ContentType, config.AcceptContentTypes = "", ""
	}
	scheme := clientscheme.Scheme
	if err := addMachines(scheme); err != nil {
		return nil, err
	}
	kind := o.groupVersion().WithKind(o.kind)
	// A table instead of discovery, as the server of the events has none.
	mapper := meta.NewDefaultRESTMapper(nil)
	scope := meta.RESTScopeRoot
	if o.namespaced {
		scope = meta.RESTScopeNamespace
	}
	mapper.AddSpecific(kind, o.groupVersion().WithResource(o.plural), o.groupVersion().WithResource(o.plural), scope)
	settings := cache.Options{Scheme: scheme, Mapper: mapper}
	if o.noManaged {
		settings.DefaultTransform = cache.TransformStripManagedFields()
	}
	c, err := cache.New(config, settings)
	if err != nil {
		return nil, err
	}
	var object client.Object
	if o.dynamic {
		u := &unstructured.Unstructured{}
		u.SetGroupVersionKind(kind)
		object = u
	} else {
		typed, err := scheme.New(kind)
		if err != nil {
			return nil, err
		}
		object = typed.(client.Object)
	}
	found, err := c.GetInformer(context.Background(), object, cache.BlockUntilSynced(false))
	if err != nil {
		return nil, err
	}
	shared, ok := found.(toolscache.SharedIndexInformer)
	if !ok {
		return nil, fmt.Errorf("controller-runtime's informer is a %T", found)
	}
	return &informer{shared, c.Start}, nil
}
