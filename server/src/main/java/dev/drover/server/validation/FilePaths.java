package dev.drover.server.validation;

import java.util.Arrays;

/// Paths of files inside volumes and on nodes.
public final class FilePaths {
  private FilePaths() {}

  /// A path below some folder: relative, and never upwards.
  public static void checkDescending(FieldValidator path) {
    if (path.text().startsWith("/")) {
      path.invalid("must be a relative path");
    }
    checkNoBacksteps(path);
  }

  /// A path with no step upwards.
  public static void checkNoBacksteps(FieldValidator path) {
    if (hasBacksteps(path.text())) {
      path.invalid("must not contain '..'");
    }
  }

  public static boolean hasBacksteps(String path) {
    return Arrays.asList(path.split("/", -1)).contains("..");
  }

  /// Whether a path leads to the root, if in a roundabout way.
  public static boolean isRoot(String path) {
    int depth = 0;
    for (String step : path.split("/", -1)) {
      switch (step) {
        case "", "." -> {}
        case ".." -> depth = Math.max(0, depth - 1);
        default -> depth++;
      }
    }
    return path.startsWith("/") && depth == 0;
  }

  /// A descending path that does not begin with two dots, which kubelets keep to themselves.
  public static void checkNotReserved(FieldValidator path) {
    checkDescending(path);
    if (path.text().startsWith("..") && !path.text().startsWith("../")) {
      path.invalid("must not start with '..'");
    }
  }

  /// The access rights of a file, if they are given.
  public static void checkMode(FieldValidator mode) {
    if (mode.number() < 0 || mode.number() > 0777) {
      mode.invalid("must be a number between 0 and 0777 (octal), both inclusive");
    }
  }
}
