package dev.drover.server.admission;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The pod security levels of a namespace, from its labels.
///
/// In Go: `api.Policy` of `k8s.io/pod-security-admission`.
///
/// @param enforce what pods must be
/// @param audit what they should be, else the audit log says so
/// @param warn what they should be, else the client is warned
/// @param errors what is wrong with the labels; the levels are then on the safe side
record PodSecurityPolicy(Standard enforce, Standard audit, Standard warn, List<FieldError> errors) {
  private static final String PREFIX = "pod-security.kubernetes.io/";

  /// From lax to strict.
  enum Level {
    PRIVILEGED,
    BASELINE,
    RESTRICTED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A level as a version of Kubernetes defines it.
  ///
  /// @param minor of the version; [#LATEST] for whatever is newest
  record Standard(Level level, int minor) {
    static final int LATEST = Integer.MAX_VALUE;

    @Override
    public String toString() {
      return level + ":" + (minor == LATEST ? "latest" : "v1." + minor);
    }
  }

  static PodSecurityPolicy of(Map<String, String> labels) {
    Reader reader = new Reader(labels);
    Level enforced = reader.level("enforce", Level.RESTRICTED);
    int enforcedVersion = reader.version("enforce-version");
    Standard audited =
        new Standard(reader.level("audit", Level.PRIVILEGED), reader.version("audit-version"));
    Level warned = reader.level("warn", Level.PRIVILEGED);
    int warnedVersion = reader.version("warn-version");
    boolean isWarnGiven = labels.containsKey(PREFIX + "warn");
    if (!isWarnGiven && reader.isValidLevel("enforce") && enforced.compareTo(warned) > 0) {
      warned = enforced;
      if (!labels.containsKey(PREFIX + "warn-version")) {
        warnedVersion = enforcedVersion;
      }
    }
    return new PodSecurityPolicy(
        new Standard(enforced, enforcedVersion),
        audited,
        new Standard(warned, warnedVersion),
        List.copyOf(reader.errors));
  }

  boolean isPrivileged() {
    return errors.isEmpty()
        && enforce.level == Level.PRIVILEGED
        && audit.level == Level.PRIVILEGED
        && warn.level == Level.PRIVILEGED;
  }

  /// Reads labels, and complains about them.
  private static final class Reader {
    private static final Pattern VERSION = Pattern.compile("v1\\.([0-9]|[1-9][0-9]*)");
    private static final int MOST_DIGITS = 9;

    private final Map<String, String> labels;
    private final List<FieldError> errors = new ArrayList<>();

    Reader(Map<String, String> labels) {
      this.labels = labels;
    }

    Level level(String name, Level otherwise) {
      String text = labels.get(PREFIX + name);
      if (text == null) {
        return Level.PRIVILEGED;
      }
      Level known = known(text);
      if (known == null) {
        complain(name, text, "must be one of privileged, baseline, restricted");
        return otherwise;
      }
      return known;
    }

    boolean isValidLevel(String name) {
      String text = labels.get(PREFIX + name);
      return text != null && known(text) != null;
    }

    private static @Nullable Level known(String text) {
      for (Level level : Level.values()) {
        if (level.toString().equals(text)) {
          return level;
        }
      }
      return null;
    }

    int version(String name) {
      String text = labels.get(PREFIX + name);
      if (text == null || text.equals("latest")) {
        return Standard.LATEST;
      }
      Matcher matcher = VERSION.matcher(text);
      if (matcher.matches() && matcher.group(1).length() <= MOST_DIGITS) {
        return Integer.parseInt(matcher.group(1));
      }
      complain(name, text, "must be \"latest\" or \"v1.x\"");
      return Standard.LATEST;
    }

    private void complain(String name, String text, String detail) {
      errors.add(
          FieldError.invalid(FieldPath.of("metadata", "labels").key(PREFIX + name), text, detail));
    }
  }
}
