package dev.drover.server.admission;

import dev.drover.api.GroupResource;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Refuses writes into namespaces that do not exist, creates in terminating namespaces, and
/// deletions of namespaces that the cluster needs.
final class NamespaceLifecycle implements AdmissionPlugin {
  private static final String NAMESPACES = "/namespaces";
  private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");
  private static final Set<String> ACCESS_REVIEWS =
      Set.of("localsubjectaccessreviews", "selfsubjectaccessreviews", "subjectaccessreviews");

  @Override
  public void admit(Attempt attempt) {
    if (attempt.resource().storage().name().equals(NAMESPACES)) {
      if (attempt.operation() == Operation.DELETE && IMMORTAL.contains(attempt.name())) {
        throw ApiError.forbidden(
            attempt.resource().groupResource(),
            attempt.name(),
            "this namespace may not be deleted");
      }
      return;
    }
    String namespace = attempt.namespace();
    boolean isReview = ACCESS_REVIEWS.contains(attempt.resource().gvr().resource());
    if (namespace.isEmpty() || attempt.operation() == Operation.DELETE || isReview) {
      return;
    }
    Optional<Map<String, @Nullable Object>> stored =
        attempt.stored().get(NAMESPACES, "", namespace);
    if (stored.isEmpty()) {
      throw ApiError.notFound(new GroupResource("", "namespaces"), namespace);
    }
    String phase = TreeNode.copyOf(stored.get()).at("status").text("phase");
    if (attempt.operation() == Operation.CREATE && phase.equals("Terminating")) {
      throw terminating(attempt, namespace);
    }
  }

  private static ApiError terminating(Attempt attempt, String namespace) {
    Status status =
        AdmissionPlugins.forbidden(
                attempt,
                "unable to create new content in namespace "
                    + namespace
                    + " because it is being terminated")
            .status();
    StatusDetails details = Objects.requireNonNull(status.details());
    StatusCause cause =
        StatusCause.builder()
            .reason("NamespaceTerminating")
            .message("namespace " + namespace + " is being terminated")
            .field("metadata.namespace")
            .build();
    return ApiError.of(
        status.toBuilder().details(details.toBuilder().causes(List.of(cause)).build()).build());
  }
}
