package dev.drover.api;

import java.util.ArrayList;
import java.util.List;

/// Checks names, label keys and label values by Kubernetes' rules, with Kubernetes' messages.
///
/// Each check returns the list of complaints, empty when the text is fine. The messages quote the
/// regular expressions of Kubernetes, but none is run: each rule is one pass over the characters.
///
/// ```java
/// List<String> problems = Names.dnsLabel(name);
/// if (!problems.isEmpty()) {
///   throw new IllegalArgumentException(name + ": " + String.join("; ", problems));
/// }
/// ```
public final class Names {
  private static final int LABEL_LENGTH = 63;
  private static final int SUBDOMAIN_LENGTH = 253;

  private static final String LABEL_REGEX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN_REGEX = LABEL_REGEX + "(\\." + LABEL_REGEX + ")*";
  private static final String KEY_REGEX = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

  private static final String LABEL_RULE =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', "
          + regex(LABEL_REGEX);
  private static final String SUBDOMAIN_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', "
          + regex(SUBDOMAIN_REGEX);
  private static final String KEY_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', "
          + regex(KEY_REGEX);
  private static final String VALUE_RULE =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', "
          + regex("(" + KEY_REGEX + ")?");

  private Names() {}

  private static String regex(String regex) {
    return "regex used for validation is '" + regex + "')";
  }

  /// A DNS label, which names a namespace or a service.
  ///
  /// In Go: {@index validation.IsDNS1123Label}.
  public static List<String> dnsLabel(String value) {
    var complaints = new ArrayList<String>(2);
    checkLength(complaints, "", value, LABEL_LENGTH, "characters");
    if (!isDnsLabel(value, 0, value.length())) {
      complaints.add(isDnsSubdomain(value) ? "must not contain dots" : LABEL_RULE);
    }
    return complaints;
  }

  /// A DNS subdomain, which names most objects.
  ///
  /// In Go: {@index validation.IsDNS1123Subdomain}.
  public static List<String> dnsSubdomain(String value) {
    return dnsSubdomain("", value, "characters");
  }

  // Kubernetes counts "characters" for a name and "bytes" for the prefix of a label key; it means
  // bytes in both.
  private static List<String> dnsSubdomain(String prefix, String value, String unit) {
    var complaints = new ArrayList<String>(2);
    checkLength(complaints, prefix, value, SUBDOMAIN_LENGTH, unit);
    if (!isDnsSubdomain(value)) {
      complaints.add(prefix + SUBDOMAIN_RULE);
    }
    return complaints;
  }

  /// The key of a label or an annotation: a name, or a DNS subdomain, a slash and a name.
  ///
  /// In Go: {@index validation.IsQualifiedName}.
  public static List<String> qualifiedName(String value) {
    var complaints = new ArrayList<String>(2);
    int slash = value.indexOf('/');
    if (value.indexOf('/', slash + 1) >= 0) {
      complaints.add(
          "a valid label key "
              + KEY_RULE
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
      return complaints;
    }
    if (slash == 0) {
      complaints.add("prefix part must be non-empty");
    } else if (slash > 0) {
      complaints.addAll(dnsSubdomain("prefix part ", value.substring(0, slash), "bytes"));
    }
    String name = value.substring(slash + 1);
    if (name.isEmpty()) {
      complaints.add("name part must be non-empty");
    }
    checkLength(complaints, "name part ", name, LABEL_LENGTH, "bytes");
    if (!isName(name)) {
      complaints.add("name part " + KEY_RULE);
    }
    return complaints;
  }

  /// The value of a label, which may be empty.
  ///
  /// In Go: {@index validation.IsValidLabelValue}.
  public static List<String> labelValue(String value) {
    var complaints = new ArrayList<String>(2);
    checkLength(complaints, "", value, LABEL_LENGTH, "bytes");
    if (!value.isEmpty() && !isName(value)) {
      complaints.add(VALUE_RULE);
    }
    return complaints;
  }

  private static void checkLength(
      List<String> complaints, String prefix, String value, int limit, String unit) {
    if (utf8Length(value) > limit) {
      complaints.add(prefix + "must be no more than " + limit + " " + unit);
    }
  }

  private static int utf8Length(String value) {
    int length = value.length();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      // A surrogate pair is two chars and four bytes, so one more byte for each half.
      length += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return length;
  }

  private static boolean isDnsSubdomain(String value) {
    int start = 0;
    for (int dot; (dot = value.indexOf('.', start)) >= 0; start = dot + 1) {
      if (!isDnsLabel(value, start, dot)) {
        return false;
      }
    }
    return isDnsLabel(value, start, value.length());
  }

  private static boolean isDnsLabel(String value, int from, int to) {
    if (from == to || value.charAt(from) == '-' || value.charAt(to - 1) == '-') {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      if (!(isLower(c) || isDigit(c) || c == '-')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isName(String value) {
    if (value.isEmpty()
        || !isAlphanumeric(value.charAt(0))
        || !isAlphanumeric(value.charAt(value.length() - 1))) {
      return false;
    }
    for (int i = 1; i < value.length() - 1; i++) {
      char c = value.charAt(i);
      if (!(isAlphanumeric(c) || c == '-' || c == '_' || c == '.')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return isLower(c) || c >= 'A' && c <= 'Z' || isDigit(c);
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
