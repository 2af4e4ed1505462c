// Types for ControllerGenTest. Its facts are what controller-gen makes of them; to renew them:
//
//	go run sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0 crd:maxDescLen=0 paths=./v1 output:stdout > ../../resources/dev/drover/cli/controller-gen.yaml
//
// +groupName=example.dev
package v1

import (
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.i32,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:resource:shortName=mx;mtx,categories=all
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:printcolumn:name="Text",type=string,JSONPath=`.spec.text`,priority=1,description="words"
// +kubebuilder:selectablefield:JSONPath=`.spec.text`
type Matrix struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Spec    `json:"spec"`
	Status            *Status `json:"status,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="self.i32 <= self.i64",message="too large"
type Spec struct {
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	Text string `json:"text"`
	// +optional
	Opt *string `json:"opt,omitempty"`
	// +kubebuilder:default="red"
	// +kubebuilder:validation:Enum=red;green
	Color string `json:"color"`
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:ExclusiveMinimum=true
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:validation:MultipleOf=2
	I32 int32 `json:"i32"`
	I64 int64 `json:"i64"`
	// +optional
	Opt32 *int32 `json:"opt32,omitempty"`
	// +kubebuilder:default=true
	Flag bool `json:"flag"`
	// +kubebuilder:validation:Format=uri
	URI   string             `json:"uri"`
	At    metav1.Time        `json:"at"`
	Every metav1.Duration    `json:"every"`
	Size  resource.Quantity  `json:"size"`
	Port  intstr.IntOrString `json:"port"`
	Data  []byte             `json:"data"`
	// +kubebuilder:pruning:PreserveUnknownFields
	Raw runtime.RawExtension `json:"raw"`
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Embedded runtime.RawExtension `json:"embedded"`
	// +optional
	Any *apiextensionsv1.JSON `json:"any,omitempty"`
	// +optional
	// +listType=set
	// +kubebuilder:validation:MaxItems=5
	// +kubebuilder:validation:items:MaxLength=20
	Set []string `json:"set,omitempty"`
	// +optional
	// +listType=map
	// +listMapKey=name
	Parts []Part `json:"parts,omitempty"`
	// +optional
	// +listType=atomic
	Atoms []Part `json:"atoms,omitempty"`
	// +optional
	// +mapType=atomic
	// +kubebuilder:validation:MaxProperties=3
	Labels map[string]string `json:"labels,omitempty"`
	// +optional
	Nested map[string][]Part `json:"nested,omitempty"`
	// +nullable
	// +optional
	Null      *string                     `json:"null,omitempty"`
	Resources corev1.ResourceRequirements `json:"resources"`
	Selector  metav1.LabelSelector        `json:"selector"`
	Ref       corev1.ObjectReference      `json:"ref"`
	Env       []corev1.EnvVar             `json:"env"`
}

type Part struct {
	Name string `json:"name"`
	// +kubebuilder:default=3
	// +optional
	Count int32 `json:"count"`
}

type Status struct {
	Replicas int32  `json:"replicas"`
	Selector string `json:"selector"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
