package dev.drover.server.validation;

import dev.drover.api.Names;

/// Validates references to objects of any kind.
public final class ObjectReferences {
  private ObjectReferences() {}

  /// Checks `apiGroup`, `kind` and `name`.
  public static void checkLocal(FieldValidator reference) {
    reference.child("apiGroup").ifPresent(group -> group.checkText(Names::dnsSubdomain));
    checkSegment(reference.child("kind"));
    checkSegment(reference.child("name"));
  }

  /// Checks a name that must be there and fit into a URL.
  public static void checkSegment(FieldValidator name) {
    if (name.needText()) {
      name.checkText(StringFormats::pathSegment);
    }
  }
}
