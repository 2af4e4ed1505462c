package main

import (
	"reflect"
	"slices"

	admissionv1 "k8s.io/api/admission/v1"
	admissionv1beta1 "k8s.io/api/admission/v1beta1"
	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	apidiscoveryv2beta1 "k8s.io/api/apidiscovery/v2beta1"
	imagepolicyv1alpha1 "k8s.io/api/imagepolicy/v1alpha1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// knownKinds are the Go types by what they call themselves on the wire.
type knownKinds map[schema.GroupVersionKind]reflect.Type

// registrations are client-go's kinds, those of the two API servers that kube-apiserver
// delegates to, and the bodies of webhooks and discovery, which client-go has no calls for.
var registrations = []func(*runtime.Scheme) error{
	scheme.AddToScheme,
	apiextensionsv1.AddToScheme,
	apiregistrationv1.AddToScheme,
	admissionv1.AddToScheme,
	admissionv1beta1.AddToScheme,
	apidiscoveryv2.AddToScheme,
	apidiscoveryv2beta1.AddToScheme,
	imagepolicyv1alpha1.AddToScheme,
	metav1.AddMetaToScheme,
}

// handWritten are the types of meta/v1 that the table cannot express, because a table's
// cells can be anything, and one that never leaves the server.
var handWritten = []string{"InternalEvent", "Table", "TableOptions"}

func knownTypes() (knownKinds, error) {
	all := runtime.NewScheme()
	for _, register := range registrations {
		if err := register(all); err != nil {
			return nil, err
		}
	}
	known := knownKinds{}
	for gvk, goType := range all.AllKnownTypes() {
		if isFirstName(gvk, goType) && !isHandWritten(goType) {
			known[gvk] = goType
		}
	}
	return known, nil
}

// isFirstName leaves out the aliases of the types of meta/v1: Go registers DeleteOptions and
// its like once for every group-version.
func isFirstName(gvk schema.GroupVersionKind, t reflect.Type) bool {
	return packageOf(t) != "meta/v1" || gvk.Group == "" || gvk.Group == metav1.GroupName
}

func isHandWritten(t reflect.Type) bool {
	return packageOf(t) == "meta/v1" && slices.Contains(handWritten, t.Name())
}
