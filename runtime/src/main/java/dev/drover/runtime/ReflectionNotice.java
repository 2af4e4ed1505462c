package dev.drover.runtime;

import dev.drover.api.Kind;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A line for the log about kinds that are read by reflection although their build could generate
/// codecs: the JDK does not say that it skips an annotation processor on the class path.
final class ReflectionNotice {
  private ReflectionNotice() {}

  /// One line for all kinds; none if each has a codec, or no build that could make one.
  static Optional<String> of(String manager, Stream<Kind<?>> kinds) {
    List<String> names =
        kinds
            .filter(kind -> kind.usesReflection() && isBuilt(kind.type()))
            .map(kind -> kind.type().getSimpleName())
            .distinct()
            .sorted()
            .toList();
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            manager
                + " reads "
                + String.join(", ", names)
                + " by reflection, since the annotation processor did not run: name"
                + " dev.drover:drover-codegen in annotationProcessorPaths (Maven) or"
                + " annotationProcessor (Gradle); the class path is not enough since Java 23");
  }

  /// Whether a class comes from a build, which could run the processor. A source file that `java`
  /// runs does not.
  private static boolean isBuilt(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source != null
        && source.getLocation() != null
        && !source.getLocation().getPath().endsWith(".java");
  }
}
