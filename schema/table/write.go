package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// table is everything about one release, in the order in which it is printed.
type table struct {
	release string
	types   []*typeEntry
	kinds   []*kindEntry
	objects []*objectEntry
}

// maxFields is what the readers' presence masks can hold: a 64-bit word with one bit for
// unknown fields and one in reserve.
const maxFields = 62

// check refuses tables that the format or its readers cannot represent.
func (t *table) check() error {
	seen := map[string]bool{}
	for _, entry := range t.types {
		if seen[entry.String()] {
			return fmt.Errorf("two Go packages have a type %s", entry)
		}
		seen[entry.String()] = true
		if len(entry.fields) > maxFields {
			return fmt.Errorf("%s has %d fields, more than %d", entry, len(entry.fields), maxFields)
		}
	}
	return nil
}

const header = `# Facts about the built-in kinds of Kubernetes, extracted from its Go types, OpenAPI v3 and
# discovery documents by schema/table/regenerate. Do not edit.
#
# T package Type [json=form]                a struct type; json: one of two shapes in JSON, the fields are protobuf's
# F jsonName protoPath type flags...        its fields in Go's order, inlined structs flattened ("1.2": field 2 of field 1)
# K group version Kind package.Type facts   a resource that the API serves, alpha and beta versions included
# O group version Kind package.Type         any other object with a kind of its own, lists excepted: bodies of
#                                           subresources and webhooks, options, Status, versions no longer served
#
# The empty group is called core. Readers skip records whose letter they do not know.
`

func (t *table) write(out io.Writer) {
	fmt.Fprint(out, header)
	fmt.Fprintln(out, "release", t.release)
	for _, entry := range t.types {
		columns("T", entry.pkg, entry.name, attribute("json", entry.json)).print(out)
		for _, f := range entry.fields {
			f.row().print(out)
		}
	}
	for _, kind := range t.kinds {
		kind.row().print(out)
	}
	for _, object := range t.objects {
		object.row("O").print(out)
	}
}

func (f *fieldEntry) row() row {
	return columns("F", f.name, f.protoPath, string(f.container)+f.base,
		flag("omitempty", f.omitEmpty),
		flag("omitzero", f.omitZero),
		flag("required", f.required),
		attribute("patch", f.patchStrategy),
		attribute("mergeKey", f.mergeKey),
		attribute("listType", f.listType),
		attribute("listKeys", strings.Join(f.listKeys, ",")),
		attribute("mapType", f.mapType),
		attribute("structType", f.structType),
		attribute("default", compactJSON(f.defaultValue)),
		flag("secret", f.secret),
		attribute("go", f.goType),
		attribute("in", f.embedded))
}

func (o *objectEntry) row(letter string) row {
	return columns(letter, groupName(o.gvk.Group), o.gvk.Version, o.gvk.Kind, o.goType.String())
}

func (k *kindEntry) row() row {
	scope := "Cluster"
	if k.resource.Namespaced {
		scope = "Namespaced"
	}
	var list string
	if k.list != nil {
		list = k.list.String()
	}
	return append(k.objectEntry.row("K"),
		attribute("plural", k.resource.Name),
		attribute("singular", k.resource.SingularName),
		attribute("scope", scope),
		attribute("list", list),
		attribute("short", strings.Join(k.resource.ShortNames, ",")),
		attribute("categories", strings.Join(k.resource.Categories, ",")),
		attribute("verbs", strings.Join(k.resource.Verbs, ",")),
		attribute("subresources", strings.Join(k.subresources, ",")))
}

// report prints the numbers a person wants to see after an update.
func (t *table) report(out io.Writer) {
	fields, most := 0, t.types[0]
	for _, entry := range t.types {
		fields += len(entry.fields)
		if len(entry.fields) > len(most.fields) {
			most = entry
		}
		for _, f := range entry.fields {
			if f.element != nil && f.element.hasTypeMeta && !strings.HasSuffix(entry.name, "List") {
				fmt.Fprintf(out, "nested kind: %s.%s may carry apiVersion and kind in JSON, never in protobuf\n", entry, f.name)
			}
		}
	}
	fmt.Fprintf(out, "%s: %d types, %d fields, %d kinds, %d other objects; the largest type is %s with %d fields\n",
		t.release, len(t.types), fields, len(t.kinds), len(t.objects), most, len(most.fields))
}

// row is one line; empty columns are left out.
type row []string

func columns(texts ...string) row { return texts }

func (r row) print(out io.Writer) {
	var present []string
	for _, text := range r {
		if text != "" {
			present = append(present, text)
		}
	}
	fmt.Fprintln(out, strings.Join(present, " "))
}

func flag(name string, set bool) string {
	if set {
		return name
	}
	return ""
}

func attribute(name, value string) string {
	if value == "" {
		return ""
	}
	return name + "=" + value
}

// compactJSON removes insignificant space; significant space is percent-encoded, because
// a space ends the column.
func compactJSON(value string) string {
	if value == "" {
		return ""
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(value)); err != nil {
		panic(err) // it was cut out of a document that parsed
	}
	if strings.ContainsAny(compact.String(), " %") {
		return url.PathEscape(compact.String())
	}
	return compact.String()
}
