package dev.drover.client;

import java.util.Locale;
import java.util.function.BiConsumer;

/// How to write: in whose name, for real or not, how strictly.
///
/// @param fieldManager the name under which the server notes who set which fields; empty = the
///   client's
/// @param dryRun whether the server only says what it would do
/// @param validation what the server does with fields it does not know
/// @param force whether an apply takes over fields that others own
public record WriteOptions(
    String fieldManager, boolean dryRun, Validation validation, boolean force)
    implements QueryParameters {
  /// For real, as the server does by default.
  public static final WriteOptions DEFAULT =
      new WriteOptions("", false, Validation.SERVER_DEFAULT, false);

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

  /// A copy in the name of this manager.
  public WriteOptions withFieldManager(String manager) {
    return new WriteOptions(manager, dryRun, validation, force);
  }

  /// A copy that changes nothing on the server.
  public WriteOptions asDryRun() {
    return new WriteOptions(fieldManager, true, validation, force);
  }

  /// A copy with this validation.
  public WriteOptions withValidation(Validation changed) {
    return new WriteOptions(fieldManager, dryRun, changed, force);
  }

  /// A copy that takes over fields that others own.
  public WriteOptions forced() {
    return new WriteOptions(fieldManager, dryRun, validation, true);
  }

  /// A copy for anything but an apply: the server refuses to force what is no question of owners.
  WriteOptions unforced() {
    return force ? new WriteOptions(fieldManager, dryRun, validation, false) : this;
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
}
