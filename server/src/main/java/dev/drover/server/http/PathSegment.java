package dev.drover.server.http;

import java.util.ArrayList;
import java.util.List;

/// What a name must hold to be part of a path.
///
/// In Go: `content.IsPathSegmentName`.
public final class PathSegment {
  private PathSegment() {}

  static boolean isName(String name) {
    return complaints(name).isEmpty();
  }

  /// What is wrong with a whole name, in Kubernetes' words.
  public static List<String> complaints(String name) {
    if (name.equals(".") || name.equals("..")) {
      return List.of("may not be '" + name + "'");
    }
    return prefixComplaints(name);
  }

  /// What is wrong with the beginning of a name.
  public static List<String> prefixComplaints(String prefix) {
    List<String> complaints = new ArrayList<>();
    for (String taken : List.of("/", "%")) {
      if (prefix.contains(taken)) {
        complaints.add("may not contain '" + taken + "'");
      }
    }
    return complaints;
  }
}
