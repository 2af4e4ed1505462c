package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestCommittedTableIsThatOfTheRelease(t *testing.T) {
	table := newTable(t)
	minor := table.release[:strings.LastIndex(table.release, ".")]
	committed, err := os.ReadFile("../src/main/resources/dev/drover/schema/kubernetes-" + minor[1:] + ".table")
	if err != nil {
		t.Fatal(err)
	}
	var current bytes.Buffer
	table.write(&current)
	if !bytes.Equal(committed, current.Bytes()) {
		t.Error("the committed table is out of date: run ./regenerate")
	}
}

// The golden objects cannot show flags: one line for each thing that is easy to get wrong.
func TestFieldLines(t *testing.T) {
	var text bytes.Buffer
	newTable(t).write(&text)
	lines := strings.Split(text.String(), "\n")
	for _, want := range []struct{ of, line string }{
		{"core/v1 PodSpec", "F hostNetwork 11 bool omitempty"},
		{"core/v1 PodSpec", "F priority 25 *int32 omitempty"},
		{"core/v1 PodSpec", "F containers 2 []core/v1.Container required patch=merge mergeKey=name listType=map listKeys=name"},
		{"core/v1 Volume", "F emptyDir 2.2 *core/v1.EmptyDirVolumeSource omitempty in=VolumeSource"},
		{"core/v1 ServicePort", `F protocol 2 string omitempty default="TCP" go=v1.Protocol`},
		{"core/v1 LocalObjectReference", `F name 1 string omitempty default=""`},
		{"core/v1 Secret", "F data 2 map[]bytes omitempty secret"},
		{"core/v1 ServiceSpec", "F selector 2 map[]string omitempty mapType=atomic"},
		{"apps/v1 DeploymentSpec", "F selector 2 *meta/v1.LabelSelector required structType=atomic"},
		{"admissionregistration/v1 NamedRuleWithOperations", "F scope 2.2.4 *string omitempty go=v1.ScopeType in=RuleWithOperations.Rule"},
		{"apiextensions/v1 JSONSchemaProps", "F $ref 3 *string omitempty"},
		{"apiextensions/v1 JSONSchemaPropsOrBool json=schemaOrBool", "F allows 1 bool"},
		{"authentication/v1 UserInfo", "F extra 4 map[]extravalue omitempty go=map[string]v1.ExtraValue"},
		{"coordination/v1 LeaseSpec", "F renewTime 4 *microtime omitempty"},
		{"meta/v1 ObjectMeta", "F creationTimestamp 8 time omitempty omitzero"},
		{"meta/v1 OwnerReference", "F apiVersion 5 string required"},
	} {
		start := slices.Index(lines, "T "+want.of)
		if start < 0 {
			t.Errorf("no type %s", want.of)
			continue
		}
		end := start + 1 + slices.IndexFunc(lines[start+1:], func(line string) bool { return line[0] != 'F' })
		if !slices.Contains(lines[start:end], want.line) {
			t.Errorf("%s has no line %q", want.of, want.line)
		}
	}
}

func newTable(t *testing.T) *table {
	table, err := buildTable()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// What is a resource, what is only an object, and what is neither.
func TestKindAndObjectLines(t *testing.T) {
	table := newTable(t)
	var text bytes.Buffer
	table.write(&text)
	lines := strings.Split(text.String(), "\n")
	starts := func(prefix string) bool {
		return slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line+" ", prefix+" ") })
	}
	for _, want := range []string{
		"K core v1 Pod core/v1.Pod plural=pods singular=pod scope=Namespaced list=core/v1.PodList",
		"K resource.k8s.io v1alpha3 DeviceTaintRule resource/v1alpha3.DeviceTaintRule plural=devicetaintrules",
		"K authentication.k8s.io v1 TokenReview authentication/v1.TokenReview",
		"O authentication.k8s.io v1 TokenRequest authentication/v1.TokenRequest",
		"O autoscaling v1 Scale autoscaling/v1.Scale",
		"O admission.k8s.io v1 AdmissionReview admission/v1.AdmissionReview",
		"O apiextensions.k8s.io v1 ConversionReview apiextensions/v1.ConversionReview",
		"O core v1 DeleteOptions meta/v1.DeleteOptions",
		"O core v1 APIGroupList meta/v1.APIGroupList",
		"O meta.k8s.io v1 PartialObjectMetadata meta/v1.PartialObjectMetadata",
		"T apidiscovery/v2 APIGroupDiscoveryList",
	} {
		if !starts(want) {
			t.Errorf("no line %q", want)
		}
	}
	for _, unwanted := range []string{
		"O core v1 Pod", "O core v1 List", "O core v1 PodList", "O apps v1 DeleteOptions",
		"O meta.k8s.io v1 PartialObjectMetadataList", "O core __internal WatchEvent",
	} {
		if starts(unwanted) {
			t.Errorf("there is a line %q", unwanted)
		}
	}
	if listed := len(table.objectsByName()); listed != len(table.kinds)+len(table.objects) {
		t.Errorf("%d kinds and %d objects have only %d names", len(table.kinds), len(table.objects), listed)
	}
}

