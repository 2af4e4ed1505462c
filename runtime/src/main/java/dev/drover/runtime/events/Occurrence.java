package dev.drover.runtime.events;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.model.core.v1.ObjectReference;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A recorded event, before it is decided how it is written.
///
/// @param serial a number of its own, near the nanoseconds since 1970
/// @param nanos by the clock that does not jump
/// @param at by the clock of the day
record Occurrence(
    ObjectReference regarding,
    @Nullable ObjectReference related,
    Type type,
    String reason,
    String action,
    String note,
    long serial,
    long nanos,
    Instant at) {
  // What the server takes, in bytes.
  private static final int LONGEST_NOTE = 1024;
  private static final Pattern SUBDOMAIN = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");
  private static final int LONGEST_NAME = 253;

  /// The two types of events that there are.
  enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    final String text;

    Type(String text) {
      this.text = text;
    }
  }

  static ObjectReference reference(KubernetesObject object) {
    var gvk = Kind.ofObject(object).gvk();
    return ObjectReference.builder()
        .apiVersion(gvk.groupVersion().toString())
        .kind(gvk.kind())
        .namespace(object.namespace().isEmpty() ? null : object.namespace())
        .name(object.name())
        .uid(object.metadata().uid().isEmpty() ? null : object.metadata().uid())
        .resourceVersion(
            object.metadata().resourceVersion().isEmpty()
                ? null
                : object.metadata().resourceVersion())
        .build();
  }

  /// As much of a note as the server takes.
  static String cut(String note) {
    byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= LONGEST_NOTE) {
      return note;
    }
    int end = LONGEST_NOTE - 3;
    while ((bytes[end] & 0xC0) == 0x80) {
      end--; // not within a character
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + "...";
  }

  /// Where the event is written: with its object, and those of the cluster in `default`.
  String namespace() {
    String namespace = regarding.namespace();
    return namespace == null ? "default" : namespace;
  }

  /// A name for the event.
  String name() {
    String name = regarding.name() + "." + Long.toHexString(serial);
    return name.length() <= LONGEST_NAME && SUBDOMAIN.matcher(name).matches()
        ? name
        : new UUID(serial, serial * 0x9E3779B97F4A7C15L).toString();
  }
}
