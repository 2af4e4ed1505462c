package dev.drover.crd;

import dev.drover.api.crd.Crd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The changes between two definitions of a kind, each with whether it breaks stored objects or
/// clients.
///
/// ```java
/// @Test
/// void definitionStaysCompatible() throws IOException {
///   Crd released = Crd.parse(Files.readString(Path.of("crds/shop.yaml"))).getFirst();
///   CrdDiff.between(released, Crd.of(Shop.class)).requireCompatible();
/// }
/// ```
public final class CrdDiff {
  private final List<Change> changes;

  private CrdDiff(List<Change> changes) {
    this.changes = List.copyOf(changes);
  }

  /// What a change does to objects and clients that rely on the old definition.
  public enum Impact {
    /// Stored objects lose data or become invalid, or clients fail.
    BREAKING,
    /// Nothing that worked before fails.
    COMPATIBLE
  }

  /// One change of a definition.
  public static final class Change {
    private final Impact impact;
    private final String version;
    private final String path;
    private final String what;
    private final String remedy;

    Change(Impact impact, String version, String path, String what, String remedy) {
      this.impact = impact;
      this.version = version;
      this.path = path;
      this.what = what;
      this.remedy = remedy;
    }

    /// Whether the change breaks stored objects or clients.
    public Impact impact() {
      return impact;
    }

    /// The version of the kind; empty for a change of the whole definition.
    public String version() {
      return version;
    }

    /// The path of the field, such as `spec.tills`, with `[]` for items and `{}` for entries of a
    /// map; empty for the whole version.
    public String path() {
      return path;
    }

    /// What changed.
    public String what() {
      return what;
    }

    /// What to do instead; empty for a compatible change.
    public String remedy() {
      return remedy;
    }

    @Override
    public String toString() {
      String place = path.isEmpty() ? version : version.isEmpty() ? path : version + " " + path;
      String text = (place.isEmpty() ? "" : place + ": ") + what;
      return impact + " " + (remedy.isEmpty() ? text : text + "; " + remedy);
    }
  }

  /// Compares two definitions of one kind.
  public static CrdDiff between(Crd old, Crd next) {
    List<Change> changes = new ArrayList<>();
    definition(old, next, changes);
    for (Crd.Version before : old.versions()) {
      Optional<Crd.Version> after = next.version(before.name());
      if (after.isEmpty()) {
        changes.add(
            new Change(
                Impact.BREAKING,
                before.name(),
                "",
                "the version is gone",
                "keep it with served = false until status.storedVersions of the definition does not"
                    + " name it"));
      } else {
        version(before, after.get(), changes);
      }
    }
    for (Crd.Version after : next.versions()) {
      if (old.version(after.name()).isEmpty()) {
        changes.add(new Change(Impact.COMPATIBLE, after.name(), "", "the version is new", ""));
      }
    }
    return new CrdDiff(changes);
  }

  private static void definition(Crd old, Crd next, List<Change> changes) {
    changed("group", old.group(), next.group(), changes);
    changed("kind", old.kind(), next.kind(), changes);
    changed("plural", old.plural(), next.plural(), changes);
    changed("scope", old.scope().toString(), next.scope().toString(), changes);
    String before = stored(old);
    String after = stored(next);
    if (!before.equals(after)) {
      changes.add(
          new Change(
              Impact.COMPATIBLE,
              after,
              "",
              "objects are stored in this version, before in "
                  + before
                  + ": rewrite them once to"
                  + " migrate them",
              ""));
    }
    Set<String> gone = new TreeSet<>(names(old));
    gone.removeAll(names(next));
    if (!gone.isEmpty()) {
      changes.add(
          new Change(
              Impact.BREAKING,
              "",
              "names",
              "short names and categories are gone: " + String.join(", ", gone),
              "keep them, scripts use them"));
    }
  }

  private static String stored(Crd crd) {
    return crd.versions().stream()
        .filter(Crd.Version::isStored)
        .map(Crd.Version::name)
        .findFirst()
        .orElse("");
  }

  private static List<String> names(Crd crd) {
    List<String> names = new ArrayList<>();
    for (String list : List.of("shortNames", "categories")) {
      crd.toObject().list("spec", "names", list).forEach(name -> names.add(String.valueOf(name)));
    }
    return names;
  }

  private static void changed(String what, String old, String next, List<Change> changes) {
    if (!old.equals(next)) {
      changes.add(
          new Change(
              Impact.BREAKING,
              "",
              what,
              "is %s, was %s".formatted(next, old),
              "it cannot change: make a new kind and migrate the objects"));
    }
  }

  private static void version(Crd.Version old, Crd.Version next, List<Change> changes) {
    String name = old.name();
    if (old.isServed() && !next.isServed()) {
      changes.add(
          new Change(
              Impact.BREAKING,
              name,
              "",
              "the version is no longer served",
              "deprecate it first, and stop to serve it once no client uses it"));
    }
    for (String subresource : List.of("status", "scale")) {
      boolean had = old.hasSubresource(subresource);
      boolean has = next.hasSubresource(subresource);
      if (had && !has) {
        changes.add(
            new Change(
                Impact.BREAKING, name, "", "/" + subresource + " is gone", "keep the subresource"));
      } else if (has && !had && subresource.equals("status")) {
        changes.add(
            new Change(
                Impact.BREAKING,
                name,
                "",
                "/status is new: writes of the object no longer change its status",
                "add it together with a new version"));
      }
    }
    Set<String> fields = new TreeSet<>(selectable(old));
    fields.removeAll(selectable(next));
    for (String field : fields) {
      changes.add(
          new Change(
              Impact.BREAKING,
              name,
              field,
              "can no longer be selected",
              "keep it in the selectable fields"));
    }
    changes.addAll(SchemaDiff.between(name, old.schema(), next.schema()));
  }

  private static List<String> selectable(Crd.Version version) {
    List<String> paths = new ArrayList<>();
    if (version.tree().get("selectableFields") instanceof List<?> fields) {
      for (Object field : fields) {
        if (field instanceof Map<?, ?> map) {
          @Nullable Object path = map.get("jsonPath");
          paths.add(String.valueOf(path));
        }
      }
    }
    return paths;
  }

  /// All changes, in the order of the definition.
  public List<Change> changes() {
    return changes;
  }

  /// The changes that break stored objects or clients.
  public List<Change> breaking() {
    return changes.stream().filter(change -> change.impact() == Impact.BREAKING).toList();
  }

  /// Whether nothing breaks.
  public boolean isCompatible() {
    return breaking().isEmpty();
  }

  /// Fails unless nothing breaks, for tests.
  ///
  /// @throws AssertionError that lists what breaks, with the remedies
  public void requireCompatible() {
    if (!isCompatible()) {
      throw new AssertionError(
          "the definition breaks stored objects or clients:\n"
              + breaking().stream().map(Change::toString).collect(Collectors.joining("\n")));
    }
  }

  /// One change on each line; empty without changes.
  @Override
  public String toString() {
    return changes.stream().map(Change::toString).collect(Collectors.joining("\n"));
  }
}
