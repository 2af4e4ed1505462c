package dev.drover.schema.apply;

import dev.drover.schema.GoQuoting;
import dev.drover.schema.apply.Owner.Operation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The owners of the fields of an object, and since when they own them: the content of
/// `metadata.managedFields`.
///
/// Mutable; belongs to one operation.
final class ManagedFields {
  private static final int MAX_UPDATERS = 10;

  /// The fields of one owner.
  ///
  /// @param apiVersion the version of the object in which the fields have these names
  record Owned(FieldSet fields, String apiVersion) {
    Owned withFields(FieldSet others) {
      return new Owned(others, apiVersion);
    }
  }

  private final SortedMap<Owner, Owned> owned = new TreeMap<>();
  private final Map<Owner, Instant> times = new TreeMap<>();

  /// Reads a list of entries; null and an empty one mean that nothing is owned.
  ///
  /// @throws IllegalArgumentException when an entry is wrong
  static ManagedFields read(@Nullable Object entries) {
    ManagedFields managed = new ManagedFields();
    int index = 0;
    for (Object entry : Shape.list(entries)) {
      managed.add(Shape.map(entry), index++);
    }
    return managed;
  }

  private void add(Map<String, @Nullable Object> entry, int index) {
    Operation operation = Operation.parse(text(entry, "operation"));
    String apiVersion = text(entry, "apiVersion");
    if (apiVersion.isEmpty()) {
      throw new IllegalArgumentException("apiVersion must not be empty");
    }
    String type = text(entry, "fieldsType");
    if (type.isEmpty()) {
      throw new IllegalArgumentException("missing fieldsType in managed fields entry " + index);
    }
    if (!type.equals("FieldsV1")) {
      throw new IllegalArgumentException(
          "invalid fieldsType " + GoQuoting.quote(type) + " in managed fields entry " + index);
    }
    Owner owner =
        new Owner(text(entry, "manager"), operation, apiVersion, text(entry, "subresource"));
    owned.put(owner, new Owned(FieldSet.ofFieldsV1(entry.get("fieldsV1")), apiVersion));
    times.remove(owner);
    readTime(entry).ifPresent(time -> times.put(owner, time));
  }

  private static String text(Map<String, @Nullable Object> entry, String name) {
    return entry.get(name) instanceof String text ? text : "";
  }

  private static Optional<Instant> readTime(Map<String, @Nullable Object> entry) {
    String text = text(entry, "time");
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("no time: " + text, e);
    }
  }

  /// The entries in Kubernetes' order: appliers first, then by age.
  List<@Nullable Object> write() {
    Comparator<Owner> order =
        Comparator.comparing((Owner owner) -> owner.operation().toString())
            .thenComparing(this::seconds)
            .thenComparing(Owner::manager, JsonOrder::compareText)
            .thenComparing(owner -> owned(owner).apiVersion(), JsonOrder::compareText)
            .thenComparing(Owner::subresource, JsonOrder::compareText);
    List<@Nullable Object> entries = new ArrayList<>();
    owned.keySet().stream().sorted(order).forEach(owner -> entries.add(entry(owner)));
    return entries;
  }

  private Map<String, @Nullable Object> entry(Owner owner) {
    Map<String, @Nullable Object> entry = new TreeMap<>();
    Owned fields = owned(owner);
    entry.put("apiVersion", fields.apiVersion());
    entry.put("fieldsType", "FieldsV1");
    entry.put("fieldsV1", fields.fields().toFieldsV1());
    entry.put("operation", owner.operation().toString());
    if (!owner.manager().isEmpty()) {
      entry.put("manager", owner.manager());
    }
    if (!owner.subresource().isEmpty()) {
      entry.put("subresource", owner.subresource());
    }
    Instant time = times.get(owner);
    if (time != null) {
      entry.put("time", DateTimeFormatter.ISO_INSTANT.format(time.truncatedTo(ChronoUnit.SECONDS)));
    }
    return Shape.sealed(entry);
  }

  private long seconds(Owner owner) {
    Instant time = times.get(owner);
    return time == null ? 0 : time.getEpochSecond();
  }

  private Owned owned(Owner owner) {
    return get(owner).orElseThrow();
  }

  boolean isEmpty() {
    return owned.isEmpty();
  }

  /// The owners in order, with what each owns.
  SortedMap<Owner, Owned> all() {
    return owned;
  }

  Optional<Owned> get(Owner owner) {
    return Optional.ofNullable(owned.get(owner));
  }

  /// Gives fields to an owner; an owner of nothing is removed.
  void put(Owner owner, Owned fields) {
    if (fields.fields().isEmpty()) {
      owned.remove(owner);
    } else {
      owned.put(owner, fields);
    }
  }

  void remove(Owner owner) {
    owned.remove(owner);
  }

  /// When the owner last changed its fields, if that is known.
  Optional<Instant> time(Owner owner) {
    return Optional.ofNullable(times.get(owner));
  }

  void touch(Owner owner, Instant now) {
    times.put(owner, now);
  }

  /// Puts the oldest updaters together until there are no more than ten.
  void cap() {
    List<Owner> updaters =
        owned.keySet().stream()
            .filter(owner -> owner.operation() == Operation.UPDATE)
            .sorted(Comparator.comparingLong(this::seconds).thenComparing(owner -> owner))
            .toList();
    int left = updaters.size();
    Map<String, Owner> oldestByVersion = new TreeMap<>();
    for (Owner updater : updaters) {
      if (left <= MAX_UPDATERS) {
        return;
      }
      Owner oldest = oldestByVersion.putIfAbsent(owned(updater).apiVersion(), updater);
      if (oldest != null) {
        mergeIntoAncient(oldest, updater);
        left--;
      }
    }
  }

  private void mergeIntoAncient(Owner oldest, Owner updater) {
    String version = owned(updater).apiVersion();
    Owner ancient = new Owner("ancient-changes", Operation.UPDATE, version, "");
    if (!owned.containsKey(ancient)) {
      owned.put(ancient, owned(oldest));
      owned.remove(oldest);
    }
    FieldSet fields = owned(updater).fields();
    owned.remove(updater);
    owned.put(ancient, owned(ancient).withFields(owned(ancient).fields().union(fields)));
    Instant time = times.get(updater); // the younger one of the two
    if (time == null) {
      times.remove(ancient);
    } else {
      times.put(ancient, time);
    }
  }
}
