// Command kubelet is an endpoint for tests that speaks to kube-apiserver as a kubelet does: exec,
// attach and port-forward by the streaming server of the container runtime interface, and logs.
// Commands are processes of this machine. It prints "port N" once it listens, and ends with its
// standard input.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

const idle = time.Hour

type processes struct{}

func main() {
	logs := os.Args[1]
	mux := http.NewServeMux()
	mux.HandleFunc("/exec/{namespace}/{pod}/{container}", func(w http.ResponseWriter, r *http.Request) {
		serve(w, r, func(options *remotecommand.Options) {
			command := r.URL.Query()["command"]
			remotecommand.ServeExec(w, r, processes{}, r.PathValue("pod"), "", r.PathValue("container"), command,
				options, idle, remotecommand.DefaultStreamCreationTimeout, remotecommand.SupportedStreamingProtocols)
		})
	})
	mux.HandleFunc("/attach/{namespace}/{pod}/{container}", func(w http.ResponseWriter, r *http.Request) {
		serve(w, r, func(options *remotecommand.Options) {
			remotecommand.ServeAttach(w, r, processes{}, r.PathValue("pod"), "", r.PathValue("container"),
				options, idle, remotecommand.DefaultStreamCreationTimeout, remotecommand.SupportedStreamingProtocols)
		})
	})
	mux.HandleFunc("/portForward/{namespace}/{pod}", func(w http.ResponseWriter, r *http.Request) {
		options, err := portforward.NewV4Options(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		portforward.ServePortForward(w, r, processes{}, r.PathValue("pod"), "", options,
			idle, remotecommand.DefaultStreamCreationTimeout, portforward.SupportedProtocols)
	})
	mux.HandleFunc("/containerLogs/{namespace}/{pod}/{container}", func(w http.ResponseWriter, r *http.Request) {
		serveLog(w, r, logs)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{
		Handler: mux,
		// SPDY needs HTTP/1.1.
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate()}, NextProtos: []string{"http/1.1"}},
	}
	fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	log.Fatal(server.ServeTLS(listener, "", ""))
}

func serve(w http.ResponseWriter, r *http.Request, run func(*remotecommand.Options)) {
	options, err := remotecommand.NewOptions(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	run(options)
}

func certificate() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		log.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func (processes) ExecInContainer(ctx context.Context, _, _, container string, command []string, in io.Reader,
	out, errOut io.WriteCloser, tty bool, resize <-chan remotecommand.TerminalSize, _ time.Duration) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "CONTAINER="+container)
	if tty {
		return runInTerminal(cmd, in, out, resize)
	}
	return run(cmd, in, out, errOut)
}

// A container's main process: it repeats each line and ends with the line "end". That of the
// container "echo" repeats everything.
func (processes) AttachContainer(ctx context.Context, _, _, container string, in io.Reader,
	out, errOut io.WriteCloser, tty bool, resize <-chan remotecommand.TerminalSize) error {
	script := `echo started >&2; while read line; do echo "main $line"; [ "$line" = end ] && exit 0; done`
	if container == "echo" {
		script = "exec cat"
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	if tty {
		return runInTerminal(cmd, in, out, resize)
	}
	return run(cmd, in, out, errOut)
}

// run does not wait for the input: a process may end without reading it.
func run(cmd *exec.Cmd, in io.Reader, out, errOut io.Writer) error {
	if out != nil {
		cmd.Stdout = out
	}
	if errOut != nil {
		cmd.Stderr = errOut
	}
	var stdin io.WriteCloser
	if in != nil {
		var err error
		if stdin, err = cmd.StdinPipe(); err != nil {
			return err
		}
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if stdin != nil {
		go func() {
			io.Copy(stdin, in)
			stdin.Close()
		}()
	}
	return exitError(cmd.Wait())
}

func exitError(err error) error {
	if ended, ok := err.(*exec.ExitError); ok {
		if ended.Exited() {
			return &utilexec.ExitErrorWrapper{ExitError: ended}
		}
		return utilexec.CodeExitError{Err: err, Code: 137}
	}
	return err
}

func (processes) PortForward(_ context.Context, _, _ string, port int32, stream io.ReadWriteCloser) error {
	connection, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	defer connection.Close()
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(connection, stream)
		connection.(*net.TCPConn).CloseWrite()
		done <- err
	}()
	if _, err = io.Copy(stream, connection); err != nil {
		return err
	}
	select {
	case err = <-done:
		if err != nil && !strings.Contains(err.Error(), "closed") {
			return err
		}
	default: // the pod has said everything; what the client still says is of no use
	}
	return nil
}
