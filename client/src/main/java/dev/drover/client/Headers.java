package dev.drover.client;

import dev.drover.api.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// The headers of a request or an answer: names in any case, several values each, in order.
/// Immutable.
///
/// ```java
/// Headers headers = Headers.EMPTY.with("Accept", "application/json").plus("X-Team", "shop");
/// String accept = headers.first("accept").orElse("*/*");
/// ```
public final class Headers {
  /// No headers.
  public static final Headers EMPTY = new Headers(List.of());

  private record Line(String name, String value) {}

  private final List<Line> lines;

  private Headers(List<Line> lines) {
    this.lines = lines;
  }

  /// The first value of a header.
  public Optional<String> first(String name) {
    for (Line line : lines) {
      if (line.name.equalsIgnoreCase(name)) {
        return Optional.of(line.value);
      }
    }
    return Optional.empty();
  }

  /// All values of a header.
  public List<String> all(String name) {
    List<String> values = new ArrayList<>();
    for (Line line : lines) {
      if (line.name.equalsIgnoreCase(name)) {
        values.add(line.value);
      }
    }
    return List.copyOf(values);
  }

  /// A copy in which these are the only values of a header.
  ///
  /// @throws IllegalArgumentException when the name or a value could end the header early
  public Headers with(String name, String... values) {
    List<Line> copy = new ArrayList<>(lines);
    copy.removeIf(line -> line.name.equalsIgnoreCase(name));
    for (String value : values) {
      copy.add(new Line(checkedName(name), checkedValue(name, value)));
    }
    return new Headers(List.copyOf(copy));
  }

  /// A copy with one more value of a header.
  ///
  /// @throws IllegalArgumentException when the name or the value could end the header early
  public Headers plus(String name, String value) {
    List<Line> copy = new ArrayList<>(lines);
    copy.add(new Line(checkedName(name), checkedValue(name, value)));
    return new Headers(List.copyOf(copy));
  }

  /// Headers that arrive one after the other.
  static final class Collector {
    private final List<Line> lines = new ArrayList<>(16);

    /// @throws IllegalArgumentException when the name or the value could end the header early
    void add(String name, String value) {
      lines.add(new Line(checkedName(name), checkedValue(name, value)));
    }

    int size() {
      return lines.size();
    }

    Headers collected() {
      return new Headers(List.copyOf(lines));
    }
  }

  private static String checkedName(String name) {
    boolean good = !name.isEmpty();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      good &= c > ' ' && c < 0x7F && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
    if (!good) {
      throw new IllegalArgumentException(
          "'" + PrintableText.of(name) + "' cannot be the name of a header");
    }
    return name;
  }

  /// White space around a value is no part of it, and HTTP/2 does not allow it.
  private static String checkedValue(String name, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c > 0xFF || c == 0x7F) {
        throw new IllegalArgumentException(
            "the value of header "
                + name
                + " has a character that is not allowed, at position "
                + i);
      }
    }
    return value.strip();
  }

  /// Calls `each` with every name and value, in order.
  public void forEach(BiConsumer<String, String> each) {
    for (Line line : lines) {
      each.accept(line.name, line.value);
    }
  }

  /// The names only: values may be credentials.
  @Override
  public String toString() {
    return lines.stream().map(Line::name).toList().toString();
  }
}
