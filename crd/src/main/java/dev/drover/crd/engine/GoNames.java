package dev.drover.crd.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Rules for names that are part of a path or a kind, in Kubernetes' words.
public final class GoNames {
  private static final int LABEL_LENGTH = 63;
  private static final Pattern LABEL_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final String NOT_LABEL_1035 =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
          + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
          + " 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

  private GoNames() {}

  /// A part of a path.
  ///
  /// In Go: `path.IsValidPathSegmentName`.
  public static List<String> pathSegment(String value) {
    if (value.equals(".") || value.equals("..")) {
      return List.of("may not be '" + value + "'");
    }
    return pathPrefix(value);
  }

  /// The beginning of a part of a path.
  public static List<String> pathPrefix(String value) {
    return Stream.of("/", "%")
        .filter(value::contains)
        .map(it -> "may not contain '" + it + "'")
        .toList();
  }

  /// A DNS label that begins with a letter.
  ///
  /// In Go: `validation.IsDNS1035Label`.
  public static List<String> dns1035Label(String value) {
    List<String> complaints = new ArrayList<>();
    if (length(value) > LABEL_LENGTH) {
      complaints.add("must be no more than " + LABEL_LENGTH + " characters");
    }
    if (!LABEL_1035.matcher(value).matches()) {
      complaints.add(NOT_LABEL_1035);
    }
    return complaints;
  }

  /// How long a text is for Kubernetes, which counts bytes.
  static int length(String value) {
    return value.getBytes(StandardCharsets.UTF_8).length;
  }
}
