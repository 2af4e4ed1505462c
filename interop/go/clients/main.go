// Interop runs client-go and controller-runtime against the API server of $KUBECONFIG and checks
// what they see. It prints one line for each check and ends with status 1 when one fails.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

type check struct {
	name string
	run  func(context.Context, *rest.Config) error
}

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		fmt.Println("FAIL kubeconfig:", err)
		os.Exit(1)
	}
	config.QPS = -1
	failed := false
	for _, c := range append(clientChecks, runtimeChecks...) {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		err := c.run(ctx, rest.CopyConfig(config))
		cancel()
		if err != nil {
			failed = true
			fmt.Printf("FAIL %s: %v\n", c.name, err)
		} else {
			fmt.Printf("ok   %s\n", c.name)
		}
	}
	if failed {
		os.Exit(1)
	}
}
