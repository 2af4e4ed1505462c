package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	authv1 "k8s.io/api/authentication/v1"
	authzv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	appsapply "k8s.io/client-go/applyconfigurations/apps/v1"
	coreapply "k8s.io/client-go/applyconfigurations/core/v1"
	metaapply "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/tools/record"
	watchtools "k8s.io/client-go/tools/watch"
	"k8s.io/client-go/util/retry"
)

const protobuf = "application/vnd.kubernetes.protobuf,application/json"

var clientChecks = []check{
	{"client-go: typed client, JSON", typedClient("json", "application/json")},
	{"client-go: typed client, protobuf", typedClient("protobuf", protobuf)},
	{"client-go: conflict and retry", conflicts},
	{"client-go: shared informers, JSON", sharedInformers("inf-json", "application/json")},
	{"client-go: shared informers, protobuf", sharedInformers("inf-proto", protobuf)},
	{"client-go: dynamic and metadata informers", dynamicInformers},
	{"client-go: server-side apply", applyConfigurations},
	{"client-go: discovery and REST mapper", discoveryAndMapper},
	{"client-go: pager", pages},
	{"client-go: retry watcher and field selectors", retryWatcher},
	{"client-go: leader election", leaderElection},
	{"client-go: events", events},
	{"client-go: scale", scaleClient},
	{"client-go: eviction, token request, access review", subresources},
}

func namespace(ctx context.Context, c kubernetes.Interface, name string) error {
	_, err := c.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
	return err
}

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "guest"}}, Data: data}
}

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "nginx:1"}}},
			},
		},
	}
}

func expect(what string, got, want any) error {
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("%s: got %v, want %v", what, got, want)
	}
	return nil
}

func typedClient(name, contentType string) func(context.Context, *rest.Config) error {
	return func(ctx context.Context, config *rest.Config) error {
		config.ContentType = strings.Split(contentType, ",")[0]
		config.AcceptContentTypes = contentType
		c, err := kubernetes.NewForConfig(config)
		if err != nil {
			return err
		}
		ns := "typed-" + name
		if err := namespace(ctx, c, ns); err != nil {
			return err
		}
		created, err := c.AppsV1().Deployments(ns).Create(ctx, deployment("web"), metav1.CreateOptions{})
		if err != nil {
			return err
		}
		if err := errors.Join(
			expect("replicas", *created.Spec.Replicas, int32(1)),
			expect("generation", created.Generation, int64(1)),
			expect("strategy", string(created.Spec.Strategy.Type), "RollingUpdate"),
			expect("dns policy", string(created.Spec.Template.Spec.DNSPolicy), "ClusterFirst"),
		); err != nil {
			return err
		}
		created.Status.Replicas = 3
		updated, err := c.AppsV1().Deployments(ns).UpdateStatus(ctx, created, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		if err := errors.Join(expect("status", updated.Status.Replicas, int32(3)), expect("generation", updated.Generation, int64(1))); err != nil {
			return err
		}
		patched, err := c.AppsV1().Deployments(ns).Patch(ctx, "web", types.StrategicMergePatchType,
			[]byte(`{"spec":{"template":{"spec":{"containers":[{"name":"d","image":"busybox"}]}}}}`), metav1.PatchOptions{})
		if err != nil {
			return err
		}
		if err := errors.Join(expect("containers", len(patched.Spec.Template.Spec.Containers), 2), expect("generation", patched.Generation, int64(2))); err != nil {
			return err
		}
		if _, err = c.AppsV1().Deployments(ns).Create(ctx, deployment("web"), metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
			return fmt.Errorf("second create: %v", err)
		}
		bad := deployment("bad")
		bad.Spec.Template.Labels = map[string]string{"other": "x"}
		if _, err = c.AppsV1().Deployments(ns).Create(ctx, bad, metav1.CreateOptions{}); !apierrors.IsInvalid(err) {
			return fmt.Errorf("invalid: %v", err)
		}
		list, err := c.AppsV1().Deployments(ns).List(ctx, metav1.ListOptions{LabelSelector: "app in (web,db)"})
		if err != nil {
			return err
		}
		if err := expect("list", len(list.Items), 1); err != nil {
			return err
		}
		if err := c.AppsV1().Deployments(ns).Delete(ctx, "web", metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(created.UID))}); err != nil {
			return err
		}
		if _, err = c.AppsV1().Deployments(ns).Get(ctx, "web", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
			return fmt.Errorf("get after delete: %v", err)
		}
		secret, err := c.CoreV1().Secrets(ns).Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{GenerateName: "s-"}, StringData: map[string]string{"a": "b"}}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		return errors.Join(expect("data", string(secret.Data["a"]), "b"), expect("type", string(secret.Type), "Opaque"),
			c.CoreV1().Secrets(ns).DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
	}
}

