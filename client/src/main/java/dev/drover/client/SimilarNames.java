package dev.drover.client;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Suggests names that are similar to one that does not exist.
final class SimilarNames {
  private static final int MOST = 5;

  private SimilarNames() {}

  private record Candidate(String text, int distance) {}

  /// Up to five kinds whose names are close, the closest first: `Deployment (deployments.apps,
  /// v1)`.
  static List<String> of(MappingLookup lookup, MappingTable table) {
    String name = lookup.name().toLowerCase(Locale.ROOT);
    int limit = name.length() < 4 ? 1 : name.length() < 8 ? 2 : 3;
    return table.entries().stream()
        .map(entry -> new Candidate(text(entry), distance(name, entry)))
        .filter(candidate -> candidate.distance <= limit)
        .sorted(Comparator.comparingInt(Candidate::distance))
        .map(Candidate::text)
        .distinct()
        .limit(MOST)
        .toList();
  }

  private static String text(MappingTable.Entry entry) {
    return entry.gvk().kind()
        + " ("
        + entry.resource().groupResource()
        + ", "
        + entry.gvk().version()
        + ")";
  }

  private static int distance(String name, MappingTable.Entry entry) {
    return Stream.concat(
            Stream.of(
                entry.resource().resource(),
                entry.singular(),
                entry.gvk().kind().toLowerCase(Locale.ROOT)),
            entry.shortNames().stream())
        .mapToInt(other -> edits(name, other))
        .min()
        .orElseThrow();
  }

  /// How many letters to add, drop or change to get from one word to the other.
  static int edits(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[to.length()];
  }
}
