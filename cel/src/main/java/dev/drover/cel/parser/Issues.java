package dev.drover.cel.parser;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// The errors of an expression, each with its place.
///
/// In Go: `common.Errors`.
public final class Issues {
  private static final int REPORTED = 100;
  private static final int LONGEST_SNIPPET = 16_384;

  private final Source source;
  private final List<Issue> issues = new ArrayList<>();
  private int count;

  public Issues(Source source) {
    this.source = source;
  }

  private record Issue(int offset, String message) {}

  public void add(long id, String message) {
    addAt(source.offset(id), message);
  }

  void addAt(int offset, String message) {
    if (++count <= REPORTED) {
      issues.add(new Issue(offset, message));
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /// All of them in the order of their places, as Go prints them.
  public String display() {
    String text =
        issues.stream()
            .sorted(Comparator.comparingInt(Issue::offset))
            .map(this::display)
            .collect(Collectors.joining("\n"));
    return count > REPORTED
        ? text + "\n" + (count - REPORTED) + " more errors were truncated"
        : text;
  }

  private String display(Issue issue) {
    if (issue.offset() == Source.NOWHERE) {
      return "ERROR: <input>:-1:0: " + issue.message();
    }
    int line = source.line(issue.offset());
    int column = source.column(issue.offset());
    String text = "ERROR: <input>:" + line + ":" + (column + 1) + ": " + issue.message();
    String snippet = source.lineText(line).replace('\t', ' ');
    if (snippet.length() > LONGEST_SNIPPET) {
      return text;
    }
    int[] points = snippet.codePoints().toArray();
    StringBuilder mark = new StringBuilder();
    for (int i = 0; i < column && i < points.length; i++) {
      mark.append(points[i] > 127 ? '\uff0e' : '.');
    }
    mark.append(column < points.length && points[column] > 127 ? '\uff3e' : '^');
    return text + "\n | " + snippet + "\n | " + mark;
  }
}
