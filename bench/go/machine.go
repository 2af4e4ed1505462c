package main

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var machines = schema.GroupVersion{Group: "bench.drover.dev", Version: "v1"}

// Machine is a custom kind with the body of a pod.
type Machine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              corev1.PodSpec   `json:"spec,omitempty"`
	Status            corev1.PodStatus `json:"status,omitempty"`
}

type MachineList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Machine `json:"items"`
}

func (m *Machine) DeepCopyObject() runtime.Object {
	c := &Machine{TypeMeta: m.TypeMeta}
	m.ObjectMeta.DeepCopyInto(&c.ObjectMeta)
	m.Spec.DeepCopyInto(&c.Spec)
	m.Status.DeepCopyInto(&c.Status)
	return c
}

func (l *MachineList) DeepCopyObject() runtime.Object {
	c := &MachineList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		c.Items = append(c.Items, *l.Items[i].DeepCopyObject().(*Machine))
	}
	return c
}

func addMachines(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(machines, &Machine{}, &MachineList{})
	metav1.AddToGroupVersion(scheme, machines)
	return nil
}
