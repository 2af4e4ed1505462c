package dev.drover.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whose cache, and how it reads. Each runs in a process of its own. Those that are compared with
/// each other come next to each other, as in time.
enum CacheContender {
  DEFAULT("Drover", drover(DroverClients.DEFAULT)),
  CLIENT_GO_LIST("client-go, LIST, protobuf", List.of()),
  RAW("raw: SSLSocket, protobuf, thrown away", RawCache.starter()),
  STREAMING("Drover, WatchList", drover(DroverClients.DEFAULT.withStreaming(true))),
  CLIENT_GO_WATCH_LIST("client-go, WatchList, protobuf", List.of("--watch-list")),
  LIST("Drover, LIST", drover(DroverClients.DEFAULT.withStreaming(false))),
  CONTROLLER_RUNTIME(
      "controller-runtime, LIST, protobuf", List.of("--client", "controller-runtime")),
  WITHOUT_MANAGED_FIELDS(
      "Drover, without managedFields", drover(DroverClients.DEFAULT.withoutManagedFields())),
  CLIENT_GO_WITHOUT_MANAGED_FIELDS(
      "client-go, LIST, protobuf, without managedFields", List.of("--without-managed-fields")),
  CONTROLLER_RUNTIME_WITHOUT_MANAGED_FIELDS(
      "controller-runtime, LIST, protobuf, without managedFields",
      List.of("--client", "controller-runtime", "--without-managed-fields")),
  UNCOMPRESSED("Drover, without gzip", drover(DroverClients.DEFAULT.uncompressed())),
  HTTP2("Drover, HTTP/2", drover(DroverClients.DEFAULT.overHttp2())),
  JSON("Drover, JSON", drover(DroverClients.DEFAULT.asJson())),
  DYNAMIC("Drover, dynamic, JSON", drover(DroverClients.DEFAULT.asTrees())),
  CLIENT_GO_JSON("client-go, JSON", List.of("--format", "json")),
  CLIENT_GO_DYNAMIC("client-go, dynamic, JSON", List.of("--format", "json", "--dynamic")),
  CONTROLLER_RUNTIME_JSON(
      "controller-runtime, JSON", List.of("--client", "controller-runtime", "--format", "json")),
  CONTROLLER_RUNTIME_DYNAMIC(
      "controller-runtime, dynamic, JSON",
      List.of("--client", "controller-runtime", "--format", "json", "--dynamic")),
  FABRIC8("fabric8, JSON", Fabric8Cache.starter(true)),
  FABRIC8_WITHOUT_MANAGED_FIELDS(
      "fabric8, JSON, without managedFields", Fabric8Cache.starter(false)),
  OFFICIAL("official client, JSON, without managedFields", OfficialCache.starter());

  final String label;
  private final Cache.@Nullable Starter starter;
  private final List<String> goFlags;

  CacheContender(String label, Cache.Starter starter) {
    this.label = label;
    this.starter = starter;
    this.goFlags = List.of();
  }

  CacheContender(String label, List<String> goFlags) {
    this.label = label;
    this.starter = null;
    this.goFlags = goFlags;
  }

  private static Cache.Starter drover(DroverClients clients) {
    return DroverReflector.starter(clients);
  }

  /// Its name on the command line.
  String variant() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// @throws IllegalArgumentException which lists the names
  static CacheContender of(String variant) {
    return Stream.of(values())
        .filter(contender -> contender.variant().equals(variant))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no variant '"
                        + variant
                        + "'; there are "
                        + String.join(
                            ", ", Stream.of(values()).map(CacheContender::variant).toList())));
  }

  /// Whether it is of interest only where all events are JSON.
  boolean isForWatches() {
    return switch (this) {
      case CLIENT_GO_DYNAMIC, CONTROLLER_RUNTIME_JSON, CONTROLLER_RUNTIME_DYNAMIC, DYNAMIC -> true;
      default -> false;
    };
  }

  boolean isGo() {
    return starter == null;
  }

  /// How it starts in this JVM, unless it is written in Go.
  Optional<Cache.Starter> starter() {
    return Optional.ofNullable(starter);
  }

  /// The flags of the program in Go.
  List<String> goFlags(String bench, Served served) {
    List<String> flags = new ArrayList<>(List.of("--bench", bench, "--contender", variant()));
    flags.addAll(goFlags);
    flags.addAll(List.of("--group", served.group(), "--version", served.version()));
    flags.addAll(List.of("--plural", served.plural(), "--kind", served.kind().gvk().kind()));
    flags.add("--namespaced=" + served.kind().isNamespaced());
    return flags;
  }
}
