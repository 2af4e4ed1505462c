// Command internal-types prints what Kubernetes' internal types are made of, for the embedded API
// server to show values as kube-apiserver does: in some complaints it prints a whole struct, as the
// JSON of a type that no client ever sees.
//
// A line is a type and its fields, separated by tabs: the key in the JSON, the name of the field in
// the versioned API, the type, and "omitempty" where it applies. Fields of embedded structs stand
// among the others; those of an object's metadata are called "metadata.name" and so on.
package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/authentication/install"
	_ "k8s.io/kubernetes/pkg/apis/authorization/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
)

// jsonNames has the JSON name of each field of each struct of the versioned API, by "group.Type" and
// then by the name of the field in Go.
var jsonNames = map[string]map[string]string{}

var lines = map[string]string{}

func main() {
	versioned()
	for gvk, t := range legacyscheme.Scheme.AllKnownTypes() {
		if gvk.Version == runtime.APIVersionInternal && strings.Contains(t.PkgPath(), "/pkg/apis/") {
			visit(t)
		}
	}
	var sorted []string
	for _, line := range lines {
		sorted = append(sorted, line)
	}
	sort.Strings(sorted)
	fmt.Fprintln(os.Stdout, strings.Join(sorted, "\n"))
}

// versioned fills jsonNames; of several versions, the most stable one counts.
func versioned() {
	for _, version := range []string{"v1alpha1", "v1beta1", "v1beta2", "v2", "v1"} {
		seen := map[reflect.Type]bool{}
		for gvk, t := range scheme.Scheme.AllKnownTypes() {
			if gvk.Version == version {
				names(t, seen)
			}
		}
	}
}

func names(t reflect.Type, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		names(t.Elem(), seen)
		return
	case reflect.Struct:
	default:
		return
	}
	if seen[t] {
		return
	}
	seen[t] = true
	if jsonNames[key(t)] == nil {
		jsonNames[key(t)] = map[string]string{}
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if json := strings.Split(f.Tag.Get("json"), ",")[0]; json != "" {
			jsonNames[key(t)][f.Name] = json
		}
		names(f.Type, seen)
	}
}

// key is the group and the name of a type, be it internal or versioned.
func key(t reflect.Type) string {
	segments := strings.Split(t.PkgPath(), "/")
	group := segments[len(segments)-1]
	if strings.HasPrefix(group, "v") && len(segments) > 1 {
		group = segments[len(segments)-2]
	}
	return group + "." + t.Name()
}

func visit(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		visit(t.Elem())
		return
	case reflect.Struct:
	default:
		return
	}
	if scalar(t) != "" || lines[key(t)] != "" {
		return
	}
	lines[key(t)] = key(t) // ends recursion
	lines[key(t)] = strings.Join(append([]string{key(t)}, fields(t)...), "\t")
}

func fields(t reflect.Type) []string {
	var all []string
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		tag := strings.Split(f.Tag.Get("json"), ",")
		if f.Anonymous && tag[0] == "" {
			all = append(all, embedded(f.Type)...)
			continue
		}
		shown, options := f.Name, ""
		if tag[0] != "" {
			shown = tag[0]
		}
		for _, option := range tag[1:] {
			if strings.HasPrefix(option, "omit") {
				options = " " + option
			}
		}
		all = append(all, fmt.Sprintf("%s %s %s%s", shown, jsonName(t, f), typeName(f.Type), options))
		visit(f.Type)
	}
	return all
}

// embedded has the fields of a struct that stands among those of another. Versioned objects keep
// their metadata apart, internal ones do not.
func embedded(t reflect.Type) []string {
	if t.Kind() != reflect.Struct {
		return nil
	}
	all := fields(t)
	if t.Name() == "ObjectMeta" {
		for i, field := range all {
			parts := strings.SplitN(field, " ", 2)
			all[i] = parts[0] + " metadata." + parts[1]
		}
	}
	return all
}

func jsonName(t reflect.Type, f reflect.StructField) string {
	if name := jsonNames[key(t)][f.Name]; name != "" {
		return name
	}
	return strings.ToLower(f.Name[:1]) + f.Name[1:]
}

func typeName(t reflect.Type) string {
	if s := scalar(t); s != "" {
		return s
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeName(t.Elem())
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Map:
		return "{}" + typeName(t.Elem())
	}
	return key(t)
}

func scalar(t reflect.Type) string {
	switch t.String() {
	case "v1.Time", "v1.MicroTime":
		return "time"
	case "resource.Quantity":
		return "quantity"
	case "intstr.IntOrString":
		return "int"
	case "v1.FieldsV1", "runtime.RawExtension", "runtime.Unknown":
		return "any"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Float64:
		return "int"
	case reflect.Interface:
		return "any"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
	}
	return ""
}
