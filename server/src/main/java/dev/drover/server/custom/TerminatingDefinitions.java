package dev.drover.server.custom;

import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Resource;

/// Refuses new objects of a custom kind whose definition is being deleted.
public final class TerminatingDefinitions implements AdmissionPlugin {
  @Override
  public void admit(Attempt attempt) {
    Resource resource = attempt.resource();
    if (attempt.operation() != Operation.CREATE || !resource.isCustom()) {
      return;
    }
    boolean isTerminating =
        attempt
            .stored()
            .get(Definition.RESOURCE, "", resource.groupResource().toString())
            .filter(tree -> Definition.of(tree).is("Terminating"))
            .isPresent();
    if (isTerminating) {
      throw ApiError.forbidden(
          resource.groupResource(),
          attempt.name(),
          "create not allowed while custom resource definition is terminating");
    }
  }
}
