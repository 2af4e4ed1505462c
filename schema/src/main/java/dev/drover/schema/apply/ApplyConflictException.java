package dev.drover.schema.apply;

import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Others own fields that a configuration would change: 409, with each field as a cause.
public final class ApplyConflictException extends ApplyException {
  private static final long serialVersionUID = 1;

  private final transient SortedMap<Owner, FieldSet> conflicts;

  ApplyConflictException(SortedMap<Owner, FieldSet> conflicts) {
    super(
        failure(409, message(conflicts))
            .reason("Conflict")
            .details(StatusDetails.builder().causes(causes(list(conflicts))).build())
            .build());
    this.conflicts = conflicts;
  }

  /// A field that another manager owns.
  ///
  /// @param manager the owner as messages call it: `"kubectl" using apps/v1`
  /// @param field the path as messages show it: `.spec.replicas`
  public record Conflict(String manager, String field) {}

  /// The conflicts by owner.
  public List<Conflict> conflicts() {
    return list(conflicts);
  }

  private static List<Conflict> list(SortedMap<Owner, FieldSet> conflicts) {
    List<Conflict> list = new ArrayList<>();
    conflicts.forEach(
        (owner, fields) ->
            fields
                .paths()
                .forEach(path -> list.add(new Conflict(owner.toString(), FieldSet.text(path)))));
    return list;
  }

  private static List<StatusCause> causes(List<Conflict> conflicts) {
    return conflicts.stream()
        .map(
            conflict ->
                StatusCause.builder()
                    .reason("FieldManagerConflict")
                    .message("conflict with " + conflict.manager())
                    .field(conflict.field())
                    .build())
        .toList();
  }

  private static String message(SortedMap<Owner, FieldSet> conflicts) {
    List<Conflict> all = list(conflicts);
    if (all.size() == 1) {
      Conflict only = all.getFirst();
      return "Apply failed with 1 conflict: conflict with " + only.manager() + ": " + only.field();
    }
    List<String> lines = new ArrayList<>();
    conflicts.forEach(
        (owner, fields) -> {
          lines.add("conflicts with " + owner + ":");
          fields.paths().forEach(path -> lines.add("- " + FieldSet.text(path)));
        });
    return "Apply failed with " + all.size() + " conflicts: " + String.join("\n", lines);
  }

  /// All fields that others own.
  FieldSet fields() {
    return conflicts.values().stream().reduce(FieldSet.EMPTY, FieldSet::union);
  }

  /// The same without conflicts about these fields; some others must be left.
  ApplyConflictException without(FieldSet allowed) {
    SortedMap<Owner, FieldSet> left = new TreeMap<>();
    conflicts.forEach(
        (owner, fields) -> {
          FieldSet rest = fields.difference(allowed);
          if (!rest.isEmpty()) {
            left.put(owner, rest);
          }
        });
    return new ApplyConflictException(left);
  }
}
