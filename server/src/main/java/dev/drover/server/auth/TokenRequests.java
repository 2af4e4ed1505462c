package dev.drover.server.auth;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.auth.ServiceAccountTokens.ObjectRef;
import dev.drover.server.auth.ServiceAccountTokens.Order;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.Resource;
import dev.drover.server.strategy.StoredObjects;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// TokenRequest, at `serviceaccounts/<name>/token`: makes a token for a service account, bound to a
/// pod, a node or a secret if it is to end with it.
///
/// In Go: `TokenREST`.
final class TokenRequests implements CreateOnlyResource {
  private static final GroupKind KIND = new GroupKind("authentication.k8s.io", "TokenRequest");
  private static final long DEFAULT_SECONDS = 60 * 60;
  private static final long MIN_SECONDS = 10 * 60;
  private static final long MAX_SECONDS = 1L << 32;

  // The default that pods ask for. They get a year, since some never read their
  // token again, and are warned about after the time they asked for.
  private static final long PROJECTED_SECONDS = 60 * 60 + 7;
  private static final long EXTENDED_SECONDS = 365 * 24 * 60 * 60;

  private final ServiceAccountTokens tokens;
  private final Supplier<StoredObjects> stored;
  private final InstantSource clock;

  TokenRequests(ServiceAccountTokens tokens, Supplier<StoredObjects> stored, InstantSource clock) {
    this.tokens = tokens;
    this.stored = stored;
    this.clock = clock;
  }

  @Override
  public void setDefaults(TreeNode request) {
    request.orCreate("spec").setDefault("expirationSeconds", DEFAULT_SECONDS);
  }

  @Override
  public boolean keepsMetadata() {
    return true;
  }

  @Override
  public Map<String, @Nullable Object> create(Call call, Resource resource, TreeNode request) {
    String namespace = call.info().namespace();
    String name = call.info().name();
    TreeNode metadata = request.orCreate("metadata");
    requireSame("name", metadata.text("name"), name);
    requireSame("namespace", metadata.text("namespace"), namespace, name);
    StoredObjects objects = stored.get();
    String uid = uid(find(objects, resource.groupResource(), namespace, name));
    if (metadata.has("uid") && !metadata.text("uid").equals(uid)) {
      throw ApiError.conflict(
          new GroupResource(KIND.group(), KIND.kind()),
          name,
          "the UID in the token request (%s) does not match the UID of the service account (%s)"
              .formatted(metadata.text("uid"), uid));
    }
    TreeNode spec = request.orCreate("spec");
    if (spec.list("audiences").isEmpty()) {
      spec.set("audiences", ServiceAccountTokens.API_AUDIENCES);
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    metadata.set("name", name);
    metadata.set("namespace", namespace);
    metadata.set("uid", uid);
    metadata.set("creationTimestamp", now.toString());
    check(spec);
    Map<String, ObjectRef> bound = bound(objects, spec, namespace, name);
    long seconds = spec.number("expirationSeconds", DEFAULT_SECONDS);
    boolean isExtended =
        bound.containsKey("pod")
            && seconds == PROJECTED_SECONDS
            && ServiceAccountTokens.API_AUDIENCES.containsAll(spec.texts("audiences"));
    String token =
        tokens.issue(
            new Order(
                new ServiceAccountName(namespace, name),
                uid,
                bound,
                spec.texts("audiences"),
                isExtended ? EXTENDED_SECONDS : seconds,
                isExtended ? OptionalLong.of(seconds) : OptionalLong.empty()));
    request.remove("status");
    request
        .orCreate("status")
        .set("token", token)
        .set("expirationTimestamp", now.plusSeconds(seconds).toString());
    return request.map();
  }

  private static void requireSame(String field, String given, String expected) {
    requireSame(field, given, expected, expected);
  }

  private static void requireSame(String field, String given, String expected, String name) {
    if (!given.isEmpty() && !given.equals(expected)) {
      throw ApiError.invalid(
          KIND,
          name,
          List.of(
              FieldError.invalid(
                  FieldPath.of("metadata", field),
                  given,
                  "must match the service account " + field + " if specified")));
    }
  }

  private static void check(TreeNode spec) {
    long seconds = spec.number("expirationSeconds", 0);
    FieldPath field = FieldPath.of("spec", "expirationSeconds");
    List<FieldError> errors = new ArrayList<>();
    if (seconds < MIN_SECONDS) {
      errors.add(
          FieldError.invalid(field, seconds, "may not specify a duration less than 10 minutes"));
    }
    if (seconds > MAX_SECONDS) {
      errors.add(
          FieldError.invalid(
              field, seconds, "may not specify a duration larger than 2^32 seconds"));
    }
    if (!errors.isEmpty()) {
      throw ApiError.invalid(KIND, "", errors);
    }
  }

  private static Map<String, ObjectRef> bound(
      StoredObjects objects, TreeNode spec, String namespace, String serviceAccount) {
    Map<String, ObjectRef> bound = new LinkedHashMap<>();
    spec.child("boundObjectRef")
        .ifPresent(
            ref -> {
              GroupVersionKind kind =
                  GroupVersionKind.parse(ref.text("apiVersion"), ref.text("kind"));
              TreeNode object = boundObject(objects, kind, ref.text("name"), namespace);
              if (kind.kind().equals("Pod")) {
                requireServiceAccount(object, serviceAccount);
                bound.putAll(nodeOf(objects, object));
              }
              String uid = uid(object);
              if (ref.has("uid") && !ref.text("uid").equals(uid)) {
                throw ApiError.conflict(
                    new GroupResource(kind.group(), kind.kind()),
                    ref.text("name"),
                    "the UID in the bound object reference (%s) does not match the UID in record."
                            .formatted(ref.text("uid"))
                        + " The object might have been deleted and then recreated");
              }
              bound.put(kind.kind().toLowerCase(Locale.ROOT), new ObjectRef(ref.text("name"), uid));
            });
    return bound;
  }

  private static TreeNode boundObject(
      StoredObjects objects, GroupVersionKind kind, String name, String namespace) {
    String resource =
        switch (kind.group().isEmpty() ? kind.kind() : "") {
          case "Pod" -> "pods";
          case "Node" -> "nodes";
          case "Secret" -> "secrets";
          default ->
              throw ApiError.badRequest(
                  "cannot bind token to object of type %s/%s, Kind=%s"
                      .formatted(kind.group(), kind.version(), kind.kind()));
        };
    return find(
        objects, new GroupResource("", resource), resource.equals("nodes") ? "" : namespace, name);
  }

  private static void requireServiceAccount(TreeNode pod, String name) {
    if (!pod.at("spec").text("serviceAccountName").equals(name)) {
      throw ApiError.badRequest(
          "cannot bind token for serviceaccount \"%s\" to pod running with different serviceaccount name."
              .formatted(name));
    }
  }

  /// The token of a pod names its node, too.
  private static Map<String, ObjectRef> nodeOf(StoredObjects objects, TreeNode pod) {
    String name = pod.at("spec").text("nodeName");
    return name.isEmpty()
        ? Map.of()
        : Map.of(
            "node",
            new ObjectRef(
                name, objects.get("/nodes", "", name).map(n -> uid(TreeNode.view(n))).orElse("")));
  }

  private static TreeNode find(
      StoredObjects objects, GroupResource resource, String namespace, String name) {
    return objects
        .get("/" + resource.resource(), namespace, name)
        .map(TreeNode::view)
        .orElseThrow(() -> ApiError.notFound(resource, name));
  }

  private static String uid(TreeNode object) {
    return object.at("metadata").text("uid");
  }
}
