package dev.drover.runtime.admission;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Brings warnings into the form in which an API server hands them on, so that what is lost on the
/// way is lost by a rule and not by surprise.
///
/// Each warning occurs once and has one line: a server drops those with line breaks. As soon as all
/// of them together are longer than 4096 characters, each is cut at 256, and those after the first
/// 4096 characters are left out.
public final class Warnings {
  private static final int ALL = 4096;
  private static final int ONE = 256;

  private Warnings() {}

  public static List<String> of(Collection<String> said) {
    Set<String> lines = new LinkedHashSet<>();
    said.forEach(text -> lines.add(text.replaceAll("\\p{Cntrl}+", " ").strip()));
    lines.remove("");
    int length = lines.stream().mapToInt(Warnings::length).sum();
    return length <= ALL ? List.copyOf(lines) : cut(lines);
  }

  private static List<String> cut(Set<String> lines) {
    List<String> kept = new ArrayList<>();
    int length = 0;
    for (String line : lines) {
      if (length >= ALL) {
        break;
      }
      String part = length(line) <= ONE ? line : line.substring(0, line.offsetByCodePoints(0, ONE));
      length += length(part);
      kept.add(part);
    }
    return kept;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
