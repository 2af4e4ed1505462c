package dev.drover.cel.library;

import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.UInt;
import dev.drover.cel.types.Values;
import dev.drover.schema.GoQuoting;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TreeMap;

/// `format` of strings: clauses such as `%s` and `%.2f`.
///
/// In Go: `ext.parseFormatString`, second version of the strings library.
public final class FormatText {
  private static final int PRECISION = 6;

  private FormatText() {}

  /// What formats an argument, or checks that it could be.
  public interface Clauses {
    /// How many arguments there are.
    int count();

    /// The text of an argument.
    ///
    /// @throws Failure if it does not fit the clause
    String text(int argument, char clause, int precision);
  }

  /// Why something cannot be formatted.
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long id;

    public Failure(String message, long id) {
      super(message, null, false, false);
      this.id = id;
    }

    /// The expression it is about, or -1.
    public long id() {
      return id;
    }
  }

  static Object format(String format, CelList arguments) {
    try {
      return apply(format, new OfValues(arguments));
    } catch (Failure e) {
      return new CelError(String.valueOf(e.getMessage()));
    }
  }

  private record OfValues(CelList arguments) implements Clauses {
    @Override
    public int count() {
      return arguments.size();
    }

    @Override
    public String text(int argument, char clause, int precision) {
      return FormatText.text(arguments.get(argument), clause, precision);
    }
  }

  /// Fills in the arguments.
  public static String apply(String format, Clauses clauses) {
    StringBuilder text = new StringBuilder();
    int argument = 0;
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i++);
      if (c != '%') {
        text.append(c);
        continue;
      }
      if (i < format.length() && format.charAt(i) == '%') {
        text.append('%');
        i++;
        continue;
      }
      boolean ends = i >= format.length();
      if (argument >= clauses.count() && !(ends && clauses.count() == 0)) {
        throw new Failure("index " + argument + " out of range", -1);
      }
      if (ends) {
        throw new Failure("unexpected end of string", -1);
      }
      int precision = PRECISION;
      if (format.charAt(i) == '.') {
        int end = ++i;
        while (end < format.length() && Character.isDigit(format.charAt(end))) {
          end++;
        }
        precision = precision(format, i, end);
        i = end;
      }
      char clause = format.charAt(i++);
      if ("sdfebxXo".indexOf(clause) < 0) {
        throw new Failure(
            "could not parse formatting clause: unrecognized formatting clause \"" + clause + "\"",
            -1);
      }
      try {
        text.append(clauses.text(argument++, clause, precision));
      } catch (Failure e) {
        throw new Failure("error during formatting: " + e.getMessage(), e.id());
      }
    }
    return text.toString();
  }

  private static int precision(String format, int start, int end) {
    String prefix = "could not parse formatting clause: error while parsing precision: ";
    if (end >= format.length()) {
      throw new Failure(prefix + "could not find end of precision specifier", -1);
    }
    String digits = format.substring(start, end);
    try {
      return Math.min(Integer.parseInt(digits), 1_000);
    } catch (NumberFormatException _) {
      String why = digits.isEmpty() ? "invalid syntax" : "value out of range";
      throw new Failure(
          prefix
              + "error while converting precision to integer: strconv.Atoi: parsing \""
              + digits
              + "\": "
              + why,
          -1);
    }
  }

  /// The complaint that a value of a type does not fit a clause.
  public static String misfit(char clause, String type) {
    String what =
        switch (clause) {
          case 's' ->
              "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists,"
                  + " types, durations, and timestamps";
          case 'd' -> "decimal clause can only be used on integers";
          case 'f' -> "fixed-point clause can only be used on doubles";
          case 'e' -> "scientific clause can only be used on doubles";
          case 'b' -> "only integers and bools can be formatted as binary";
          case 'o' -> "octal clause can only be used on integers";
          default -> "only integers, byte buffers, and strings can be formatted as hex";
        };
    return what + ", was given " + type;
  }

  private static String text(Object value, char clause, int precision) {
    return switch (clause) {
      case 's' -> string(value);
      case 'd' ->
          value instanceof Long || value instanceof UInt ? value.toString() : fail(clause, value);
      case 'f' -> fixed(number(value, clause), precision);
      case 'e' -> scientific(number(value, clause));
      case 'b' -> value instanceof Boolean bool ? (bool ? "1" : "0") : integer(value, clause, 2);
      case 'o' -> integer(value, clause, 8);
      default -> hex(value, clause);
    };
  }

  private static String fail(char clause, Object value) {
    throw new Failure(misfit(clause, Values.type(value).name()), -1);
  }

  private static double number(Object value, char clause) {
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof String text
        && (text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity"))) {
      return Double.parseDouble(text);
    }
    throw new Failure(misfit(clause, Values.type(value).name()), -1);
  }

  private static String integer(Object value, char clause, int radix) {
    return switch (value) {
      case Long number -> Long.toString(number, radix);
      case UInt(long bits) -> Long.toUnsignedString(bits, radix);
      default -> fail(clause, value);
    };
  }

  private static String hex(Object value, char clause) {
    String text =
        switch (value) {
          case String string -> HexFormat.of().formatHex(string.getBytes(StandardCharsets.UTF_8));
          case Bytes bytes -> HexFormat.of().formatHex(bytes.content());
          default -> integer(value, clause, 16);
        };
    return clause == 'X' ? text.toUpperCase(Locale.ROOT) : text;
  }

  /// With separators of thousands, as the locale en_US has them.
  private static String fixed(double number, int precision) {
    String special = special(number);
    if (special != null) {
      return special;
    }
    DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.US));
    format.setMinimumFractionDigits(precision);
    format.setMaximumFractionDigits(precision);
    format.setRoundingMode(RoundingMode.HALF_EVEN);
    return format.format(new BigDecimal(number));
  }

  private static @org.jspecify.annotations.Nullable String special(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    return Double.isInfinite(number) ? (number > 0 ? "∞" : "-∞") : null;
  }

  /// Six digits, whatever the precision: Go's clause makes a width of it.
  private static String scientific(double number) {
    String special = special(number);
    if (special != null) {
      return special;
    }
    String text = String.format(Locale.ROOT, "%.6e", new BigDecimal(number));
    int e = text.indexOf('e');
    StringBuilder exponent = new StringBuilder();
    for (char c : text.substring(e + 1).toCharArray()) {
      exponent.append(c == '+' ? "" : c == '-' ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0') + "");
    }
    return text.substring(0, e) + "×10" + exponent;
  }

  private static String string(Object value) {
    return switch (value) {
      case CelList list -> list(list);
      case CelMap map -> map(map);
      case NullValue _ -> "null";
      case CelType type -> type.name();
      case Boolean _, Long _, UInt _, Double _, String _, Bytes _, Duration _, OffsetDateTime _ -> {
        Object text = Conversions.toText(value);
        yield text instanceof String string ? string : value.toString();
      }
      default -> fail('s', value);
    };
  }

  /// As an element of a list or map.
  private static String nested(Object value) {
    return switch (value) {
      case String text -> GoQuoting.quote(text);
      case Bytes bytes -> "b" + GoQuoting.quote(bytes.toString());
      case Duration _ -> "duration(" + GoQuoting.quote(string(value)) + ")";
      case OffsetDateTime _ -> "timestamp(" + GoQuoting.quote(string(value)) + ")";
      case Double number -> {
        String text =
            Double.isFinite(number)
                ? new BigDecimal(number).setScale(PRECISION, RoundingMode.HALF_EVEN).toPlainString()
                : Texts.plain(number);
        yield Double.isFinite(number) ? text : GoQuoting.quote(text);
      }
      case Boolean _, Long _, UInt _, NullValue _, CelType _, CelList _, CelMap _ -> string(value);
      default -> throw new Failure("no formatting function for " + Values.type(value).name(), -1);
    };
  }

  private static String list(CelList list) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < list.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(nested(list.get(i)));
    }
    return text.append("]").toString();
  }

  private static String map(CelMap map) {
    TreeMap<String, String> entries = new TreeMap<>();
    for (Object key : map.keys()) {
      Object value = map.find(key);
      if (!(key instanceof String
          || key instanceof Boolean
          || key instanceof Long
          || key instanceof UInt)) {
        throw new Failure(
            "no formatting function for map key of type " + Values.type(key).name(), -1);
      }
      entries.put(nested(key), value == null ? "" : nested(value));
    }
    StringBuilder text = new StringBuilder("{");
    entries.forEach(
        (key, value) ->
            text.append(text.length() == 1 ? "" : ", ").append(key).append(":").append(value));
    return text.append("}").toString();
  }
}
