package dev.drover.cel.library;

import dev.drover.cel.types.CelList;
import dev.drover.cel.types.LibraryValue;
import dev.drover.cel.types.OptionalValue;
import dev.drover.schema.StringFormats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The named formats of Kubernetes, with the errors of a malformed text.
public final class Formats {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
  private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String LABEL_VALUE = "(" + NAME + ")?";
  private static final String LABEL_TEXT =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character";
  private static final String SUBDOMAIN_TEXT =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character";
  private static final String LABEL_1035_TEXT =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
          + " alphabetic character, and end with an alphanumeric character";
  private static final String NAME_TEXT =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character";

  private static final Map<String, NamedFormat> ALL = all();

  private Formats() {}

  /// A format as a value of CEL.
  ///
  /// @param name it has in Kubernetes
  /// @param regexSize how long its pattern counts in costs
  /// @param check gives what is wrong with a text
  public record NamedFormat(String name, int regexSize, Function<String, List<String>> check)
      implements LibraryValue {
    @Override
    public String typeName() {
      return "kubernetes.NamedFormat";
    }

    @Override
    public Object isEqualTo(Object other) {
      return other instanceof NamedFormat format && format.name.equals(name);
    }
  }

  static void register(Map<String, Functions.Body> all) {
    ALL.forEach((name, format) -> all.put("format." + name, _ -> format));
    all.put("format.named", args -> args[0] instanceof String text ? named(text) : null);
    all.put("validate", args -> validate(args[0], args[1]));
  }

  private static OptionalValue named(String name) {
    NamedFormat format = ALL.get(name);
    return format == null ? OptionalValue.NONE : new OptionalValue(format);
  }

  private static @Nullable Object validate(Object value, Object argument) {
    if (!(value instanceof NamedFormat format) || !(argument instanceof String text)) {
      return null;
    }
    List<String> problems = format.check().apply(text);
    return problems.isEmpty() ? OptionalValue.NONE : new OptionalValue(CelList.of(problems));
  }

  private static Map<String, NamedFormat> all() {
    Map<String, NamedFormat> all = new LinkedHashMap<>();
    add(all, "dns1123Label", "DNS1123Label", 30, Formats::label);
    add(all, "dns1123Subdomain", "DNS1123Subdomain", 60, Formats::subdomain);
    add(all, "dns1035Label", "DNS1035Label", 30, Formats::label1035);
    add(all, "qualifiedName", "QualifiedName", 60, Formats::qualifiedName);
    add(all, "dns1123LabelPrefix", "DNS1123LabelPrefix", 30, text -> label(unmasked(text)));
    add(
        all,
        "dns1123SubdomainPrefix",
        "DNS1123SubdomainPrefix",
        60,
        text -> subdomain(unmasked(text)));
    add(all, "dns1035LabelPrefix", "DNS1035LabelPrefix", 30, text -> label1035(unmasked(text)));
    add(all, "labelValue", "LabelValue", 40, Formats::labelValue);
    add(all, "uri", "URI", 1103, Formats::uri);
    add(all, "uuid", "uuid", 72, text -> known("uuid", text, "does not match the UUID format"));
    add(all, "byte", "byte", 84, text -> known("byte", text, "invalid base64"));
    add(all, "date", "date", 72, text -> known("date", text, "invalid date"));
    add(all, "datetime", "datetime", 72, text -> known("datetime", text, "invalid datetime"));
    return Map.copyOf(all);
  }

  private static void add(
      Map<String, NamedFormat> all,
      String name,
      String shown,
      int regexSize,
      Function<String, List<String>> check) {
    all.put(name, new NamedFormat(shown, regexSize, check));
  }

  /// A generated name may end with a dash, because more follows.
  private static String unmasked(String text) {
    return text.length() > 1 && text.endsWith("-")
        ? text.substring(0, text.length() - 2) + "a"
        : text;
  }

  private static List<String> label(String text) {
    return regex(text, 63, LABEL, LABEL_TEXT, "'my-name',  or '123-abc'");
  }

  private static List<String> subdomain(String text) {
    return regex(text, 253, SUBDOMAIN, SUBDOMAIN_TEXT, "'example.com'");
  }

  private static List<String> label1035(String text) {
    return regex(text, 63, LABEL_1035, LABEL_1035_TEXT, "'my-name',  or 'abc-123'");
  }

  private static List<String> labelValue(String text) {
    return regex(
        text,
        63,
        LABEL_VALUE,
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
            + " '.', and must start and end with an alphanumeric character",
        "'MyValue',  or 'my_value',  or '12345'");
  }

  private static List<String> regex(
      String text, int longest, String regex, String what, String examples) {
    List<String> problems = new ArrayList<>();
    if (text.length() > longest) {
      problems.add("must be no more than " + longest + " bytes");
    }
    if (!text.matches(regex)) {
      problems.add(what + " (e.g. " + examples + ", regex used for validation is '" + regex + "')");
    }
    return problems;
  }

  private static List<String> qualifiedName(String text) {
    List<String> problems = new ArrayList<>();
    String[] parts = text.split("/", -1);
    String examples = "'MyName',  or 'my.name',  or '123-abc'";
    if (parts.length > 2) {
      String message = regex(" ", 63, NAME, "a valid label key " + NAME_TEXT, examples).getFirst();
      problems.add(
          message + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
      return problems;
    }
    String name = parts[parts.length - 1];
    if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        problems.add("prefix part must be non-empty");
      } else {
        subdomain(parts[0]).forEach(problem -> problems.add("prefix part " + problem));
      }
    }
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (name.length() > 63) {
      problems.add("name part must be no more than 63 bytes");
    }
    if (!name.matches(NAME)) {
      problems.addAll(regex(" ", 63, NAME, "name part " + NAME_TEXT, examples));
    }
    return problems;
  }

  private static List<String> uri(String text) {
    String problem = Urls.problem(text);
    return problem == null ? List.of() : List.of(problem);
  }

  private static List<String> known(String format, String text, String problem) {
    boolean fits = StringFormats.of(format).map(check -> check.test(text)).orElse(true);
    return fits ? List.of() : List.of(problem);
  }
}
