package dev.drover.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds what the guide's page on troubleshooting says about an error: the entry whose texts all
/// occur in the message, and the most of them.
///
/// ```
/// | `there is no context '…' in …` | why | `--context NAME` |      an entry: "…" stands for names
/// ```
final class Remedies {
  private static final Pattern ROW = Pattern.compile("\\| (.*) \\| (.*) \\| (.*) \\|");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final int SHORTEST = 6; // of the texts of an entry

  private final List<Entry> entries;

  /// An entry of the page.
  ///
  /// @param texts all of which a message has
  private record Entry(String section, List<Pattern> texts, String remedy) {
    boolean isAbout(String message) {
      return texts.stream().allMatch(text -> text.matcher(message).find());
    }

    int weight() {
      return texts.stream().mapToInt(text -> text.pattern().length()).sum();
    }
  }

  private Remedies(List<Entry> entries) {
    this.entries = entries;
  }

  /// Those of the page that this program was built with.
  static Remedies ofTheGuide() {
    try (InputStream in = Remedies.class.getResourceAsStream("troubleshooting.md")) {
      return in == null
          ? new Remedies(List.of())
          : parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the page on troubleshooting", e);
    }
  }

  static Remedies parse(String page) {
    List<Entry> entries = new ArrayList<>();
    String section = "";
    for (String line : page.lines().toList()) {
      if (line.startsWith("## ")) {
        section = line.substring(3);
      }
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        List<Pattern> texts =
            CODE.matcher(row.group(1)).results().flatMap(code -> text(code.group(1))).toList();
        if (!texts.isEmpty()) {
          entries.add(new Entry(section, texts, row.group(3)));
        }
      }
    }
    return new Remedies(entries);
  }

  /// What a text of the page matches; none if too little of it is fixed.
  private static Stream<Pattern> text(String text) {
    String fixed = text.replace("…", "");
    if (fixed.strip().length() < SHORTEST) {
      return Stream.empty();
    }
    StringBuilder pattern = new StringBuilder();
    for (String part : text.split("…", -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*?").append(Pattern.quote(part.strip()));
    }
    return Stream.of(Pattern.compile(pattern.toString(), Pattern.DOTALL));
  }

  /// What to do about an error, with the place in the guide.
  Optional<String> of(String message) {
    return entries.stream()
        .filter(entry -> entry.isAbout(message))
        .max(Comparator.comparingInt(Entry::weight))
        .map(
            entry ->
                "What to do: "
                    + entry.remedy
                    + (message.contains("docs/troubleshooting.md#")
                        ? ""
                        : " (docs/troubleshooting.md#" + anchor(entry.section) + ")"));
  }

  int size() {
    return entries.size();
  }

  private static String anchor(String section) {
    return section.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }
}
