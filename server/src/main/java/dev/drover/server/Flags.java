package dev.drover.server;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The options of a server as flags of kube-apiserver, as far as there are such flags.
final class Flags {
  private Flags() {}

  static Map<String, String> of(EmbeddedApiServer.Options options) {
    Map<String, String> flags = new TreeMap<>();
    flags.put("bind-address", options.bindAddress().getHostAddress());
    flags.put("secure-port", String.valueOf(options.port()));
    flags.put("authorization-mode", "[RBAC]");
    flags.put("service-cluster-ip-range", "10.0.0.0/24");
    flags.put("event-ttl", "1h0m0s");
    flags.put("runtime-config", options.betaApis() ? "api/beta=true" : "");
    flags.put("max-requests-inflight", String.valueOf(options.limits().readsInFlight()));
    flags.put("max-mutating-requests-inflight", String.valueOf(options.limits().writesInFlight()));
    flags.put("controllers", String.join(",", options.controllers()));
    flags.put(
        "token-auth-file",
        options.tokenFiles().isEmpty() ? "" : options.tokenFiles().getFirst().toString());
    flags.put("data-dir", options.dataDirectory().map(Object::toString).orElse(""));
    flags.put("fsync", options.fsync().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    flags.put("history", String.valueOf(options.history()));
    flags.put("history-bytes", String.valueOf(options.historyBytes()));
    flags.put("audit-policy-file", options.audit().policyFile().map(Object::toString).orElse(""));
    flags.put("audit-log-path", options.audit().logFile().map(Object::toString).orElse(""));
    return flags;
  }
}