func conflicts(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "conflicts"); err != nil {
		return err
	}
	maps := c.CoreV1().ConfigMaps("conflicts")
	first, err := maps.Create(ctx, configMap("m", map[string]string{"n": "0"}), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	second := first.DeepCopy()
	second.Data["n"] = "1"
	if _, err = maps.Update(ctx, second, metav1.UpdateOptions{}); err != nil {
		return err
	}
	first.Data["n"] = "2"
	if _, err = maps.Update(ctx, first, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		return fmt.Errorf("no conflict: %v", err)
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now, err := maps.Get(ctx, "m", metav1.GetOptions{})
		if err != nil {
			return err
		}
		now.Data["n"] = "2"
		_, err = maps.Update(ctx, now, metav1.UpdateOptions{})
		return err
	})
}

func sharedInformers(ns, contentType string) func(context.Context, *rest.Config) error {
	return func(ctx context.Context, config *rest.Config) error {
		config.ContentType = strings.Split(contentType, ",")[0]
		config.AcceptContentTypes = contentType
		c := kubernetes.NewForConfigOrDie(config)
		if err := namespace(ctx, c, ns); err != nil {
			return err
		}
		for i := range 20 {
			if _, err := c.CoreV1().ConfigMaps(ns).Create(ctx, configMap(fmt.Sprintf("m%d", i), map[string]string{"i": fmt.Sprint(i)}), metav1.CreateOptions{}); err != nil {
				return err
			}
		}
		factory := informers.NewSharedInformerFactoryWithOptions(c, 0, informers.WithNamespace(ns))
		informer := factory.Core().V1().ConfigMaps().Informer()
		seen := make(chan string, 1000)
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    func(o any) { seen <- "add " + o.(*corev1.ConfigMap).Name },
			UpdateFunc: func(_, o any) { seen <- "update " + o.(*corev1.ConfigMap).Name },
			DeleteFunc: func(o any) { seen <- "delete " + o.(*corev1.ConfigMap).Name },
		}); err != nil {
			return err
		}
		stop, cancel := context.WithCancel(ctx)
		defer cancel()
		factory.Start(stop.Done())
		if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
			return errors.New("never synced")
		}
		for range 20 {
			<-seen
		}
		if err := expect("cached", len(informer.GetStore().ListKeys()), 20); err != nil {
			return err
		}
		m, err := c.CoreV1().ConfigMaps(ns).Get(ctx, "m3", metav1.GetOptions{})
		if err != nil {
			return err
		}
		m.Data["i"] = "changed"
		if _, err := c.CoreV1().ConfigMaps(ns).Update(ctx, m, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if err := c.CoreV1().ConfigMaps(ns).Delete(ctx, "m4", metav1.DeleteOptions{}); err != nil {
			return err
		}
		for _, want := range []string{"update m3", "delete m4"} {
			select {
			case got := <-seen:
				if err := expect("event", got, want); err != nil {
					return err
				}
			case <-ctx.Done():
				return fmt.Errorf("no event %s", want)
			}
		}
		return nil
	}
}

