package dev.drover.server.rest;

import dev.drover.api.FieldSelector;
import dev.drover.api.Selector;
import dev.drover.api.SelectorSyntaxException;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.StoredObject;
import dev.drover.server.strategy.StorageVersion;
import dev.drover.server.strategy.Strategy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The objects of a resource that a list, a watch or a deletion selects.
///
/// @param name only the object of this name; empty for all
/// @param matches a further condition; empty if there is none
record Selection(String name, Optional<Predicate<StoredObject>> matches) {
  private static final String NAME = "metadata.name";
  private static final String NAMESPACE = "metadata.namespace";

  static Selection of(Call call, Resource resource) {
    Selector labels = labels(call.parameter("labelSelector").orElse(""));
    FieldSelector fields = fields(call.parameter("fieldSelector").orElse(""));
    requireKnown(fields, resource);
    String name = name(call, fields);
    List<FieldSelector.Term> others =
        fields.terms().stream().filter(term -> !isName(term, name)).toList();
    FieldSelector rest = new FieldSelector(others);
    if (labels.isEverything() && rest.isEverything()) {
      return new Selection(name, Optional.empty());
    }
    return new Selection(
        name,
        Optional.of(stored -> labels.matches(stored.labels()) && matches(rest, stored, resource)));
  }

  /// Whether a term says no more than that the object has this name.
  private static boolean isName(FieldSelector.Term term, String name) {
    return term.equal()
        && term.field().equals(NAME)
        && term.value().equals(name)
        && !name.isEmpty();
  }

  private static Selector labels(String text) {
    try {
      return Selector.parse(text);
    } catch (IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  private static FieldSelector fields(String text) {
    try {
      return FieldSelector.parse(text);
    } catch (IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  private static ApiError unreadable(IllegalArgumentException e) {
    return ApiError.badRequest(
        e instanceof SelectorSyntaxException syntax
            ? syntax.reason()
            : String.valueOf(e.getMessage()));
  }

  private static void requireKnown(FieldSelector fields, Resource resource) {
    Set<String> known =
        new TreeSet<>(resource.strategy().selectableFields().of(TreeNode.empty()).keySet());
    boolean hasOwn = !known.isEmpty();
    known.addAll(List.of(NAME, NAMESPACE));
    for (FieldSelector.Term term : fields.terms()) {
      if (!known.contains(term.field())) {
        throw ApiError.badRequest(
            hasOwn
                ? "field label not supported: " + term.field()
                : "\"%s\" is not a known field selector: only \"%s\", \"%s\""
                    .formatted(term.field(), NAME, NAMESPACE));
      }
    }
  }

  /// The name in the path, which a field selector may only repeat, or the one in the selector.
  private static String name(Call call, FieldSelector fields) {
    Optional<String> selected = fields.exactValue(NAME);
    String named = call.info().name();
    if (!named.isEmpty() && !fields.isEverything() && !selected.equals(Optional.of(named))) {
      throw ApiError.badRequest("fieldSelector metadata.name doesn't match requested name");
    }
    return named.isEmpty() ? selected.orElse("") : named;
  }

  /// What the values of an object's fields depend on besides the object.
  private record FieldsForm(Strategy strategy, StorageVersion version) {}

  private static boolean matches(FieldSelector fields, StoredObject stored, Resource resource) {
    StorageKey key = stored.key();
    return fields.terms().stream()
        .allMatch(
            term ->
                switch (term.field()) {
                  case NAME -> matches(term, key.name());
                  case NAMESPACE -> matches(term, key.namespace());
                  default ->
                      matches(term, fieldsOf(stored, resource).getOrDefault(term.field(), ""));
                });
  }

  private static boolean matches(FieldSelector.Term term, String value) {
    return term.equal() == term.value().equals(value);
  }

  private static Map<String, String> fieldsOf(StoredObject stored, Resource resource) {
    StorageVersion version = resource.storage();
    return stored.fields(
        new FieldsForm(resource.strategy(), version),
        tree ->
            resource
                .strategy()
                .selectableFields()
                .of(TreeNode.view(version.fromStored().apply(tree))));
  }
}
