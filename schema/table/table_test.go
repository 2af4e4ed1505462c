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
		{"core/v1 Volume", "F emptyDir 2.2 *core/v1.EmptyDirVolumeSource omitempty"},
		{"core/v1 ServicePort", `F protocol 2 string omitempty default="TCP"`},
		{"core/v1 LocalObjectReference", `F name 1 string omitempty default=""`},
		{"core/v1 Secret", "F data 2 map[]bytes omitempty secret"},
		{"core/v1 ServiceSpec", "F selector 2 map[]string omitempty mapType=atomic"},
		{"apps/v1 DeploymentSpec", "F selector 2 *meta/v1.LabelSelector required structType=atomic"},
		{"admissionregistration/v1 NamedRuleWithOperations", "F scope 2.2.4 *string omitempty"},
		{"apiextensions/v1 JSONSchemaProps", "F $ref 3 *string omitempty"},
		{"apiextensions/v1 JSONSchemaPropsOrBool json=schemaOrBool", "F allows 1 bool"},
		{"authentication/v1 UserInfo", "F extra 4 map[]extravalue omitempty"},
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

// Kubernetes keeps a golden object of every kind with every field filled. Reading them with
// nothing but the table shows both holes (an unknown key) and inventions (a field that the
// golden object does not have).
func TestTableDescribesTheGoldenObjectsInBothEncodings(t *testing.T) {
	table := newTable(t)
	version, err := apiVersion()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := download("k8s.io/api", version)
	if err != nil {
		t.Fatal(err)
	}
	kinds := 0
	for _, kind := range table.kinds {
		name := fmt.Sprintf("%s.%s.%s", groupName(kind.gvk.Group), kind.gvk.Version, kind.gvk.Kind)
		file := filepath.Join(dir, "testdata", "HEAD", name)
		text, err := os.ReadFile(file + ".json")
		if os.IsNotExist(err) {
			continue // k8s.io/api does not own CustomResourceDefinition and APIService
		}
		if err != nil {
			t.Fatal(err)
		}
		binary, err := os.ReadFile(file + ".pb")
		if err != nil {
			t.Fatal(err)
		}
		kinds++
		t.Run(name, func(t *testing.T) {
			var object map[string]any
			if err := json.Unmarshal(text, &object); err != nil {
				t.Fatal(err)
			}
			delete(object, "apiVersion")
			delete(object, "kind")
			g := golden{t}
			g.compareJSON(kind.goType, object, kind.gvk.Kind)
			g.compareProtobuf(kind.goType, rawOf(binary), kind.gvk.Kind)
		})
	}
	if kinds < 50 {
		t.Errorf("only %d kinds have golden objects", kinds)
	}
}

type golden struct{ *testing.T }

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

// rawOf opens the envelope: four magic bytes, then a message whose field 2 is the object.
func rawOf(data []byte) (raw []byte) {
	fieldsOfMessage(bytes.TrimPrefix(data, []byte("k8s\x00")), func(number string, value []byte) {
		if number == "2" {
			raw = value
		}
	})
	return raw
}
