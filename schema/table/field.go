package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// container says how a field holds its base type.
type container string

const (
	value   container = ""
	pointer container = "*"
	listOf  container = "[]"
	mapOf   container = "map[]" // keys are always strings
)

// fieldEntry is one F line.
type fieldEntry struct {
	name      string // in JSON
	protoPath string // field numbers from the outermost message, "1.2" through an inlined struct; "0" when not in protobuf
	container container
	base      string
	element   *typeEntry // the struct that base names, or nil

	omitEmpty, omitZero, required, secret bool
	patchStrategy, mergeKey               string
	listType, mapType, structType         string
	listKeys                              []string
	defaultValue                          string // JSON
	goType                                string // its name in messages, where the base does not tell
	embedded                              string // the Go fields of the inlined structs around it, "Handler" or "A.B"
}

// wellKnown are the types with a JSON and a protobuf form of their own.
var wellKnown = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():          "time",
	reflect.TypeFor[metav1.MicroTime]():     "microtime",
	reflect.TypeFor[metav1.Duration]():      "duration",
	reflect.TypeFor[metav1.FieldsV1]():      "fieldsv1",
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[intstr.IntOrString]():   "intorstring",
	reflect.TypeFor[runtime.RawExtension](): "raw",
	reflect.TypeFor[apiextensionsv1.JSON](): "json",
	reflect.TypeFor[[]byte]():               "bytes",
}

// addFields lists the fields of a struct in Go's order. Inlined structs are flattened as
// in JSON; their place in protobuf stays in the path.
func (w *walker) addFields(entry *typeEntry, t reflect.Type, parentPath, embedded string) error {
	for field := range fieldsOf(t) {
		name, options := jsonTag(field)
		if name == "-" || !field.IsExported() {
			continue
		}
		if field.Type == reflect.TypeFor[metav1.TypeMeta]() && name == "" {
			entry.hasTypeMeta = true
			continue
		}
		protoPath := parentPath + protoNumber(field)
		if name == "" && field.Anonymous {
			if field.Type.Kind() != reflect.Struct {
				return fmt.Errorf("%s is inlined, but no struct", field.Name)
			}
			if err := w.addFields(entry, field.Type, protoPath+".", strings.TrimPrefix(embedded+"."+field.Name, ".")); err != nil {
				return err
			}
			continue
		}
		if name == "" {
			name = protoName(field) // the polymorphic types have no JSON names
		}
		if slices.ContainsFunc(entry.fields, func(f *fieldEntry) bool { return f.name == name }) {
			return fmt.Errorf("two fields are called %s", name)
		}
		f := &fieldEntry{
			name: name, protoPath: protoPath, embedded: embedded,
			omitEmpty: slices.Contains(options, "omitempty"), omitZero: slices.Contains(options, "omitzero"),
			patchStrategy: field.Tag.Get("patchStrategy"), mergeKey: field.Tag.Get("patchMergeKey"),
		}
		if err := w.setType(f, field.Type); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f.nameGoType(field.Type)
		entry.fields = append(entry.fields, f)
	}
	return nil
}

// fieldsOf iterates over the direct fields, embedded ones included.
func fieldsOf(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

func (w *walker) setType(f *fieldEntry, t reflect.Type) error {
	if base, err := w.baseOf(f, t); base != "" || err != nil {
		f.base = base
		return err
	}
	inner := t
	switch t.Kind() {
	case reflect.Pointer:
		f.container, inner = pointer, t.Elem()
	case reflect.Slice:
		f.container, inner = listOf, t.Elem()
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem() // a list of pointers reads and writes like a list of values
		}
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return fmt.Errorf("the table has no map with keys of type %s", t.Key())
		}
		f.container, inner = mapOf, t.Elem()
	}
	base, err := w.baseOf(f, inner)
	if err == nil && base == "" {
		err = fmt.Errorf("the table has no way to write %s", t)
	}
	f.base = base
	return err
}

// goNames are the Go types of bases that are no structs, as messages print them.
var goNames = map[string]string{"bytes": "[]uint8", "double": "float64"}

func init() {
	for t, base := range wellKnown {
		goNames[base] = t.String()
	}
}

// nameGoType keeps what Go calls the type in messages, "v1.Protocol", unless a reader can tell
// from container and base.
func (f *fieldEntry) nameGoType(t reflect.Type) {
	if f.container == pointer {
		t = t.Elem()
	}
	name, found := goNames[f.base]
	if !found {
		name = f.base[strings.Index(f.base, "/")+1:]
	}
	switch f.container {
	case listOf:
		name = "[]" + name
	case mapOf:
		name = "map[string]" + name
	}
	if t.String() != name {
		f.goType = t.String()
	}
}

// baseOf names a type that needs no container, or returns "" for one that does.
func (w *walker) baseOf(f *fieldEntry, t reflect.Type) (string, error) {
	if base, found := wellKnown[t]; found {
		return base, nil
	}
	switch t.Kind() {
	case reflect.String:
		return "string", nil
	case reflect.Bool:
		return "bool", nil
	case reflect.Int32:
		return "int32", nil
	case reflect.Int, reflect.Int64:
		return "int64", nil
	case reflect.Float64:
		return "double", nil
	case reflect.Struct:
		entry, err := w.visit(t)
		if err != nil {
			return "", err
		}
		f.element = entry
		return entry.String(), nil
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes", nil
		}
		if isWrappedList(t) {
			return "extravalue", nil
		}
	}
	return "", nil
}

// isWrappedList recognises the named string lists (ExtraValue, Verbs) that protobuf wraps
// in a message, so that they can be map values or be absent: only those have a Marshal method.
func isWrappedList(t reflect.Type) bool {
	_, found := reflect.PointerTo(t).MethodByName("MarshalToSizedBuffer")
	return found && t.Elem().Kind() == reflect.String
}

func marshalsItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]())
}

func jsonTag(field reflect.StructField) (name string, options []string) {
	parts := strings.Split(field.Tag.Get("json"), ",")
	return parts[0], parts[1:]
}

// protoNumber is the number in a tag like `protobuf:"bytes,2,opt,name=containers"`. The
// wire type beside it is not read: it follows from the Go type, and some tags have it wrong.
func protoNumber(field reflect.StructField) string {
	parts := strings.Split(field.Tag.Get("protobuf"), ",")
	if len(parts) < 2 {
		return "0"
	}
	return parts[1]
}

func protoName(field reflect.StructField) string {
	for part := range strings.SplitSeq(field.Tag.Get("protobuf"), ",") {
		if name, found := strings.CutPrefix(part, "name="); found {
			return name
		}
	}
	return field.Name
}