func dynamicInformers(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "dynamic"); err != nil {
		return err
	}
	crds := schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	widgets := schema.GroupVersionResource{Group: "interop.drover.dev", Version: "v1", Resource: "widgets"}
	d := dynamic.NewForConfigOrDie(config)
	crd := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "widgets.interop.drover.dev"},
		"spec": map[string]any{
			"group": "interop.drover.dev", "scope": "Namespaced",
			"names": map[string]any{"plural": "widgets", "kind": "Widget", "shortNames": []any{"wd"}},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true,
				"subresources": map[string]any{"status": map[string]any{}},
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{
					"spec":   map[string]any{"type": "object", "properties": map[string]any{"size": map[string]any{"type": "integer"}}},
					"status": map[string]any{"type": "object", "properties": map[string]any{"ready": map[string]any{"type": "boolean"}}},
				}}}}},
		}}}
	if _, err := d.Resource(crds).Create(ctx, crd, metav1.CreateOptions{}); err != nil {
		return err
	}
	if _, err := watchtools.UntilWithSync(ctx, cache.NewListWatchFromClient(apiextensions(config), "customresourcedefinitions", "", fields.OneTermEqualSelector("metadata.name", "widgets.interop.drover.dev")), &unstructured.Unstructured{}, nil,
		func(e watch.Event) (bool, error) {
			u := e.Object.(*unstructured.Unstructured)
			conditions, _, _ := unstructured.NestedSlice(u.Object, "status", "conditions")
			for _, x := range conditions {
				m := x.(map[string]any)
				if m["type"] == "Established" && m["status"] == "True" {
					return true, nil
				}
			}
			return false, nil
		}); err != nil {
		return fmt.Errorf("established: %w", err)
	}
	var widget *unstructured.Unstructured
	for {
		made, err := d.Resource(widgets).Namespace("dynamic").Create(ctx, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "interop.drover.dev/v1", "kind": "Widget", "metadata": map[string]any{"name": "w"},
			"spec": map[string]any{"size": int64(3), "unknown": "pruned"}, "status": map[string]any{"ready": true},
		}}, metav1.CreateOptions{})
		if err == nil {
			widget = made
			break
		}
		if !apierrors.IsNotFound(err) { // the real one takes a moment to serve it
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(50 * time.Millisecond):
		}
	}
	_, unknown, _ := unstructured.NestedString(widget.Object, "spec", "unknown")
	_, status, _ := unstructured.NestedMap(widget.Object, "status")
	if err := errors.Join(expect("unknown field kept", unknown, false), expect("status kept", status, false), expect("generation", widget.GetGeneration(), int64(1))); err != nil {
		return err
	}
	informer := dynamicinformer.NewFilteredDynamicSharedInformerFactory(d, 0, "dynamic", nil).ForResource(widgets).Informer()
	go informer.Run(ctx.Done())
	m := metadata.NewForConfigOrDie(config)
	meta := metadatainformer.NewFilteredSharedInformerFactory(m, 0, "dynamic", nil).ForResource(corev1.SchemeGroupVersion.WithResource("configmaps")).Informer()
	go meta.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced, meta.HasSynced) {
		return errors.New("never synced")
	}
	if _, err := c.CoreV1().ConfigMaps("dynamic").Create(ctx, configMap("seen", nil), metav1.CreateOptions{}); err != nil {
		return err
	}
	if err := eventually(ctx, func() bool { _, ok, _ := meta.GetStore().GetByKey("dynamic/seen"); return ok }); err != nil {
		return fmt.Errorf("metadata informer: %w", err)
	}
	_, ok, _ := informer.GetStore().GetByKey("dynamic/w")
	return expect("dynamic informer has the widget", ok, true)
}

