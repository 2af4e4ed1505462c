package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// served maps each group-version that the release's API server offers to its resources
// and subresources, as its discovery documents list them.
type served map[schema.GroupVersion][]metav1.APIResource

// readDiscovery reads the documents of the single group-versions. The aggregated document
// would be one file instead of many, but it lacks the core group.
func readDiscovery(documents string) (served, error) {
	files, err := filepath.Glob(filepath.Join(documents, "discovery", "api*__*.json"))
	if err != nil {
		return nil, err
	}
	result := served{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var list metav1.APIResourceList
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if list.Kind != "APIResourceList" {
			continue // apis__apps.json and its like describe a group, not a group-version
		}
		gv, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		result[gv] = list.APIResources
	}
	if len(result) == 0 {
		return nil, fmt.Errorf("no discovery documents in %s", documents)
	}
	return result, nil
}

// usualVerbs are those of most subresources.
const usualVerbs = "get+patch+update"

// subresources lists "status"; "scale:autoscaling/v1/Scale" where the kind differs from the
// parent's; "token:authentication.k8s.io/v1/TokenRequest:create" or "log::get" where the verbs
// are not the usual ones; in the order of the document (which is by name).
func (s served) subresources(gv schema.GroupVersion, parent metav1.APIResource) []string {
	var result []string
	for _, sub := range s[gv] {
		name, found := strings.CutPrefix(sub.Name, parent.Name+"/")
		if !found {
			continue
		}
		if sub.Kind != parent.Kind {
			kind := gv.WithKind(sub.Kind)
			if sub.Version != "" { // absent means: that of the document
				kind.Group, kind.Version = sub.Group, sub.Version
			}
			name += ":" + groupName(kind.Group) + "/" + kind.Version + "/" + kind.Kind
		}
		if verbs := strings.Join(slices.Sorted(slices.Values(sub.Verbs)), "+"); verbs != usualVerbs {
			if sub.Kind == parent.Kind {
				name += ":"
			}
			name += ":" + verbs
		}
		result = append(result, name)
	}
	slices.Sort(result)
	return result
}

// groupName gives the empty group a name, because columns cannot be empty.
func groupName(group string) string {
	if group == "" {
		return "core"
	}
	return group
}
