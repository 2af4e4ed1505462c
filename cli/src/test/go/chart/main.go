// Renders a chart as `helm template` does: chart NAMESPACE CHART [KEY=VALUE...]
package main

import (
	"fmt"
	"os"
	"sort"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/strvals"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(namespace, folder string, settings []string) error {
	chart, err := loader.Load(folder)
	if err != nil {
		return err
	}
	if err := chart.Validate(); err != nil {
		return err
	}
	chosen := map[string]interface{}{}
	for _, setting := range settings {
		if err := strvals.ParseInto(setting, chosen); err != nil {
			return err
		}
	}
	release := chartutil.ReleaseOptions{Name: "test", Namespace: namespace, IsInstall: true}
	values, err := chartutil.ToRenderValues(chart, chosen, release, nil)
	if err != nil {
		return err
	}
	files, err := engine.Engine{Strict: true}.Render(chart, values)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("---\n%s\n", files[name])
	}
	return nil
}
