package dev.drover.server.http;

import dev.drover.api.GroupVersionKind;
import dev.drover.server.core.ApiError;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Chooses the format of a response from those that the client accepts and the server has.
///
/// Beside the format, a clause of `Accept` may ask for another kind of object: `as=Table;v=v1;
/// g=meta.k8s.io`. A clause that cannot be fulfilled is passed over for the next.
public final class Negotiation {
  private static final List<MediaType> ALL = List.of(MediaType.values());
  private static final Set<String> METADATA =
      Set.of("PartialObjectMetadata", "PartialObjectMetadataList");
  private static final String META_GROUP = "meta.k8s.io";
  private static final Set<String> META_VERSIONS = Set.of("v1", "v1beta1");

  private Negotiation() {}

  /// What was agreed on.
  ///
  /// @param as the kind that the client wants instead of the object's own
  /// @param pretty whether the clause itself asks for indented JSON
  public record Choice(MediaType media, Optional<GroupVersionKind> as, boolean pretty) {}

  /// What can be offered.
  ///
  /// @param media the formats of the objects themselves
  /// @param metadata whether the metadata can be had alone
  /// @param tables whether they can be had as tables
  public record Offer(Set<MediaType> media, boolean metadata, boolean tables) {
    /// Objects of built-in kinds.
    public static final Offer BUILT_IN = new Offer(EnumSet.allOf(MediaType.class), true, true);

    /// Objects of custom kinds: no schema, no protobuf; but their metadata has one.
    public static final Offer CUSTOM =
        new Offer(EnumSet.of(MediaType.JSON, MediaType.YAML), true, true);

    /// Objects of built-in kinds that are not stored, such as reviews: they have no tables.
    public static final Offer NOT_STORED = new Offer(EnumSet.allOf(MediaType.class), true, false);

    /// Documents that are no objects of a resource.
    public static final Offer PLAIN = new Offer(EnumSet.allOf(MediaType.class), false, false);

    private boolean includes(MediaType type, Optional<GroupVersionKind> as) {
      if (as.isEmpty()) {
        return media.contains(type);
      }
      GroupVersionKind kind = as.get();
      if (!kind.group().equals(META_GROUP) || !META_VERSIONS.contains(kind.version())) {
        return false;
      }
      return kind.kind().equals("Table")
          ? tables && type != MediaType.PROTOBUF
          : metadata && METADATA.contains(kind.kind());
    }
  }

  /// Agrees on a format.
  ///
  /// @param accept the header; empty for none
  /// @throws ApiError when there is nothing to agree on
  public static Choice choose(String accept, Offer offer) {
    return find(accept, offer)
        .orElseThrow(
            () ->
                ApiError.of(
                    406,
                    "NotAcceptable",
                    "only the following media types are accepted: " + MediaType.list(ALL)));
  }

  /// Likewise for the events of a watch.
  public static Choice chooseStream(String accept, Offer offer) {
    return find(accept, offer)
        .filter(choice -> choice.media.canStream())
        .orElseThrow(
            () ->
                ApiError.of(
                    406,
                    "NotAcceptable",
                    "only the following media types are accepted: application/json;stream=watch,"
                        + " application/vnd.kubernetes.protobuf;stream=watch"));
  }

  static Optional<Choice> find(String accept, Offer offer) {
    if (accept.isEmpty()) {
      return Optional.of(new Choice(MediaType.JSON, Optional.empty(), false));
    }
    for (AcceptHeader.Clause clause : AcceptHeader.parse(accept)) {
      for (MediaType type : ALL) {
        if (clause.covers(type) && canStreamAsAsked(clause, type)) {
          Optional<GroupVersionKind> as = transform(clause.parameters());
          if (offer.includes(type, as)) {
            boolean pretty = "1".equals(clause.parameters().get("pretty"));
            return Optional.of(new Choice(type, as, pretty));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean canStreamAsAsked(AcceptHeader.Clause clause, MediaType type) {
    String stream = clause.parameters().getOrDefault("stream", "");
    return stream.isEmpty() || stream.equals("watch") && type.canStream();
  }

  private static Optional<GroupVersionKind> transform(Map<String, String> parameters) {
    if (!parameters.containsKey("as")
        && !parameters.containsKey("v")
        && !parameters.containsKey("g")) {
      return Optional.empty();
    }
    return Optional.of(
        new GroupVersionKind(
            parameters.getOrDefault("g", ""),
            parameters.getOrDefault("v", ""),
            parameters.getOrDefault("as", "")));
  }

  /// The check that built-in resources make before anything else: some clause, parameters left
  /// aside, must name one of the formats.
  ///
  /// @param streams whether watches are served there too
  /// @throws ApiError 406, with the text of Kubernetes' router
  public static void requireAcceptable(String accept, boolean streams) {
    if (accept.isEmpty()) {
      return;
    }
    for (String clause : accept.split(",")) {
      String type = clause.split(";", 2)[0].strip();
      if (type.equals("*/*") || ALL.stream().anyMatch(media -> media.text().equals(type))) {
        return;
      }
    }
    String available =
        MediaType.list(ALL)
            + (streams
                ? ", application/json;stream=watch,"
                    + " application/vnd.kubernetes.protobuf;stream=watch"
                : "");
    throw ApiError.generic(
        406, "NotAcceptable", "406: Not Acceptable\n\nAvailable representations: " + available);
  }
}
