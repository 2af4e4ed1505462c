package dev.drover.bench.cache;

import dev.drover.bench.cache.DroverClients.Listing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The compared caches, each with its library and its way to read. Each runs in a process of its
/// own. Those that are compared with each other are adjacent, in this list as in time.
public enum CacheContender {
  DEFAULT("Drover"),
  CLIENT_GO_LIST("client-go, LIST, protobuf"),
  RAW("raw: SSLSocket, protobuf, thrown away"),
  STREAMING("Drover, WatchList"),
  CLIENT_GO_WATCH_LIST("client-go, WatchList, protobuf", "--watch-list"),
  LIST("Drover, LIST"),
  CONTROLLER_RUNTIME("controller-runtime, LIST, protobuf", "--client", "controller-runtime"),
  CONTROLLER_RUNTIME_WATCH_LIST(
      "controller-runtime, WatchList, protobuf", "--client", "controller-runtime", "--watch-list"),
  WITHOUT_MANAGED_FIELDS("Drover, without managedFields"),
  CLIENT_GO_WITHOUT_MANAGED_FIELDS(
      "client-go, LIST, protobuf, without managedFields", "--without-managed-fields"),
  CONTROLLER_RUNTIME_WITHOUT_MANAGED_FIELDS(
      "controller-runtime, LIST, protobuf, without managedFields",
      "--client",
      "controller-runtime",
      "--without-managed-fields"),
  UNCOMPRESSED("Drover, without gzip"),
  HTTP2("Drover, HTTP/2"),
  REFLECTOR("Drover, reflector and store without handlers"),
  JSON("Drover, JSON"),
  DYNAMIC("Drover, dynamic, JSON"),
  CLIENT_GO_JSON("client-go, JSON", "--format", "json"),
  CLIENT_GO_DYNAMIC("client-go, dynamic, JSON", "--format", "json", "--dynamic"),
  CONTROLLER_RUNTIME_JSON(
      "controller-runtime, JSON", "--client", "controller-runtime", "--format", "json"),
  CONTROLLER_RUNTIME_DYNAMIC(
      "controller-runtime, dynamic, JSON",
      "--client",
      "controller-runtime",
      "--format",
      "json",
      "--dynamic"),
  FABRIC8("fabric8, JSON"),
  FABRIC8_WITHOUT_MANAGED_FIELDS("fabric8, JSON, without managedFields"),
  OFFICIAL("official client, JSON, without managedFields");

  public final String label;
  private final List<String> goFlags;

  CacheContender(String label, String... goFlags) {
    this.label = label;
    this.goFlags = List.of(goFlags);
  }

  /// Its name on the command line.
  public String variant() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// @throws IllegalArgumentException which lists the names
  public static CacheContender of(String variant) {
    for (CacheContender contender : values()) {
      if (contender.variant().equals(variant)) {
        return contender;
      }
    }
    throw new IllegalArgumentException(
        "no variant '"
            + variant
            + "'; there are "
            + String.join(", ", Stream.of(values()).map(CacheContender::variant).toList()));
  }

  /// Whether it is of interest for events only.
  public boolean isForWatches() {
    return switch (this) {
      case CLIENT_GO_DYNAMIC,
          CONTROLLER_RUNTIME_JSON,
          CONTROLLER_RUNTIME_DYNAMIC,
          DYNAMIC,
          REFLECTOR ->
          true;
      default -> false;
    };
  }

  public boolean isGo() {
    return name().startsWith("CLIENT_GO") || name().startsWith("CONTROLLER_RUNTIME");
  }

  /// How it starts in this JVM. Nothing of the others is loaded: that would count as this one's
  /// work.
  ///
  /// @throws IllegalStateException when it is written in Go
  public Cache.Starter starter() {
    DroverClients ours = DroverClients.DEFAULT;
    return switch (this) {
      case DEFAULT -> DroverCache.starter(ours);
      case STREAMING -> DroverCache.starter(ours.listing(Listing.STREAMED));
      case LIST -> DroverCache.starter(ours.listing(Listing.LISTED));
      case WITHOUT_MANAGED_FIELDS -> DroverCache.starter(ours.withoutManagedFields());
      case UNCOMPRESSED -> DroverCache.starter(ours.uncompressed());
      case HTTP2 -> DroverCache.starter(ours.overHttp2());
      case JSON -> DroverCache.starter(ours.asJson());
      case DYNAMIC -> DroverCache.starter(ours.asTrees());
      case REFLECTOR -> DroverReflector.starter(ours);
      case FABRIC8 -> Fabric8Cache.starter(true);
      case FABRIC8_WITHOUT_MANAGED_FIELDS -> Fabric8Cache.starter(false);
      case OFFICIAL -> OfficialCache.starter();
      case RAW -> RawCache.starter();
      case CLIENT_GO_LIST,
          CLIENT_GO_WATCH_LIST,
          CLIENT_GO_WITHOUT_MANAGED_FIELDS,
          CLIENT_GO_JSON,
          CLIENT_GO_DYNAMIC,
          CONTROLLER_RUNTIME,
          CONTROLLER_RUNTIME_WATCH_LIST,
          CONTROLLER_RUNTIME_WITHOUT_MANAGED_FIELDS,
          CONTROLLER_RUNTIME_JSON,
          CONTROLLER_RUNTIME_DYNAMIC ->
          throw new IllegalStateException(variant() + " is written in Go");
    };
  }

  /// The flags of the program in Go.
  public List<String> goFlags(String bench, Served served) {
    List<String> flags = new ArrayList<>(List.of("--bench", bench, "--contender", variant()));
    flags.addAll(goFlags);
    flags.addAll(List.of("--group", served.group(), "--version", served.version()));
    flags.addAll(List.of("--plural", served.plural(), "--kind", served.kind().gvk().kind()));
    flags.add("--namespaced=" + served.kind().isNamespaced());
    return flags;
  }
}
