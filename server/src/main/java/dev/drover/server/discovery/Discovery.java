package dev.drover.server.discovery;

import dev.drover.api.Bytes;
import dev.drover.api.Format;
import dev.drover.api.GroupVersion;
import dev.drover.api.RawExtension;
import dev.drover.schema.TreeCodec;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Endpoint;
import dev.drover.server.http.Negotiation;
import dev.drover.server.http.PathRouter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Serves `/api`, `/apis` and the documents below them.
///
/// One by one, as every client can read them, or, for clients that ask for it, all resources in one
/// document that they may keep until it changes.
public final class Discovery implements Endpoint {
  private static final List<String> AGGREGATED =
      List.of("g=apidiscovery.k8s.io", "v=v2", "as=APIGroupDiscoveryList");

  private final Catalog catalog;
  private final TreeCodec codec;
  private final Supplier<RemoteVersion.Snapshot> remotes;
  private final AtomicReference<@Nullable Documents> latest = new AtomicReference<>();

  /// @param remotes what other servers serve
  public Discovery(Catalog catalog, TreeCodec codec, Supplier<RemoteVersion.Snapshot> remotes) {
    this.catalog = catalog;
    this.codec = codec;
    this.remotes = remotes;
  }

  /// What was computed from one state of the catalog.
  private record Documents(
      long generation,
      long remoteGeneration,
      ServedGroups served,
      Aggregated core,
      Aggregated named) {}

  private record Aggregated(Bytes json, Bytes protobuf, String etag) {}

  private Documents documents() {
    Documents known = latest.get();
    Catalog.Snapshot snapshot = catalog.snapshot();
    RemoteVersion.Snapshot remote = remotes.get();
    if (known != null
        && known.generation == snapshot.generation()
        && known.remoteGeneration == remote.generation()) {
      return known;
    }
    ServedGroups all = ServedGroups.of(snapshot.resources(), remote.versions());
    ServedGroups served = all.available();
    Documents made =
        new Documents(
            snapshot.generation(),
            remote.generation(),
            served,
            aggregated(served.group("").stream().toList()),
            aggregated(all.named()));
    latest.set(made);
    return made;
  }

  private Aggregated aggregated(List<ServedGroups.Group> groups) {
    Map<String, @Nullable Object> tree = AggregatedDocuments.of(groups);
    Map<String, @Nullable Object> hashed = new LinkedHashMap<>(tree);
    hashed.keySet().removeAll(List.of("kind", "apiVersion")); // as kube-apiserver hashes it
    byte[] hash =
        LegacyDocuments.digest("SHA-512", RawExtension.ofTree(hashed).raw().toByteArray());
    return new Aggregated(
        RawExtension.ofTree(tree).raw(),
        Bytes.of(codec.encode(tree, Format.PROTOBUF)),
        '"' + HexFormat.of().withUpperCase().formatHex(hash) + '"');
  }

  @Override
  public Answer serve(Call call) {
    Documents documents = documents();
    List<String> path = Arrays.stream(call.path().split("/")).filter(s -> !s.isEmpty()).toList();
    boolean isCore = path.getFirst().equals("api");
    return switch (path.size()) {
      case 1 -> isCore ? core(call, documents) : named(call, documents);
      case 2 ->
          isCore
              ? resources(call, documents, new GroupVersion("", path.get(1)))
              : group(documents, path.get(1));
      case 3 ->
          isCore
              ? notFound("")
              : resources(call, documents, new GroupVersion(path.get(1), path.get(2)));
      default -> PathRouter.notFound();
    };
  }

  private static Answer core(Call call, Documents documents) {
    return aggregated(call, documents.core)
        .orElseGet(
            () ->
                answer(
                    call,
                    LegacyDocuments.coreVersions(
                        documents.served.group("").orElseThrow(),
                        call.header("host").orElse("localhost"))));
  }

  private static Answer named(Call call, Documents documents) {
    return aggregated(call, documents.named)
        .orElseGet(() -> Answer.ok(LegacyDocuments.groups(documents.served.named())));
  }

  private static Answer group(Documents documents, String name) {
    return documents
        .served
        .group(name)
        .map(group -> Answer.ok(LegacyDocuments.group(group)))
        .orElseGet(PathRouter::notFound);
  }

  private Answer resources(Call call, Documents documents, GroupVersion version) {
    return documents
        .served
        .version(version)
        .map(resources -> answer(call, LegacyDocuments.resources(resources)))
        .orElseGet(() -> notFound(version.group()));
  }

  private static Answer answer(Call call, Map<String, @Nullable Object> document) {
    if (!call.method().equals("GET")) {
      throw ApiError.noSuchMethod();
    }
    Negotiation.requireAcceptable(call.header("accept").orElse(""), false);
    return Answer.ok(document);
  }

  /// Built-in groups answer with a `Status`; other groups have no handler that could.
  private Answer notFound(String group) {
    if (catalog.hasBuiltIn(group)) {
      throw ApiError.noSuchPath();
    }
    return PathRouter.notFound();
  }

  /// The aggregated document, if the client accepts it before a plain one.
  private static Optional<Answer> aggregated(Call call, Aggregated document) {
    for (String clause : call.header("accept").orElse("").split(",")) {
      List<String> parts = new ArrayList<>();
      Arrays.stream(clause.split(";")).map(String::strip).forEach(parts::add);
      String type = parts.removeFirst().toLowerCase(Locale.ROOT);
      boolean isProtobuf = type.equals("application/vnd.kubernetes.protobuf");
      if (!isProtobuf && !type.equals("application/json")) {
        continue;
      }
      if (parts.containsAll(AGGREGATED)) {
        String contentType = type + ";" + String.join(";", AGGREGATED);
        Bytes bytes = isProtobuf ? document.protobuf : document.json;
        return Optional.of(unlessKnown(call, contentType, bytes, document.etag));
      }
      if (parts.stream().noneMatch(part -> part.startsWith("as="))) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Answer unlessKnown(Call call, String contentType, Bytes bytes, String etag) {
    Map<String, String> headers = Map.of("ETag", etag, "Vary", "Accept", "Cache-Control", "public");
    boolean isKnown = call.header("if-none-match").filter(etag::equals).isPresent();
    return isKnown
        ? new Answer.Content(304, contentType, Bytes.EMPTY, headers)
        : new Answer.Content(200, contentType, bytes, headers);
  }
}