// objectsByName finds K and O lines by the name that a golden object's file would have.
func (t *table) objectsByName() map[string]*objectEntry {
	objects := slices.Clone(t.objects)
	for _, kind := range t.kinds {
		objects = append(objects, &kind.objectEntry)
	}
	result := map[string]*objectEntry{}
	for _, object := range objects {
		gvk := object.gvk
		result[groupName(gvk.Group)+"."+gvk.Version+"."+gvk.Kind] = object
	}
	return result
}

// Kubernetes keeps a golden object of every kind with every field filled. Reading them with
// nothing but the table shows both holes (an unknown key) and inventions (a field that the
// golden object does not have).
func TestTableDescribesTheGoldenObjectsInBothEncodings(t *testing.T) {
	objects := newTable(t).objectsByName()
	version, err := apiVersion()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := download("k8s.io/api", version)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "testdata", "HEAD", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 180 {
		t.Errorf("only %d golden objects", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			object, found := objects[name]
			if !found {
				t.Fatal("the table has neither a K nor an O line")
			}
			g := golden{t}
			g.compareJSON(object.goType, g.readJSON(file), object.gvk.Kind)
			g.compareProtobuf(object.goType, g.readProtobuf(strings.TrimSuffix(file, "json")+"pb"), object.gvk.Kind)
		})
	}
}

type golden struct{ *testing.T }

// readJSON removes the type metadata, which is not in the table.
func (g golden) readJSON(file string) map[string]any {
	var object map[string]any
	if err := json.Unmarshal(g.read(file), &object); err != nil {
		g.Fatal(err)
	}
	delete(object, "apiVersion")
	delete(object, "kind")
	return object
}

// readProtobuf opens the envelope: four magic bytes, then a message whose field 2 is the object.
func (g golden) readProtobuf(file string) (raw []byte) {
	envelope, found := bytes.CutPrefix(g.read(file), []byte("k8s\x00"))
	if !found {
		g.Fatalf("%s is not Kubernetes protobuf", file)
	}
	fieldsOfMessage(envelope, func(number string, value []byte) {
		if number == "2" {
			raw = value
		}
	})
	return raw
}

func (g golden) read(file string) []byte {
	data, err := os.ReadFile(file)
	if err != nil {
		g.Fatal(err)
	}
	return data
}

func (g golden) compareJSON(entry *typeEntry, object map[string]any, path string) {
	known := map[string]bool{}
	for _, f := range entry.fields {
		known[f.name] = true
		value, found := object[f.name]
		if !found {
			g.Errorf("%s: JSON has no %s", path, f.name)
			continue
		}
		if f.element == nil {
			continue
		}
		for _, element := range elementsOf(f, value) {
			g.compareJSON(f.element, element.(map[string]any), path+"."+f.name)
		}
	}
	for name := range object {
		if !known[name] {
			g.Errorf("%s: the table has no %s", path, name)
		}
	}
}

func elementsOf(f *fieldEntry, value any) []any {
	switch f.container {
	case listOf:
		return value.([]any)
	case mapOf:
		var values []any
		for _, value := range value.(map[string]any) {
			values = append(values, value)
		}
		return values
	default:
		return []any{value}
	}
}

func (g golden) compareProtobuf(entry *typeEntry, message []byte, path string) {
	found := map[string][]byte{}
	g.collect(entry, message, "", found, path)
	for _, f := range entry.fields {
		value, present := found[f.protoPath]
		if !present {
			g.Errorf("%s: protobuf has no %s = %s", path, f.name, f.protoPath)
			continue
		}
		if f.container == mapOf { // an entry {key = 1, value = 2}
			inner := map[string][]byte{}
			fieldsOfMessage(value, func(number string, value []byte) { inner[number] = value })
			value = inner["2"]
		}
		if f.element != nil {
			g.compareProtobuf(f.element, value, path+"."+f.name)
		}
	}
}

// collect gathers the fields of a message by path and opens the inlined structs, which are
// known by being the beginning of another field's path.
func (g golden) collect(entry *typeEntry, message []byte, prefix string, found map[string][]byte, path string) {
	fieldsOfMessage(message, func(number string, value []byte) {
		number = prefix + number
		for _, f := range entry.fields {
			if f.protoPath == number {
				found[number] = value
				return
			}
			if strings.HasPrefix(f.protoPath, number+".") {
				g.collect(entry, value, number+".", found, path)
				return
			}
		}
		g.Errorf("%s: the table has no field %s", path, number)
	})
}

// fieldsOfMessage splits a protobuf message; scalars arrive without their value.
func fieldsOfMessage(message []byte, visit func(number string, value []byte)) {
	for len(message) > 0 {
		tag, n := binary.Uvarint(message)
		message = message[n:]
		var value []byte
		switch tag & 7 {
		case 0:
			_, n = binary.Uvarint(message)
			message = message[n:]
		case 1:
			message = message[8:]
		case 2:
			length, n := binary.Uvarint(message)
			value = message[n : n+int(length)]
			message = message[n+int(length):]
		default:
			panic(fmt.Sprintf("Kubernetes writes no wire type %d", tag&7))
		}
		visit(strconv.FormatUint(tag>>3, 10), value)
	}
}
