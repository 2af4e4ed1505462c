package dev.drover.server.openapi;

import dev.drover.api.Bytes;
import dev.drover.api.GroupVersion;
import dev.drover.api.RawExtension;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.Resource;
import dev.drover.server.http.AcceptHeader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Serves `/openapi/v2`, `/openapi/v3` and the documents below it.
///
/// A document is written on the first request for it and cached as long as the resources in it stay
/// as they are; its name in the index changes with them, so that clients may keep it, too.
public final class OpenApi implements Endpoint {
  private static final String ROOT = "/openapi/v3";
  private static final String JSON = "application/json";
  private static final Duration FOREVER = Duration.ofDays(365);

  private final Catalog catalog;
  private final String release;
  private final InstantSource clock;
  private final Map<Key, Bytes> byHash = new ConcurrentHashMap<>();
  private final Map<String, Instant> firstAsked = new ConcurrentHashMap<>(); // by hash

  /// A document in a format.
  private record Key(String hash, boolean isProtobuf) {}

  /// @param release of Kubernetes, such as `v1.36.3`
  public OpenApi(Catalog catalog, String release, InstantSource clock) {
    this.catalog = catalog;
    this.release = release;
    this.clock = clock;
  }

  @Override
  public Answer serve(Call call) {
    Map<String, List<Resource>> parts = parts();
    List<String> hashes = hashes(parts);
    byHash.keySet().removeIf(key -> !hashes.contains(key.hash));
    firstAsked.keySet().retainAll(hashes);
    if (call.path().equals("/openapi/v2")) {
      List<Resource> all = catalog.snapshot().resources();
      return document(call, OpenApiVersion.V2, hash(all), () -> version2(parts));
    }
    if (call.path().equals(ROOT)) {
      return index(call, parts);
    }
    if (AcceptHeader.of(call).isEmpty()) {
      return new Answer.Content(200, "", Bytes.EMPTY, Map.of()); // nothing that makes sense
    }
    List<Resource> part = parts.get(call.path().substring(ROOT.length() + 1));
    if (part == null) {
      return new Answer.Content(404, "", Bytes.EMPTY, Map.of());
    }
    return document(call, OpenApiVersion.V3, hash(part), () -> version3(part));
  }

  /// The resources by the name of their document: `api/v1`, `apis/apps/v1`.
  private Map<String, List<Resource>> parts() {
    Map<String, List<Resource>> parts = new TreeMap<>();
    for (Resource resource : catalog.snapshot().resources()) {
      GroupVersion version = resource.gvr().groupVersion();
      String name = version.group().isEmpty() ? "api/" + version : "apis/" + version;
      parts.computeIfAbsent(name, n -> new ArrayList<>()).add(resource);
    }
    return parts;
  }

  private List<String> hashes(Map<String, List<Resource>> parts) {
    List<String> hashes = new ArrayList<>(parts.values().stream().map(this::hash).toList());
    hashes.add(hash(catalog.snapshot().resources()));
    return hashes;
  }

