package dev.drover.server.rest;

import dev.drover.api.DecodeException;
import dev.drover.api.DeleteOptions;
import dev.drover.api.Format;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.http.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads the options of a deletion: from the body if there is one, else from the query.
final class DeleteOptionsReader {
  private static final Set<String> POLICIES = Set.of("Foreground", "Background", "Orphan");
  private static final GroupVersionKind KIND =
      new GroupVersionKind("meta.k8s.io", "v1", "DeleteOptions");
  private static final GroupVersionKind INTERNAL = KIND.withVersion("__internal");
  private static final Structure.Fields STRUCTURE =
      SchemaTable.builtIn().structure(new GroupVersionKind("", "v1", KIND.kind())).orElseThrow();
  // What else the registry of options has in every version.
  private static final Set<String> OTHER_KINDS =
      Set.of(
          "CreateOptions",
          "UpdateOptions",
          "Status",
          "APIVersions",
          "APIGroup",
          "APIGroupList",
          "APIResourceList");

  private final BodyReader bodies;

  DeleteOptionsReader(BodyReader bodies) {
    this.bodies = bodies;
  }

  DeleteOptions read(Call call) {
    DeleteOptions options = call.body().isEmpty() ? ofQuery(call) : ofBody(call);
    List<FieldError> errors = errors(options);
    if (!errors.isEmpty()) {
      throw ApiError.invalid(new GroupKind("meta.k8s.io", "DeleteOptions"), "", errors);
    }
    return options;
  }

  private DeleteOptions ofBody(Call call) {
    byte[] body = call.body().toByteArray();
    MediaType media = bodies.requireReadable(call);
    try {
      DeleteOptions options =
          switch (media) {
            case JSON -> ofJson(body);
            case YAML -> ofJson(TypedForm.yamlToJson(body));
            case PROTOBUF -> DeleteOptions.TYPE.decode(body, Format.PROTOBUF);
          };
      call.notes().sent(sent(options));
      return options;
    } catch (DecodeException | UnreadableException e) {
      throw ApiError.badRequest(String.valueOf(e.getMessage()));
    }
  }

  /// The options with the name of the type that all versions are read as.
  private static TreeNode sent(DeleteOptions options) {
    byte[] json = DeleteOptions.TYPE.encode(options, INTERNAL, Format.JSON);
    return TypedForm.parse(json).tree() instanceof Map<?, ?> tree
        ? TreeNode.copyOf(TreeNode.view(tree).map())
        : TreeNode.empty();
  }

  /// Every version of every group has such options: only the kind counts.
  private static DeleteOptions ofJson(byte[] json) {
    GroupVersionKind said = KnownKinds.withDefaults(TypedForm.kindOf(json), KIND);
    if (!said.kind().equals(KIND.kind())) {
      throw ApiError.badRequest(
          OTHER_KINDS.contains(said.kind())
              ? "decoded object cannot be converted to DeleteOptions"
              : KnownKinds.notRegistered(said));
    }
    TypedForm.Reading reading = TypedForm.ofJson(json, STRUCTURE);
    return DeleteOptions.TYPE.decode(
        RawExtension.ofTree(reading.tree()).raw().toByteArray(), Format.JSON);
  }

  private static DeleteOptions ofQuery(Call call) {
    DeleteOptions.Builder options = DeleteOptions.builder();
    Parameters.number(call, "gracePeriodSeconds").ifPresent(options::gracePeriodSeconds);
    Parameters.truth(call, "orphanDependents").ifPresent(options::orphanDependents);
    call.parameter("propagationPolicy").ifPresent(options::propagationPolicy);
    options.dryRun(call.query().getOrDefault("dryRun", List.of()));
    return options.build();
  }

  private static List<FieldError> errors(DeleteOptions options) {
    List<FieldError> errors = new ArrayList<>();
    String policy = options.propagationPolicy();
    FieldPath path = FieldPath.of("propagationPolicy");
    if (policy != null && options.orphanDependents() != null) {
      errors.add(
          FieldError.invalid(
              path, policy, "orphanDependents and deletionPropagation cannot be both set"));
    }
    if (policy != null && !POLICIES.contains(policy)) {
      errors.add(
          FieldError.notSupported(
              path, policy, List.of("Foreground", "Background", "Orphan", "nil")));
    }
    errors.addAll(WriteOptions.dryRunErrors(options.dryRun()));
    return errors;
  }
}
