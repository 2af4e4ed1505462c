package dev.drover.server.validation;

import dev.drover.crd.engine.GoNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Checks formats of short strings that [dev.drover.api.Names] does not cover.
///
/// Each check returns the list of complaints in Kubernetes' words, empty when the text is fine.
///
/// In Go: the package `k8s.io/apimachinery/pkg/util/validation`.
public final class StringFormats {
  private static final int SUBDOMAIN_LENGTH = 253;
  private static final int PORT_NAME_LENGTH = 15;

  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";

  private static final Format WILDCARD_SUBDOMAIN =
      new Format(
          "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain,"
              + " which must consist of lower case alphanumeric characters, '-' or '.' and end with"
              + " an alphanumeric character",
          "\\*\\." + SUBDOMAIN,
          "*.example.com");
  private static final Format CONFIG_KEY =
      new Format(
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
          "[-._a-zA-Z0-9]+",
          "key.name",
          "KEY_NAME",
          "key-name");
  private static final Format PERCENT =
      new Format(
          "a valid percent string must be a numeric string followed by an ending '%'",
          "[0-9]+%", "1%", "93%");
  private static final Format HTTP_HEADER =
      new Format(
          "a valid HTTP header must consist of alphanumeric characters or '-'",
          "[-A-Za-z0-9]+",
          "X-Header-Name");
  private static final Format C_IDENTIFIER =
      new Format(
          "a valid C identifier must start with alphabetic character or '_', followed by a string"
              + " of alphanumeric characters or '_'",
          "[A-Za-z_][A-Za-z0-9_]*",
          "my_name",
          "MY_NAME",
          "MyName");
  private static final Format HTTP_PATH =
      new Format("Invalid path", "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
  private static final Pattern PORT_NAME = Pattern.compile("[-a-z0-9]+");
  private static final Pattern LETTER = Pattern.compile("[a-z]");

  private StringFormats() {}

  /// A DNS label that starts with a letter.
  ///
  /// In Go: {@index validation.IsDNS1035Label}.
  public static List<String> dns1035Label(String value) {
    return GoNames.dns1035Label(value);
  }

  /// A DNS name that stands for all names below it.
  ///
  /// In Go: {@index validation.IsWildcardDNS1123Subdomain}.
  public static List<String> wildcardSubdomain(String value) {
    List<String> complaints = tooLong(value, SUBDOMAIN_LENGTH);
    WILDCARD_SUBDOMAIN.check(value, complaints);
    return complaints;
  }

  /// The key of an entry in a config map or a secret.
  ///
  /// In Go: {@index validation.IsConfigMapKey}.
  public static List<String> configKey(String value) {
    List<String> complaints = tooLong(value, SUBDOMAIN_LENGTH);
    CONFIG_KEY.check(value, complaints);
    if (value.equals(".") || value.equals("..")) {
      complaints.add("must not be '" + value + "'");
    } else if (value.startsWith("..")) {
      complaints.add("must not start with '..'");
    }
    return complaints;
  }

  /// The name of a port.
  ///
  /// In Go: {@index validation.IsValidPortName}.
  public static List<String> portName(String value) {
    List<String> complaints = tooLong(value, PORT_NAME_LENGTH);
    if (!PORT_NAME.matcher(value).matches()) {
      complaints.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (!LETTER.matcher(value).find()) {
      complaints.add("must contain at least one letter (a-z)");
    }
    if (value.contains("--")) {
      complaints.add("must not contain consecutive hyphens");
    }
    if (value.startsWith("-") || value.endsWith("-")) {
      complaints.add("must not begin or end with a hyphen");
    }
    return complaints;
  }

  /// The number of a port.
  ///
  /// In Go: {@index validation.IsValidPortNum}.
  public static List<String> portNumber(long value) {
    return range(value, 1, 65535);
  }

  /// A number from a range, both ends included.
  ///
  /// In Go: {@index validation.IsInRange}.
  public static List<String> range(long value, long min, long max) {
    return value >= min && value <= max
        ? List.of()
        : List.of("must be between " + min + " and " + max + ", inclusive");
  }

  /// A number of percent, such as `25%`.
  ///
  /// In Go: {@index validation.IsValidPercent}.
  public static List<String> percent(String value) {
    return PERCENT.complaints(value);
  }

  /// The name of an HTTP header.
  ///
  /// In Go: {@index validation.IsHTTPHeaderName}.
  public static List<String> httpHeader(String value) {
    return HTTP_HEADER.complaints(value);
  }

  /// The path of a URL.
  public static List<String> httpPath(String value) {
    return HTTP_PATH.complaints(value);
  }

  /// An identifier as in C.
  ///
  /// In Go: {@index validation.IsCIdentifier}.
  public static List<String> cIdentifier(String value) {
    return C_IDENTIFIER.complaints(value);
  }

  /// A name that can stand in a URL: all that some kinds ask of a name.
  ///
  /// In Go: {@index path.IsValidPathSegmentName}.
  public static List<String> pathSegment(String value) {
    return GoNames.pathSegment(value);
  }

  /// How long a text is for Kubernetes, which counts bytes.
  public static int length(String value) {
    return value.getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<String> tooLong(String value, int max) {
    List<String> complaints = new ArrayList<>();
    if (length(value) > max) {
      complaints.add("must be no more than " + max + " characters");
    }
    return complaints;
  }

  /// A regular expression and how to complain about a text that does not match it.
  ///
  /// In Go: {@index validation.RegexError}.
  public static final class Format {
    private final Pattern pattern;
    private final String complaint;

    public Format(String rule, String regex, String... examples) {
      this.pattern = Pattern.compile(regex);
      StringBuilder text = new StringBuilder(rule).append(" (");
      for (int i = 0; i < examples.length; i++) {
        text.append(i == 0 ? "e.g. '" : " or '").append(examples[i]).append("', ");
      }
      this.complaint = text + "regex used for validation is '" + regex + "')";
    }

    public List<String> complaints(String value) {
      List<String> complaints = new ArrayList<>();
      check(value, complaints);
      return complaints;
    }

    private void check(String value, List<String> complaints) {
      if (!pattern.matcher(value).matches()) {
        complaints.add(complaint);
      }
    }
  }
}
