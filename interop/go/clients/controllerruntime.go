package main

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var runtimeChecks = []check{
	{"controller-runtime: manager, cache with index, reconciler, finalizer", managedController},
}

// managedController keeps a Secret for each ConfigMap, with a finalizer, and deletes both.
func managedController(ctx context.Context, config *rest.Config) error {
	log.SetLogger(zap.New(zap.WriteTo(discard{})))
	if err := namespace(ctx, kubernetes.NewForConfigOrDie(config), "runtime"); err != nil {
		return err
	}
	m, err := ctrl.NewManager(config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"}, LeaderElection: true, LeaderElectionID: "guest", LeaderElectionNamespace: "runtime",
		LeaderElectionReleaseOnCancel: true,
	})
	if err != nil {
		return err
	}
	if err := m.GetFieldIndexer().IndexField(ctx, &corev1.Secret{}, "of", func(o client.Object) []string {
		return []string{o.GetAnnotations()["of"]}
	}); err != nil {
		return err
	}
	c := m.GetClient()
	if err := ctrl.NewControllerManagedBy(m).For(&corev1.ConfigMap{}).Owns(&corev1.Secret{}).Complete(reconciler{c}); err != nil {
		return err
	}
	run, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- m.Start(run) }()
	defer stop()
	<-m.Elected()
	config1 := configMap("one", map[string]string{"k": "v"})
	config1.Namespace = "runtime"
	if err := c.Create(ctx, config1); err != nil {
		return err
	}
	key := client.ObjectKeyFromObject(config1)
	if err := eventually(ctx, func() bool {
		var secrets corev1.SecretList
		err := c.List(ctx, &secrets, client.InNamespace("runtime"), client.MatchingFields{"of": "one"})
		return err == nil && len(secrets.Items) == 1 && string(secrets.Items[0].Data["k"]) == "v"
	}); err != nil {
		return fmt.Errorf("secret: %w", err)
	}
	if err := c.Get(ctx, key, config1); err != nil {
		return err
	}
	changed := config1.DeepCopy()
	changed.Data["k"] = "w"
	if err := c.Patch(ctx, changed, client.MergeFrom(config1)); err != nil {
		return err
	}
	if err := eventually(ctx, func() bool {
		var s corev1.Secret
		return c.Get(ctx, key, &s) == nil && string(s.Data["k"]) == "w"
	}); err != nil {
		return fmt.Errorf("changed secret: %w", err)
	}
	if err := c.Delete(ctx, changed); err != nil {
		return err
	}
	if err := eventually(ctx, func() bool {
		return client.IgnoreNotFound(c.Get(ctx, key, &corev1.ConfigMap{})) == nil && c.Get(ctx, key, &corev1.ConfigMap{}) != nil && c.Get(ctx, key, &corev1.Secret{}) != nil
	}); err != nil {
		return fmt.Errorf("deletion: %w", err)
	}
	stop()
	return <-ended
}

type reconciler struct{ c client.Client }

func (r reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var m corev1.ConfigMap
	if err := r.c.Get(ctx, req.NamespacedName, &m); err != nil || m.Namespace != "runtime" {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: m.Namespace, Name: m.Name}}
	if !m.DeletionTimestamp.IsZero() {
		if err := client.IgnoreNotFound(r.c.Delete(ctx, secret)); err != nil {
			return ctrl.Result{}, err
		}
		if controllerutil.RemoveFinalizer(&m, "drover.dev/guest") {
			return ctrl.Result{}, r.c.Update(ctx, &m)
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(&m, "drover.dev/guest") {
		if err := r.c.Update(ctx, &m); err != nil {
			return ctrl.Result{}, err
		}
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.c, secret, func() error {
		secret.Annotations = map[string]string{"of": m.Name}
		secret.Data = map[string][]byte{}
		for k, v := range m.Data {
			secret.Data[k] = []byte(v)
		}
		return errors.Join(controllerutil.SetControllerReference(&m, secret, r.c.Scheme()))
	})
	return ctrl.Result{}, err
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
