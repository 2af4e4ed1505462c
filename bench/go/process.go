package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }

// Milliseconds since this process was started, as its parent says; 0 when it does not.
func sinceStart(now time.Time) float64 {
	start, err := strconv.ParseInt(os.Getenv("DROVER_BENCH_STARTED"), 10, 64)
	if err != nil {
		return 0
	}
	return float64((now.UnixNano()-start)/1000) / 1e3
}

func cpuSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// The most memory that was resident; 0 where the system does not tell.
func peakKilobytes() int64 { return status("VmHWM:") }

// The memory that is resident now.
func residentKilobytes() int64 { return status("VmRSS:") }

func status(name string) int64 {
	status, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer status.Close()
	for lines := bufio.NewScanner(status); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), name); ok {
			peak, _ := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			return peak
		}
	}
	return 0
}
