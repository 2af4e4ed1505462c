package main

import (
	"cmp"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// typeEntry is one T line and the F lines below it.
type typeEntry struct {
	pkg         string // "core/v1": the last two elements of the Go package
	name        string
	json        string // how the JSON form differs from the fields, for the polymorphic types
	fields      []*fieldEntry
	hasTypeMeta bool   // embeds TypeMeta, whose fields are not listed
	definition  string // its name in the OpenAPI documents
	documented  bool   // found there
}

func (t *typeEntry) String() string { return t.pkg + "." + t.name }

// kindEntry is one K line.
type kindEntry struct {
	gvk          schema.GroupVersionKind
	goType       *typeEntry
	list         *typeEntry // nil for kinds that are only created, such as TokenReview
	resource     metav1.APIResource
	subresources []string
}

// walker collects every struct type that can be reached from the registered kinds.
type walker struct {
	entries map[reflect.Type]*typeEntry
}

// handWritten are the types of meta/v1 that the table cannot express: a watch event is a
// frame and not an object, and a table's cells can be anything.
var handWritten = []string{"WatchEvent", "InternalEvent", "Table", "TableOptions"}

// metaRoots are types of meta/v1 that travel on the wire but are registered nowhere in
// the scheme or only with an unrelated group.
var metaRoots = []any{
	metav1.Status{}, metav1.DeleteOptions{}, metav1.Condition{}, metav1.LabelSelector{},
	metav1.PartialObjectMetadata{}, metav1.PartialObjectMetadataList{},
}

// polymorphic types are a message in protobuf but one of two shapes in JSON.
var polymorphic = map[reflect.Type]string{
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       "schemaOrArray",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        "schemaOrBool",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): "schemaOrStrings",
}

// walk reads the Go types of everything that can travel between a client and this release:
// all of the GA versions, and of the beta versions the kinds that are still served. Go
// keeps dead betas (apps/v1beta1, extensions/v1beta1) for ever; no server sends them and
// no document describes them. Alpha versions change without notice.
func walk(served served) ([]*typeEntry, []*kindEntry, error) {
	known, err := knownTypes()
	if err != nil {
		return nil, nil, err
	}
	w := &walker{entries: map[reflect.Type]*typeEntry{}}
	for gvk, goType := range known {
		if !served.isWanted(gvk) || isHandWritten(goType) {
			continue
		}
		if _, err := w.visit(goType); err != nil {
			return nil, nil, err
		}
	}
	for _, root := range metaRoots {
		if _, err := w.visit(reflect.TypeOf(root)); err != nil {
			return nil, nil, err
		}
	}
	kinds, err := w.kinds(known, served)
	return w.sorted(), kinds, err
}

// knownTypes are client-go's, and those of the two API servers that kube-apiserver
// delegates to.
func knownTypes() (map[schema.GroupVersionKind]reflect.Type, error) {
	all := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		scheme.AddToScheme, apiextensionsv1.AddToScheme, apiregistrationv1.AddToScheme,
	} {
		if err := add(all); err != nil {
			return nil, err
		}
	}
	return all.AllKnownTypes(), nil
}

func isHandWritten(t reflect.Type) bool {
	return packageOf(t) == "meta/v1" && slices.Contains(handWritten, t.Name())
}

// visit enters a struct type and, through its fields, everything below it.
func (w *walker) visit(t reflect.Type) (*typeEntry, error) {
	if entry, found := w.entries[t]; found {
		return entry, nil
	}
	if strings.Contains(packageOf(t), "alpha") {
		return nil, fmt.Errorf("%s is alpha, but reachable from a stable type", t)
	}
	entry := &typeEntry{
		pkg: packageOf(t), name: t.Name(), json: polymorphic[t], definition: definitionName(t),
	}
	w.entries[t] = entry // before the fields: JSONSchemaProps contains itself
	if marshalsItself(t) && entry.json == "" {
		return nil, fmt.Errorf("%s has its own JSON form, which the table does not know", t)
	}
	if err := w.addFields(entry, t, ""); err != nil {
		return nil, fmt.Errorf("%s: %w", entry, err)
	}
	return entry, nil
}

// kinds joins the top-level resources of the discovery documents with their Go types.
func (w *walker) kinds(known map[schema.GroupVersionKind]reflect.Type, served served) ([]*kindEntry, error) {
	var kinds []*kindEntry
	for gv, resources := range served {
		if strings.Contains(gv.Version, "alpha") {
			continue
		}
		for _, resource := range resources {
			if strings.Contains(resource.Name, "/") {
				continue
			}
			kind := gv.WithKind(resource.Kind)
			entry := w.entries[known[kind]]
			if entry == nil {
				return nil, fmt.Errorf("%s is served, but has no Go type", kind)
			}
			kinds = append(kinds, &kindEntry{
				gvk: kind, goType: entry, list: w.entries[known[gv.WithKind(resource.Kind+"List")]],
				resource: resource, subresources: served.subresources(gv, resource),
			})
		}
	}
	slices.SortFunc(kinds, func(a, b *kindEntry) int {
		return cmp.Or(
			cmp.Compare(groupName(a.gvk.Group), groupName(b.gvk.Group)),
			cmp.Compare(a.gvk.Version, b.gvk.Version),
			cmp.Compare(a.gvk.Kind, b.gvk.Kind))
	})
	return kinds, nil
}

func (w *walker) sorted() []*typeEntry {
	types := make([]*typeEntry, 0, len(w.entries))
	for _, entry := range w.entries {
		types = append(types, entry)
	}
	slices.SortFunc(types, func(a, b *typeEntry) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name))
	})
	return types
}

// packageOf shortens k8s.io/api/core/v1 and .../pkg/apis/meta/v1 to their last two
// elements; table.check makes sure that this stays unique.
func packageOf(t reflect.Type) string {
	version := path.Base(t.PkgPath())
	return path.Base(path.Dir(t.PkgPath())) + "/" + version
}

// definitionName turns k8s.io/api/core/v1.Pod into io.k8s.api.core.v1.Pod.
func definitionName(t reflect.Type) string {
	host, rest, _ := strings.Cut(t.PkgPath(), "/")
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".") + "." + strings.ReplaceAll(rest, "/", ".") + "." + t.Name()
}