  /// Changes when a document would: built-in resources are the same in every server of a release.
  private String hash(List<Resource> resources) {
    StringBuilder text = new StringBuilder(release);
    for (Resource resource : resources) {
      text.append('\n').append(resource.gvr()).append(resource.verbs());
      resource.subresources().forEach(sub -> text.append(sub));
      resource
          .custom()
          .ifPresent(
              custom -> text.append(RawExtension.ofTree(custom.schema().tree()).raw().utf8()));
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-512")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().withUpperCase().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-512", e);
    }
  }

  private Answer index(Call call, Map<String, List<Resource>> parts) {
    Map<String, @Nullable Object> paths = new LinkedHashMap<>();
    parts.forEach(
        (name, resources) ->
            paths.put(name, Map.of("serverRelativeURL", url(ROOT + "/" + name, hash(resources)))));
    Map<String, @Nullable Object> index = new LinkedHashMap<>();
    index.put("paths", paths);
    return new CachedContent(
            "text/plain; charset=utf-8", // Go's default
            "",
            clock.instant(), // made anew for each request
            Map.of(),
            () -> RawExtension.ofTree(index).raw())
        .answer(call);
  }

  private static String url(String path, String hash) {
    return path + "?hash=" + hash;
  }

  /// Makes the tree of a document.
  private interface Maker {
    Map<String, @Nullable Object> make();
  }

  private Answer document(Call call, OpenApiVersion dialect, String hash, Maker maker) {
    Optional<String> media = media(call, dialect);
    String vary = dialect == OpenApiVersion.V2 ? "Accept-Encoding, Accept" : "Accept";
    Map<String, String> headers = new LinkedHashMap<>(Map.of("Vary", vary));
    if (media.isEmpty()) {
      return new Answer.Content(406, "", Bytes.EMPTY, headers);
    }
    String tag = '"' + hash + '"';
    String asked = dialect == OpenApiVersion.V3 ? call.parameter("hash").orElse("") : "";
    if (!asked.isEmpty() && !asked.equals(hash)) {
      headers.put("Etag", tag);
      headers.put("Location", url(call.path(), hash));
      return new Answer.Content(301, media.get(), Bytes.EMPTY, headers);
    }
    if (!asked.isEmpty()) {
      headers.put("Cache-Control", "public, immutable");
      headers.put("Expires", CachedContent.date(clock.instant().plus(FOREVER)));
    }
    Instant since = firstAsked.computeIfAbsent(hash, _ -> clock.instant());
    return new CachedContent(
            media.get(), tag, since, headers, () -> bytes(dialect, hash, media.get(), maker))
        .answer(call);
  }

  private Bytes bytes(OpenApiVersion dialect, String hash, String media, Maker maker) {
    Key key = new Key(hash, !media.equals(JSON));
    return byHash.computeIfAbsent(
        key,
        _ ->
            key.isProtobuf
                ? Bytes.of(new DocumentProtobuf(dialect).write(maker.make()))
                : RawExtension.ofTree(maker.make()).raw());
  }

  /// The format that the client likes best.
  private static Optional<String> media(Call call, OpenApiVersion dialect) {
    String name = "com.github.proto-openapi.spec." + dialect.version();
    String protobuf = name + ".v1.0+protobuf";
    for (AcceptHeader.Clause clause : AcceptHeader.of(call)) {
      if (clause.covers("application", "json")) {
        return Optional.of(JSON);
      }
      if (clause.covers("application", protobuf)
          || clause.covers("application", name + "@v1.0+protobuf")) {
        return Optional.of("application/" + protobuf);
      }
    }
    return Optional.empty();
  }

  private Map<String, @Nullable Object> version3(List<Resource> resources) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.0.0");
    document.put("info", info());
    document.put("paths", paths(OpenApiVersion.V3, resources));
    Map<String, @Nullable Object> components = new LinkedHashMap<>();
    components.put("schemas", schemas(OpenApiVersion.V3, resources));
    components.put("securitySchemes", Map.of("BearerToken", security()));
    document.put("components", components);
    return document;
  }

  private Map<String, @Nullable Object> version2(Map<String, List<Resource>> parts) {
    List<Resource> all = parts.values().stream().flatMap(List::stream).toList();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("swagger", "2.0");
    document.put("info", info());
    document.put("paths", paths(OpenApiVersion.V2, all));
    document.put("definitions", schemas(OpenApiVersion.V2, all));
    document.put("securityDefinitions", Map.of("BearerToken", security()));
    document.put("security", List.of(Map.of("BearerToken", List.of())));
    return document;
  }

  private Map<String, @Nullable Object> info() {
    Map<String, @Nullable Object> info = new LinkedHashMap<>();
    info.put("title", "Kubernetes");
    info.put("version", release);
    return info;
  }

  private static Map<String, @Nullable Object> security() {
    Map<String, @Nullable Object> scheme = new LinkedHashMap<>();
    scheme.put("type", "apiKey");
    scheme.put("name", "authorization");
    scheme.put("in", "header");
    return scheme;
  }

  private static Map<String, @Nullable Object> paths(
      OpenApiVersion dialect, List<Resource> resources) {
    DocumentWriter writer = new DocumentWriter(dialect);
    Map<String, @Nullable Object> paths = new TreeMap<>();
    for (Resource resource : resources) {
      Operations.of(resource).forEach(item -> paths.put(item.path(), writer.path(item)));
    }
    return paths;
  }

  private static Map<String, ?> schemas(OpenApiVersion dialect, List<Resource> resources) {
    Schemas schemas = new Schemas(dialect);
    resources.forEach(schemas::add);
    schemas.addCommon(resources);
    return schemas.all();
  }
}
