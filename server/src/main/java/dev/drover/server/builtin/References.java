package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;

/// References to objects of any kind.
final class References {
  private References() {}

  /// Checks `apiGroup`, `kind` and `name`.
  static void checkLocal(Place reference) {
    reference.child("apiGroup").ifPresent(group -> group.checkText(Names::dnsSubdomain));
    checkSegment(reference.child("kind"));
    checkSegment(reference.child("name"));
  }

  /// Checks a name that must be there and fit into a URL.
  static void checkSegment(Place name) {
    if (name.needText()) {
      name.checkText(Formats::pathSegment);
    }
  }
}
