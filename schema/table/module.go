package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// release names one Kubernetes release and the folder of its API documents.
type release struct {
	version   string // as the server reports it: v1.36.3
	documents string // the api folder of k8s.io/kubernetes
}

// locateRelease derives the release from the version of k8s.io/api that this program is
// compiled against, so types and documents cannot come from different releases.
//
// k8s.io/kubernetes is downloaded beside the module graph and not required by go.mod:
// only its documents are wanted, and requiring it would drag in thirty replace lines.
func locateRelease() (release, error) {
	version, err := apiVersion()
	if err != nil {
		return release{}, err
	}
	tag := "v1" + strings.TrimPrefix(version, "v0")
	dir, err := download("k8s.io/kubernetes", tag)
	if err != nil {
		return release{}, err
	}
	return release{version: tag, documents: filepath.Join(dir, "api")}, nil
}

// copyTestdata copies one folder of golden objects: every kind of the release with every
// field filled, as .json, .yaml and .pb. It prints the folder they come from.
func copyTestdata(target string) error {
	version, err := apiVersion()
	if err != nil {
		return err
	}
	dir, err := download("k8s.io/api", version)
	if err != nil {
		return err
	}
	source := filepath.Join(dir, "testdata", "HEAD")
	files, err := os.ReadDir(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		// Read and write instead of os.CopyFS: the module cache is read-only, and its mode must not travel.
		data, err := os.ReadFile(filepath.Join(source, file.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(target, file.Name()), data, 0o644); err != nil {
			return err
		}
	}
	fmt.Println(source)
	return nil
}

// apiVersion is the version of k8s.io/api in go.mod, for example v0.36.3.
func apiVersion() (string, error) {
	out, err := goCommand("list", "-m", "-f", "{{.Version}}", "k8s.io/api")
	return strings.TrimSpace(string(out)), err
}

// download returns the folder of a module in the module cache, fetching it when needed.
func download(path, version string) (string, error) {
	out, err := goCommand("mod", "download", "-json", path+"@"+version)
	if err != nil {
		return "", err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("go mod download %s: %w", path, err)
	}
	return module.Dir, nil
}

func goCommand(args ...string) ([]byte, error) {
	out, err := exec.Command("go", args...).Output()
	if err == nil {
		return out, nil
	}
	var stderr string
	if exit, ok := err.(*exec.ExitError); ok {
		stderr = string(exit.Stderr)
	}
	// "mod download -json" reports its failures on standard output.
	return nil, fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, stderr, out)
}
