package dev.drover.client;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Options of a write: field manager, dry run, field validation.
///
/// ```java
/// client.writing(WriteOptions.defaults().with(o -> o.dryRun(true).fieldManager("shop")));
/// ```
public final class WriteOptions implements QueryParameters {
  private static final WriteOptions DEFAULTS = new WriteOptions(new Builder());

  private final String fieldManager;
  private final boolean dryRun;
  private final Validation validation;
  private final boolean force;

  private WriteOptions(Builder from) {
    this.fieldManager = from.fieldManager;
    this.dryRun = from.dryRun;
    this.validation = from.validation;
    this.force = from.force;
  }

  /// What the server does with fields it does not know, or that are there twice.
  public enum Validation {
    /// What it does by default: warn.
    SERVER_DEFAULT,
    /// Drop them.
    IGNORE,
    /// Drop them and send a warning.
    WARN,
    /// Refuse the request.
    STRICT
  }

  /// No dry run, and the server's own defaults.
  public static WriteOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public WriteOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.fieldManager = fieldManager;
    builder.dryRun = dryRun;
    builder.validation = validation;
    builder.force = force;
    change.accept(builder);
    return new WriteOptions(builder);
  }

  /// The name under which the server records the owner of the written fields; empty = the client's.
  public String fieldManager() {
    return fieldManager;
  }

  /// Whether the server only answers what it would store.
  public boolean dryRun() {
    return dryRun;
  }

  /// What the server does with fields it does not know.
  public Validation validation() {
    return validation;
  }

  /// Whether an apply takes over fields that other managers own.
  public boolean force() {
    return force;
  }

  /// A copy for anything but an apply: the server refuses `force` for other writes.
  WriteOptions unforced() {
    return force ? with(o -> o.force(false)) : this;
  }

  @Override
  public void write(BiConsumer<String, String> add) {
    add.accept("fieldManager", fieldManager);
    add.accept("dryRun", dryRun ? "All" : "");
    if (validation != Validation.SERVER_DEFAULT) {
      String name = validation.name();
      add.accept("fieldValidation", name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT));
    }
    add.accept("force", force ? "true" : "");
  }

  private List<Object> parts() {
    return List.of(fieldManager, dryRun, validation, force);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WriteOptions options && parts().equals(options.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }

  @Override
  public String toString() {
    return "WriteOptions[fieldManager=%s, dryRun=%s, validation=%s, force=%s]"
        .formatted(parts().toArray());
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private String fieldManager = "";
    private boolean dryRun;
    private Validation validation = Validation.SERVER_DEFAULT;
    private boolean force;

    private Builder() {}

    /// As [WriteOptions#fieldManager].
    public Builder fieldManager(String name) {
      fieldManager = name;
      return this;
    }

    /// As [WriteOptions#dryRun].
    public Builder dryRun(boolean wanted) {
      dryRun = wanted;
      return this;
    }

    /// As [WriteOptions#validation].
    public Builder validation(Validation wanted) {
      validation = wanted;
      return this;
    }

    /// As [WriteOptions#force].
    public Builder force(boolean wanted) {
      force = wanted;
      return this;
    }
  }
}
