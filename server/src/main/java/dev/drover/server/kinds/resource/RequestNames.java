package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The names of the requests of a claim and of their alternatives: `gpu` or `gpu/large`.
record RequestNames(Set<String> names) {
  private static final String UNKNOWN =
      "must be the name of a request in the claim or the name of a request and a subrequest"
          + " separated by '/'";

  /// @param devices the part `devices` of a claim's `spec`
  static RequestNames of(TreeNode devices) {
    Set<String> names = new HashSet<>();
    for (TreeNode request : devices.items("requests")) {
      names.add(request.text("name"));
      for (TreeNode alternative : request.items("firstAvailable")) {
        names.add(request.text("name") + "/" + alternative.text("name"));
      }
    }
    return new RequestNames(names);
  }

  void check(FieldValidator reference) {
    List<String> segments = List.of(reference.text().split("/", -1));
    if (segments.size() > 2) {
      reference.invalid(reference.text(), UNKNOWN);
      return;
    }
    for (String segment : segments) {
      Names.dnsLabel(segment).forEach(complaint -> reference.invalid(segment, complaint));
    }
    if (!names.contains(reference.text())) {
      reference.invalid(reference.text(), UNKNOWN);
    }
  }
}
