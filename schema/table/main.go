// Command table writes the schema table: every fact about the built-in Kubernetes
// kinds that Drover's codecs, model generator and embedded server need, as one
// line of text per field.
//
//	go run . > kubernetes-1.36.table   the table of the release that go.mod names
//	go run . testdata DIR              the golden objects of that release, copied to DIR
//
// No single document has all the facts, so three are joined:
//
//	Go types (reflection)  JSON name, omitempty, inlining, pointer or value, protobuf number, patch strategy
//	OpenAPI v3             required, list and map types, list keys, defaults
//	discovery documents    plural, scope, short names, categories, verbs, subresources
//
// The data flows through the files in this order: module.go finds the sources of the
// release, known.go names the Go types, walk.go and field.go read them, openapi.go and discovery.go add the
// rest, write.go prints.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("table: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 0:
		return printTable()
	case len(args) == 2 && args[0] == "testdata":
		return copyTestdata(args[1])
	default:
		return fmt.Errorf("usage: go run . > FILE | go run . testdata DIR")
	}
}

func printTable() error {
	table, err := buildTable()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	table.write(out)
	if err := out.Flush(); err != nil {
		return err
	}
	table.report(os.Stderr)
	return nil
}

// buildTable joins the three sources. Every mismatch between them is an error: a table
// with a silent hole would become a codec that loses data.
func buildTable() (*table, error) {
	release, err := locateRelease()
	if err != nil {
		return nil, err
	}
	served, err := readDiscovery(release.documents)
	if err != nil {
		return nil, err
	}
	docs, err := readOpenAPI(release.documents)
	if err != nil {
		return nil, err
	}
	types, kinds, objects, err := walk(served)
	if err != nil {
		return nil, err
	}
	if err := docs.addTo(types); err != nil {
		return nil, err
	}
	markSecrets(types)
	table := &table{release: release.version, types: types, kinds: kinds, objects: objects}
	return table, table.check()
}