func apiextensions(config *rest.Config) *rest.RESTClient {
	config = rest.CopyConfig(config)
	config.APIPath = "/apis"
	config.GroupVersion = &schema.GroupVersion{Group: "apiextensions.k8s.io", Version: "v1"}
	config.NegotiatedSerializer = unstructuredSerializer{}
	c, err := rest.RESTClientFor(config)
	if err != nil {
		panic(err)
	}
	return c
}

type unstructuredSerializer struct{}

func (unstructuredSerializer) SupportedMediaTypes() []runtime.SerializerInfo {
	json := unstructured.UnstructuredJSONScheme
	return []runtime.SerializerInfo{{MediaType: "application/json", MediaTypeType: "application", MediaTypeSubType: "json", EncodesAsText: true, Serializer: json,
		StreamSerializer: &runtime.StreamSerializerInfo{EncodesAsText: true, Serializer: json, Framer: streamFramer()}}}
}
func (unstructuredSerializer) EncoderForVersion(e runtime.Encoder, _ runtime.GroupVersioner) runtime.Encoder {
	return e
}
func (unstructuredSerializer) DecoderToVersion(d runtime.Decoder, _ runtime.GroupVersioner) runtime.Decoder {
	return d
}

func eventually(ctx context.Context, condition func() bool) error {
	for !condition() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
	return nil
}

func applyConfigurations(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "apply"); err != nil {
		return err
	}
	web := appsapply.Deployment("web", "apply").WithSpec(appsapply.DeploymentSpec().
		WithReplicas(2).
		WithSelector(metaapply.LabelSelector().WithMatchLabels(map[string]string{"app": "web"})).
		WithTemplate(coreapply.PodTemplateSpec().WithLabels(map[string]string{"app": "web"}).
			WithSpec(coreapply.PodSpec().WithContainers(coreapply.Container().WithName("c").WithImage("nginx:1").
				WithPorts(coreapply.ContainerPort().WithContainerPort(80))))))
	one := metav1.ApplyOptions{FieldManager: "one"}
	made, err := c.AppsV1().Deployments("apply").Apply(ctx, web, one)
	if err != nil {
		return err
	}
	again, err := c.AppsV1().Deployments("apply").Apply(ctx, web, one)
	if err != nil {
		return err
	}
	if err := expect("version after an apply that changes nothing", again.ResourceVersion, made.ResourceVersion); err != nil {
		return err
	}
	replicas := appsapply.Deployment("web", "apply").WithSpec(appsapply.DeploymentSpec().WithReplicas(5))
	_, err = c.AppsV1().Deployments("apply").Apply(ctx, replicas, metav1.ApplyOptions{FieldManager: "two"})
	if !apierrors.IsConflict(err) || !strings.Contains(err.Error(), `conflict with "one": .spec.replicas`) {
		return fmt.Errorf("conflict: %v", err)
	}
	forced, err := c.AppsV1().Deployments("apply").Apply(ctx, replicas, metav1.ApplyOptions{FieldManager: "two", Force: true})
	if err != nil {
		return err
	}
	owned, err := appsapply.ExtractDeployment(forced, "two")
	if err != nil {
		return err
	}
	if err := errors.Join(expect("replicas", *forced.Spec.Replicas, int32(5)), expect("extracted", *owned.Spec.Replicas, int32(5))); err != nil {
		return err
	}
	_, err = c.AppsV1().Deployments("apply").ApplyStatus(ctx, appsapply.Deployment("web", "apply").WithStatus(appsapply.DeploymentStatus().WithReplicas(4)), one)
	return err
}

