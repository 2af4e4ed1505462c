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
	"k8s.io/apimachinery/pkg/runtime/schema"
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

// objectEntry is one O line: something that says its apiVersion and kind on the wire.
type objectEntry struct {
	gvk    schema.GroupVersionKind
	goType *typeEntry
}

// kindEntry is one K line: an object that is also a resource.
type kindEntry struct {
	objectEntry
	list         *typeEntry // nil for kinds that are only created, such as TokenReview
	resource     metav1.APIResource
	subresources []string
}

// walker collects every struct type that can be reached from the registered kinds.
type walker struct {
	entries map[reflect.Type]*typeEntry
}

// polymorphic types are a message in protobuf but one of two shapes in JSON.
var polymorphic = map[reflect.Type]string{
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       "schemaOrArray",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        "schemaOrBool",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): "schemaOrStrings",
}

// walk reads the Go types of everything that can travel between a client, a server and its
// webhooks. Dead betas (apps/v1beta1, extensions/v1beta1), which Go keeps for ever, and
// alpha versions are there too: files and old servers still have them.
func walk(served served) ([]*typeEntry, []*kindEntry, []*objectEntry, error) {
	known, err := knownTypes()
	if err != nil {
		return nil, nil, nil, err
	}
	w := &walker{entries: map[reflect.Type]*typeEntry{}}
	for _, goType := range known {
		if _, err := w.visit(goType); err != nil {
			return nil, nil, nil, err
		}
	}
	kinds, err := w.kinds(known, served)
	return w.sorted(), kinds, w.objects(known, kinds), err
}

// visit enters a struct type and, through its fields, everything below it.
func (w *walker) visit(t reflect.Type) (*typeEntry, error) {
	if entry, found := w.entries[t]; found {
		return entry, nil
	}
	entry := &typeEntry{
		pkg: packageOf(t), name: t.Name(), json: polymorphic[t], definition: definitionName(t),
	}
	w.entries[t] = entry // before the fields: JSONSchemaProps contains itself
	if marshalsItself(t) && entry.json == "" {
		return nil, fmt.Errorf("%s has its own JSON form, which the table does not know", t)
	}
	if err := w.addFields(entry, t, "", ""); err != nil {
		return nil, fmt.Errorf("%s: %w", entry, err)
	}
	return entry, nil
}

// kinds joins the top-level resources of the discovery documents with their Go types.
func (w *walker) kinds(known knownKinds, served served) ([]*kindEntry, error) {
	var kinds []*kindEntry
	for gv, resources := range served {
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
				objectEntry: objectEntry{gvk: kind, goType: entry},
				list:        w.entries[known[gv.WithKind(resource.Kind+"List")]],
				resource:    resource, subresources: served.subresources(gv, resource),
			})
		}
	}
	slices.SortFunc(kinds, func(a, b *kindEntry) int { return a.compare(&b.objectEntry) })
	return kinds, nil
}

// objects are the known kinds that are neither resources nor lists: bodies of subresources
// and webhooks, options, answers such as Status, and all kinds of dead versions.
func (w *walker) objects(known knownKinds, kinds []*kindEntry) []*objectEntry {
	isResource := map[schema.GroupVersionKind]bool{}
	for _, kind := range kinds {
		isResource[kind.gvk] = true
	}
	var objects []*objectEntry
	for gvk, goType := range known {
		if entry := w.entries[goType]; !isResource[gvk] && !entry.isList() {
			objects = append(objects, &objectEntry{gvk: gvk, goType: entry})
		}
	}
	slices.SortFunc(objects, (*objectEntry).compare)
	return objects
}

func (o *objectEntry) compare(other *objectEntry) int {
	return cmp.Or(
		cmp.Compare(groupName(o.gvk.Group), groupName(other.gvk.Group)),
		cmp.Compare(o.gvk.Version, other.gvk.Version),
		cmp.Compare(o.gvk.Kind, other.gvk.Kind))
}

// isList goes by the fields and not by the name: APIGroupList and APIResourceList are
// discovery documents, without items.
func (t *typeEntry) isList() bool {
	return t.hasField("metadata", "meta/v1.ListMeta") && t.hasField("items", "")
}

func (t *typeEntry) hasField(name, base string) bool {
	return slices.ContainsFunc(t.fields, func(f *fieldEntry) bool {
		return f.name == name && (base == "" || f.base == base)
	})
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
