package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
)

// definitions are the schemas of all OpenAPI v3 documents, by definition name. The v3
// documents are used because v2 has no defaults; they agree on everything else.
type definitions map[string]definition

type definition struct {
	Required   []string            `json:"required"`
	Properties map[string]property `json:"properties"`
	MapType    string              `json:"x-kubernetes-map-type"`
}

type property struct {
	Default  json.RawMessage `json:"default"`
	ListType string          `json:"x-kubernetes-list-type"`
	ListKeys []string        `json:"x-kubernetes-list-map-keys"`
	MapType  string          `json:"x-kubernetes-map-type"`
}

func readOpenAPI(documents string) (definitions, error) {
	files, err := filepath.Glob(filepath.Join(documents, "openapi-spec", "v3", "*.json"))
	if err != nil {
		return nil, err
	}
	result := definitions{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var document struct {
			Components struct {
				Schemas definitions `json:"schemas"`
			} `json:"components"`
		}
		if err := json.Unmarshal(data, &document); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for name, schema := range document.Components.Schemas {
			if known, found := result[name]; found && !reflect.DeepEqual(known, schema) {
				return nil, fmt.Errorf("%s: %s differs from its definition in another document", file, name)
			}
			result[name] = schema
		}
	}
	if len(result) == 0 {
		return nil, fmt.Errorf("no OpenAPI v3 documents in %s", documents)
	}
	return result, nil
}

// addTo joins by JSON name within the definition. Types that no served resource uses
// (SerializedReference, the options) have no definition and stay as they are.
func (d definitions) addTo(types []*typeEntry) error {
	for _, t := range types {
		def, found := d[t.definition]
		if !found || len(def.Properties) == 0 {
			continue // the polymorphic schema types are documented without properties
		}
		t.documented = true
		for _, f := range t.fields {
			prop, found := def.Properties[f.name]
			if !found {
				return fmt.Errorf("%s: field %s is not in the OpenAPI definition", t.definition, f.name)
			}
			f.required = slices.Contains(def.Required, f.name)
			if f.container == listOf { // some []byte fields are marked as lists too
				f.listType, f.listKeys = prop.ListType, prop.ListKeys
			}
			f.mapType, f.structType = d.mapAndStructType(f, prop)
			f.defaultValue = declaredDefault(f, prop)
		}
		if err := t.checkNothingIsMissing(def); err != nil {
			return err
		}
	}
	return nil
}

// mapAndStructType splits what OpenAPI calls the map type into two: that of a Go map, and
// that of a struct. A struct's is declared on its definition or, overriding, on the field;
// it also holds for the elements of a list.
func (d definitions) mapAndStructType(f *fieldEntry, prop property) (mapType, structType string) {
	if f.element != nil {
		structType = d[f.element.definition].MapType
	}
	if f.container == mapOf {
		return prop.MapType, structType
	}
	if prop.MapType != "" {
		structType = prop.MapType
	}
	return "", structType
}

// checkNothingIsMissing finds properties that reflection did not see. Only the type
// metadata of kinds is left out on purpose.
func (t *typeEntry) checkNothingIsMissing(def definition) error {
	for name := range def.Properties {
		isField := slices.ContainsFunc(t.fields, func(f *fieldEntry) bool { return f.name == name })
		if !isField && !(t.hasTypeMeta && (name == "apiVersion" || name == "kind")) {
			return fmt.Errorf("%s: property %s has no field in the Go type", t.definition, name)
		}
	}
	return nil
}

// declaredDefault drops the zero values that OpenAPI's generator writes for every value
// field without omitempty, and {} for every value struct: they say no more than the type
// and the flags do. A zero value elsewhere is declared: the empty name of
// LocalObjectReference is what makes it a valid list key.
func declaredDefault(f *fieldEntry, prop property) string {
	text := string(prop.Default)
	isZero := slices.Contains([]string{"{}", `""`, "0", "false"}, text)
	if isZero && f.container == value && (!f.omitEmpty || f.element != nil) {
		return ""
	}
	return text
}
