package dev.drover.server.rest;

import dev.drover.api.text.GoText;
import dev.drover.schema.KindEntry.Subresource;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Reinvocation;
import dev.drover.server.core.Resource;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.Store;
import dev.drover.server.validation.StringFormats;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The dependencies of writes of objects.
///
/// @param admission the rules that look beyond an object, in their order
/// @param clock gives objects their times
/// @param random gives objects their names
public record WriteEnvironment(
    Store store, List<AdmissionPlugin> admission, InstantSource clock, RandomGenerator random) {

  public WriteEnvironment {
    admission = List.copyOf(admission);
  }

  /// The time as objects carry it.
  String now() {
    return time(clock.instant());
  }

  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /// @throws ApiError when no object can have the name
  static StorageKey key(Resource resource, String namespace, String name) {
    List<String> complaints = StringFormats.pathSegment(name);
    if (!complaints.isEmpty()) {
      throw ApiError.badRequest(
          "Name parameter invalid: %s: %s"
              .formatted(GoText.quote(name), String.join(";", complaints)));
    }
    return new StorageKey(resource.storage().name(), resource.namespaced() ? namespace : "", name);
  }

  /// Lets all plug-ins change the object; all of them twice if one of them asks for it.
  void admit(AdmissionPlugin.Attempt attempt) {
    TreeNode object = attempt.object();
    if (object == null) {
      admitAll(attempt);
      return;
    }
    Object owners = object.at("metadata").get("managedFields");
    admitAll(attempt);
    FieldOwnership.restoreIfInvalid(object, owners, attempt.notes());
  }

  private void admitAll(AdmissionPlugin.Attempt attempt) {
    admission.forEach(rule -> rule.admit(attempt));
    if (attempt.reinvocation().beginSecondRound()) {
      admission.forEach(rule -> rule.admit(attempt));
    }
  }

  void validate(AdmissionPlugin.Attempt attempt) {
    admission.forEach(rule -> rule.validate(attempt));
  }

  AdmissionPlugin.Attempt attempt(
      AdmissionPlugin.Operation operation,
      Resource resource,
      String namespace,
      String name,
      @Nullable TreeNode object,
      @Nullable TreeNode old,
      Write write) {
    return new AdmissionPlugin.Attempt(
        operation,
        resource,
        resource.subresource(write.subresource()).map(Subresource::kind).orElse(resource.gvk()),
        write.subresource(),
        NamespaceValidation.isNamespace(resource) ? name : namespace,
        name,
        object,
        old,
        write.user(),
        write.dryRun(),
        write.notes(),
        write.options(),
        new Reinvocation(),
        store.objects());
  }
}
