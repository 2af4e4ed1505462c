package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// serveLog serves the log of a container from a folder: N.log has the lines of its N-th run, each
// with its time; N.end exists once the run is over.
func serveLog(w http.ResponseWriter, r *http.Request, root string) {
	query := r.URL.Query()
	folder := filepath.Join(root, r.PathValue("namespace"), r.PathValue("pod"), r.PathValue("container"))
	run := 0
	for exists(filepath.Join(folder, fmt.Sprintf("%d.log", run+1))) {
		run++
	}
	if query.Get("previous") == "true" {
		run--
	}
	name := filepath.Join(folder, strconv.Itoa(run))
	if !exists(name + ".log") {
		http.Error(w, "container is waiting to start or has no such run", http.StatusBadRequest)
		return
	}
	since := time.Time{}
	if seconds, err := strconv.Atoi(query.Get("sinceSeconds")); err == nil {
		since = time.Now().Add(-time.Duration(seconds) * time.Second)
	}
	if at, err := time.Parse(time.RFC3339Nano, query.Get("sinceTime")); err == nil {
		since = at
	}
	writer := &lineWriter{w: w, since: since, timestamps: query.Get("timestamps") == "true", left: -1}
	if limit, err := strconv.Atoi(query.Get("limitBytes")); err == nil {
		writer.left = limit
	}
	tail := -1
	if lines, err := strconv.Atoi(query.Get("tailLines")); err == nil {
		tail = lines
	}
	w.WriteHeader(http.StatusOK)
	read := 0
	for first := true; ; first = false {
		over := exists(name + ".end") // before reading, so that no line is missed
		content, err := os.ReadFile(name + ".log")
		if err != nil {
			return
		}
		lines := strings.SplitAfter(string(content[read:]), "\n")
		if last := len(lines) - 1; !strings.HasSuffix(lines[last], "\n") {
			lines = lines[:last] // incomplete
		}
		for _, line := range lines {
			read += len(line)
		}
		if first && tail >= 0 && len(lines) > tail {
			lines = lines[len(lines)-tail:]
		}
		for _, line := range lines {
			if !writer.write(line) {
				return
			}
		}
		http.NewResponseController(w).Flush()
		if over || query.Get("follow") != "true" || r.Context().Err() != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

type lineWriter struct {
	w          http.ResponseWriter
	since      time.Time
	timestamps bool
	left       int // bytes; negative = no limit
}

func (l *lineWriter) write(line string) bool {
	at, text, _ := strings.Cut(line, " ")
	when, err := time.Parse(time.RFC3339Nano, at)
	if err == nil && when.Before(l.since) {
		return true
	}
	if l.timestamps {
		text = line
	}
	if l.left >= 0 && len(text) > l.left {
		text = text[:l.left]
	}
	if _, err := l.w.Write([]byte(text)); err != nil {
		return false
	}
	if l.left >= 0 {
		l.left -= len(text)
	}
	return l.left != 0
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
