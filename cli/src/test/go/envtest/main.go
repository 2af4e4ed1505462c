// Envtest starts controller-runtime's envtest with the programs in $KUBEBUILDER_ASSETS, unchanged, and checks what a
// suite relies on. It prints one line for each check and ends with status 1 when one fails.
package main

import (
	"context"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Println("FAIL", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	env := &envtest.Environment{CRDs: []*apiextensionsv1.CustomResourceDefinition{widgets()}}
	config, err := env.Start()
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	defer func() { _ = env.Stop() }()
	fmt.Println("ok start, with a custom resource definition")

	admin, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	if err := admin.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "a"}}); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	widget := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Widget",
		"metadata": map[string]any{"namespace": "default", "name": "w"}, "spec": map[string]any{"size": int64(2)}}}
	if err := admin.Create(ctx, widget); err != nil {
		return fmt.Errorf("create a custom resource: %w", err)
	}
	fmt.Println("ok objects, as the administrator with a client certificate")

	jane, err := env.AddUser(envtest.User{Name: "jane", Groups: []string{"developers"}}, nil)
	if err != nil {
		return fmt.Errorf("add a user: %w", err)
	}
	janes, err := client.New(jane.Config(), client.Options{Mapper: admin.RESTMapper()})
	if err != nil {
		return err
	}
	if err := janes.List(ctx, &corev1.ConfigMapList{}); !apierrors.IsForbidden(err) {
		return fmt.Errorf("a user without a role lists: %v", err)
	}
	fmt.Println("ok users")

	server := env.ControlPlane.GetAPIServer()
	if err := server.Stop(); err != nil {
		return fmt.Errorf("stop the API server: %w", err)
	}
	if err := server.Start(); err != nil {
		return fmt.Errorf("start the API server again: %w", err)
	}
	again, err := env.ControlPlane.AddUser(envtest.User{Name: "root", Groups: []string{"system:masters"}}, nil)
	if err != nil {
		return err
	}
	after, err := client.New(again.Config(), client.Options{})
	if err != nil {
		return fmt.Errorf("after the restart: %w", err)
	}
	if err := after.Get(ctx, client.ObjectKeyFromObject(widget), widget); err != nil {
		return fmt.Errorf("after the restart: %w", err)
	}
	fmt.Println("ok objects after a restart of the API server")
	if err := env.Stop(); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	fmt.Println("ok stop")
	return nil
}

func widgets() *apiextensionsv1.CustomResourceDefinition {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com", Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Kind: "Widget"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object",
					Properties: map[string]apiextensionsv1.JSONSchemaProps{"spec": {Type: "object",
						Properties: map[string]apiextensionsv1.JSONSchemaProps{"size": {Type: "integer"}}}}}}}},
		},
	}
}