func discoveryAndMapper(ctx context.Context, config *rest.Config) error {
	d := discovery.NewDiscoveryClientForConfigOrDie(config)
	groups, resources, err := d.ServerGroupsAndResources()
	if err != nil {
		return err
	}
	if len(groups) < 15 || len(resources) < 15 {
		return fmt.Errorf("only %d groups and %d lists", len(groups), len(resources))
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(d))
	expanded := restmapper.NewShortcutExpander(mapper, d, nil)
	gvk, err := expanded.KindFor(schema.GroupVersionResource{Resource: "deploy"})
	if err != nil {
		return err
	}
	mapping, err := mapper.RESTMapping(schema.GroupKind{Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"})
	if err != nil {
		return err
	}
	version, err := d.ServerVersion()
	if err != nil {
		return err
	}
	document, err := d.OpenAPISchema()
	if err != nil {
		return err
	}
	found := false
	for _, definition := range document.GetDefinitions().GetAdditionalProperties() {
		if definition.GetName() == "io.k8s.api.apps.v1.Deployment" {
			found = len(definition.GetValue().GetProperties().GetAdditionalProperties()) == 5
		}
	}
	if !found || len(document.GetPaths().GetPath()) < 100 {
		return fmt.Errorf("the OpenAPI document lacks deployments, or has only %d paths", len(document.GetPaths().GetPath()))
	}
	paths, err := d.OpenAPIV3().Paths()
	if err != nil {
		return err
	}
	for _, media := range []string{"application/json", "application/com.github.proto-openapi.spec.v3.v1.0+protobuf"} {
		if _, err := paths["apis/apps/v1"].Schema(media); err != nil {
			return err
		}
	}
	return errors.Join(expect("deploy", gvk.Kind, "Deployment"), expect("scope", string(mapping.Scope.Name()), "root"), expect("major", version.Major, "1"))
}

func pages(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "pages"); err != nil {
		return err
	}
	for i := range 25 {
		if _, err := c.CoreV1().ConfigMaps("pages").Create(ctx, configMap(fmt.Sprintf("m%02d", i), nil), metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	p := pager.New(pager.SimplePageFunc(func(o metav1.ListOptions) (runtime.Object, error) {
		return c.CoreV1().ConfigMaps("pages").List(ctx, o)
	}))
	p.PageSize = 7
	var names []string
	err := p.EachListItem(ctx, metav1.ListOptions{}, func(o runtime.Object) error {
		names = append(names, o.(*corev1.ConfigMap).Name)
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(expect("items", len(names), 25), expect("sorted", sort.StringsAreSorted(names), true))
}

func retryWatcher(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "rw"); err != nil {
		return err
	}
	list, err := c.CoreV1().ConfigMaps("rw").List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	lw := cache.NewListWatchFromClient(c.CoreV1().RESTClient(), "configmaps", "rw", fields.OneTermEqualSelector("metadata.name", "wanted"))
	w, err := watchtools.NewRetryWatcherWithContext(ctx, list.ResourceVersion, lw)
	if err != nil {
		return err
	}
	defer w.Stop()
	for _, name := range []string{"other", "wanted"} {
		if _, err := c.CoreV1().ConfigMaps("rw").Create(ctx, configMap(name, nil), metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	e := <-w.ResultChan()
	return errors.Join(expect("type", e.Type, watch.Added), expect("name", e.Object.(*corev1.ConfigMap).Name, "wanted"))
}

func leaderElection(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "leader"); err != nil {
		return err
	}
	lead := func(id string) (<-chan struct{}, context.CancelFunc, <-chan struct{}) {
		leading, done := make(chan struct{}), make(chan struct{})
		run, cancel := context.WithCancel(ctx)
		go func() {
			defer close(done)
			leaderelection.RunOrDie(run, leaderelection.LeaderElectionConfig{
				Lock:          &resourcelock.LeaseLock{LeaseMeta: metav1.ObjectMeta{Namespace: "leader", Name: "l"}, Client: c.CoordinationV1(), LockConfig: resourcelock.ResourceLockConfig{Identity: id}},
				LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 100 * time.Millisecond, ReleaseOnCancel: true,
				Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { close(leading) }, OnStoppedLeading: func() {}},
			})
		}()
		return leading, cancel, done
	}
	first, stopFirst, firstDone := lead("a")
	<-first
	second, stopSecond, secondDone := lead("b")
	stopFirst()
	<-firstDone
	select {
	case <-second:
	case <-ctx.Done():
		return errors.New("nobody took over")
	}
	stopSecond()
	<-secondDone
	return nil
}

func events(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "events"); err != nil {
		return err
	}
	m, err := c.CoreV1().ConfigMaps("events").Create(ctx, configMap("m", nil), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	broadcaster := record.NewBroadcaster()
	defer broadcaster.Shutdown()
	broadcaster.StartRecordingToSink(&kubernetesSink{c})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "guest"})
	for range 3 {
		recorder.Event(m, "Normal", "Seen", "it was seen")
	}
	return eventually(ctx, func() bool {
		list, err := c.CoreV1().Events("events").List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.name=m,reason=Seen"})
		return err == nil && len(list.Items) == 1 && list.Items[0].Count == 3
	})
}

func scaleClient(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "scale"); err != nil {
		return err
	}
	if _, err := c.AppsV1().Deployments("scale").Create(ctx, deployment("web"), metav1.CreateOptions{}); err != nil {
		return err
	}
	d := discovery.NewDiscoveryClientForConfigOrDie(config)
	scales, err := scale.NewForConfig(config, restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(d)), dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(d))
	if err != nil {
		return err
	}
	gr := schema.GroupResource{Group: "apps", Resource: "deployments"}
	s, err := scales.Scales("scale").Get(ctx, gr, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	s.Spec.Replicas = 7
	if _, err := scales.Scales("scale").Update(ctx, gr, s, metav1.UpdateOptions{}); err != nil {
		return err
	}
	now, err := c.AppsV1().Deployments("scale").Get(ctx, "web", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return errors.Join(expect("selector", s.Status.Selector, "app=web"), expect("replicas", *now.Spec.Replicas, int32(7)), expect("generation", now.Generation, int64(2)))
}

func subresources(ctx context.Context, config *rest.Config) error {
	c := kubernetes.NewForConfigOrDie(config)
	if err := namespace(ctx, c, "subs"); err != nil {
		return err
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "p", Labels: map[string]string{"app": "p"}}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}}}
	if _, err := c.CoreV1().Pods("subs").Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return err
	}
	if err := c.CoreV1().Pods("subs").Bind(ctx, &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "p"}, Target: corev1.ObjectReference{Kind: "Node", Name: "n1"}}, metav1.CreateOptions{}); err != nil {
		return err
	}
	bound, err := c.CoreV1().Pods("subs").Get(ctx, "p", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := expect("node", bound.Spec.NodeName, "n1"); err != nil {
		return err
	}
	if err := c.PolicyV1().Evictions("subs").Evict(ctx, &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Namespace: "subs", Name: "p"}}); err != nil {
		return err
	}
	if _, err := c.CoreV1().ServiceAccounts("subs").Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{}); err != nil {
		return err
	}
	token, err := c.CoreV1().ServiceAccounts("subs").CreateToken(ctx, "robot", &authv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	robot := rest.AnonymousClientConfig(config)
	robot.BearerToken = token.Status.Token
	as := kubernetes.NewForConfigOrDie(robot)
	who, err := as.AuthenticationV1().SelfSubjectReviews().Create(ctx, &authv1.SelfSubjectReview{}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if _, err := as.CoreV1().Secrets("subs").List(ctx, metav1.ListOptions{}); !apierrors.IsForbidden(err) {
		return fmt.Errorf("the robot may list secrets: %v", err)
	}
	may, err := as.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, &authzv1.SelfSubjectAccessReview{Spec: authzv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authzv1.ResourceAttributes{Namespace: "subs", Verb: "list", Resource: "secrets"}}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	return errors.Join(expect("user", who.Status.UserInfo.Username, "system:serviceaccount:subs:robot"), expect("allowed", may.Status.Allowed, false))
}
