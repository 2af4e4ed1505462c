package dev.drover.schema;

import java.net.Inet6Address;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The formats of strings that schemas of custom kinds can name, with their checks.
///
/// In Go: `strfmt.Default`, as far as apiextensions lets it through.
public final class StringFormats {
  private static final String HEX8 = "[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?";
  private static final String BASE64 = "[A-Za-z0-9+/]";
  private static final int LONGEST_NUMBER = 18; // digits that fit into 64 bits
  private static final String HEX12 = "-?[0-9a-fA-F]{12}";
  private static final String BYTE = "0*(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final Pattern IPV4 = Pattern.compile("(" + BYTE + "\\.){3}" + BYTE);
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern TIME =
      Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|[+-][0-9]{2}:[0-9]{2})");
  private static final Pattern DURATION_PART = Pattern.compile("(\\d+)\\s*([A-Za-zµ]+)");

  /// Names of units, of each the last also as the beginning of a word.
  private static final List<List<String>> DURATION_UNITS =
      List.of(
          List.of("ns", "nano"),
          List.of("us", "µs", "micro"),
          List.of("ms", "milli"),
          List.of("s", "sec"),
          List.of("m", "min"),
          List.of("h", "hr", "hour"),
          List.of("d", "day"),
          List.of("w", "wk", "week"));

  private static final Map<String, Predicate<String>> ALL = all();

  private StringFormats() {}

  /// The check of a format, if anything is checked.
  public static Optional<Predicate<String>> of(String format) {
    return Optional.ofNullable(ALL.get(format.replace("-", "")));
  }

  private static Map<String, Predicate<String>> all() {
    Map<String, Predicate<String>> all = new HashMap<>();
    all.put("bsonobjectid", matches("[0-9a-fA-F]{24}"));
    all.put("uri", StringFormats::isUri);
    all.put("email", matches("[^@\\s]+@[^@\\s]+"));
    all.put("hostname", StringFormats::isHostname);
    all.put("ipv4", text -> text.contains(".") && isAddress(text));
    all.put("ipv6", text -> text.contains(":") && isAddress(text));
    all.put("cidr", StringFormats::isCidr);
    all.put("mac", matches("([0-9a-fA-F]{2}([:-]))([0-9a-fA-F]{2}\\2){4}[0-9a-fA-F]{2}"));
    all.put("uuid", matches(HEX8 + "[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}" + HEX12));
    all.put("uuid3", matches(HEX8 + "3[0-9a-fA-F]{3}-?[0-9a-fA-F]{4}" + HEX12));
    all.put("uuid4", matches(HEX8 + "4[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}" + HEX12));
    all.put("uuid5", matches(HEX8 + "5[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}" + HEX12));
    all.put("isbn", text -> isIsbn10(text) || isIsbn13(text));
    all.put("isbn10", StringFormats::isIsbn10);
    all.put("isbn13", StringFormats::isIsbn13);
    all.put("creditcard", StringFormats::isCreditCard);
    all.put("ssn", matches("\\d{3}[- ]?\\d{2}[- ]?\\d{4}"));
    all.put("hexcolor", matches("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})"));
    String part = "\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*";
    all.put("rgbcolor", matches("rgb\\(" + part + "," + part + "," + part + "\\)"));
    all.put(
        "byte",
        matches("(" + BASE64 + "{4})*(" + BASE64 + "{2}==|" + BASE64 + "{3}=|" + BASE64 + "{4})"));
    all.put("password", text -> true);
    all.put("date", StringFormats::isDate);
    all.put("duration", StringFormats::isDuration);
    all.put("datetime", StringFormats::isDateTime);
    all.put("k8sshortname", matches("(?=.{1,63}\\z)[a-z0-9]([-a-z0-9]*[a-z0-9])?"));
    all.put(
        "k8slongname",
        matches("(?=.{1,253}\\z)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"));
    return Map.copyOf(all);
  }

  private static Predicate<String> matches(String expression) {
    return Pattern.compile(expression).asMatchPredicate();
  }

  private static boolean isUri(String text) {
    return text.startsWith("/") || text.matches("[A-Za-z][A-Za-z0-9+.-]*:[^\\s\\x00-\\x1f\\x7f]+");
  }

  private static boolean isHostname(String text) {
    String letter = "[a-zA-Z0-9\\p{S}\\p{L}]";
    boolean isOne = text.matches(letter + "(-?" + letter + "{0,62})?");
    boolean isMany =
        text.matches(
            "("
                + letter
                + "([-a-zA-Z0-9\\p{S}\\p{L}]{0,61}"
                + letter
                + ")?\\.)+[a-zA-Z\\p{L}]{2,63}");
    return (isOne || isMany) && text.length() <= 255;
  }

  /// Only literals: names are not resolved.
  private static boolean isAddress(String text) {
    if (text.indexOf(':') < 0) {
      return IPV4.matcher(text).matches();
    }
    try {
      return text.matches("[0-9a-fA-F:.]+") && Inet6Address.ofLiteral(text).getAddress().length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isCidr(String text) {
    int slash = text.indexOf('/');
    String bits = slash < 0 ? "" : text.substring(slash + 1);
    int most = text.indexOf(':') < 0 ? 32 : 128;
    return bits.matches("[0-9]{1,3}")
        && Integer.parseInt(bits) <= most
        && isAddress(text.substring(0, slash));
  }

  private static boolean isIsbn10(String text) {
    String digits = text.replaceAll("[\\s-]+", "");
    if (!digits.matches("[0-9]{9}[0-9X]")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += (i + 1) * (digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0');
    }
    return sum % 11 == 0;
  }

  private static boolean isIsbn13(String text) {
    String digits = text.replaceAll("[\\s-]+", "");
    if (!digits.matches("[0-9]{13}")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 12; i++) {
      sum += (i % 2 == 0 ? 1 : 3) * (digits.charAt(i) - '0');
    }
    return (10 - sum % 10) % 10 == digits.charAt(12) - '0';
  }

  private static boolean isCreditCard(String text) {
    String digits = text.replaceAll("[^0-9]+", "");
    if (!digits.matches(
        "4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|6(011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}"
            + "|3(0[0-5]|[68][0-9])[0-9]{11}|(2131|1800|35\\d{3})\\d{11}")) {
      return false;
    }
    int sum = 0;
    for (int i = digits.length() - 1, place = 0; i >= 0; i--, place++) {
      int digit = digits.charAt(i) - '0';
      sum += place % 2 == 0 ? digit : digit * 2 / 10 + digit * 2 % 10;
    }
    return sum % 10 == 0;
  }

  private static boolean isDate(String text) {
    try {
      return DATE.matcher(text).matches() && LocalDate.parse(text).getYear() >= 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
    if (text.length() < 4 || parts.length < 2 || !isDate(parts[0])) {
      return false;
    }
    Matcher time = TIME.matcher(parts[1]);
    return time.matches()
        && Integer.parseInt(time.group(1)) <= 23
        && Integer.parseInt(time.group(2)) <= 59
        && Integer.parseInt(time.group(3)) <= 59;
  }

  /// As Go has it, or words such as `2 days`.
  private static boolean isDuration(String text) {
    if (text.matches("[+-]?(0|((\\d+\\.?\\d*|\\.\\d+)(h|m|s|ms|us|µs|μs|ns))+)")) {
      return true;
    }
    Matcher part = DURATION_PART.matcher(text);
    boolean isAny = false;
    while (part.find()) {
      if (part.group(1).length() > LONGEST_NUMBER) {
        return false;
      }
      isAny |= isUnit(part.group(2).toLowerCase(Locale.ROOT));
    }
    return isAny;
  }

  private static boolean isUnit(String word) {
    return DURATION_UNITS.stream()
        .anyMatch(names -> names.contains(word) || word.startsWith(names.getLast()));
  }
}
