package dev.drover.server.metrics;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;

/// The metrics of the process: start time, processor time and memory.
///
/// The memory is that of the heap and of the JVM's own areas, which it has reserved from the
/// system; what libraries of the system use is not in it.
public final class ProcessMetrics implements MetricSource {
  private final String version;

  /// @param version of Kubernetes that is served, `v1.36.3`
  public ProcessMetrics(String version) {
    this.version = version;
  }

  @Override
  public void write(MetricsText text) {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    text.gauge(
        "process_start_time_seconds",
        "When the process started, in seconds since 1970.",
        runtime.getStartTime() / 1e3);
    Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    text.family("process_cpu_seconds_total", "counter", "Processor time of the process in seconds.")
        .sample("process_cpu_seconds_total", Labels.NONE, cpu.toNanos() / 1e9);
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    MemoryUsage other = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
    text.gauge(
        "process_resident_memory_bytes",
        "Memory that the JVM has reserved, in bytes.",
        (double) heap.getCommitted() + other.getCommitted());
    text.gauge("jvm_memory_heap_used_bytes", "Used memory of the heap.", (double) heap.getUsed());
    text.gauge(
        "jvm_threads_current",
        "Platform threads of the process.",
        ManagementFactory.getThreadMXBean().getThreadCount());
    text.family("kubernetes_build_info", "gauge", "The version that is served; always 1.")
        .sample(
            "kubernetes_build_info",
            Labels.of("compiler", "javac", "git_version", version, "platform", "java"),
            1);
  }
}
