package dev.drover.cel.parser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The text of an expression and the places of its nodes, counted in code points.
public final class Source {
  public static final int NOWHERE = -1;

  private final int[] codePoints;
  private final List<Integer> lineStarts = new ArrayList<>(List.of(0));
  private final Map<Long, Integer> offsets = new HashMap<>();
  private long lastId;

  public Source(String text) {
    codePoints = text.codePoints().toArray();
    for (int i = 0; i < codePoints.length; i++) {
      if (codePoints[i] == '\n') {
        lineStarts.add(i + 1);
      }
    }
  }

  public int length() {
    return codePoints.length;
  }

  int at(int offset) {
    return offset < codePoints.length ? codePoints[offset] : -1;
  }

  String text(int from, int to) {
    return new String(codePoints, from, Math.min(to, codePoints.length) - from);
  }

  /// How many nodes there are so far.
  long size() {
    return lastId;
  }

  long newId(int offset) {
    offsets.put(++lastId, offset);
    return lastId;
  }

  public int offset(long id) {
    return offsets.getOrDefault(id, NOWHERE);
  }

  int line(int offset) {
    int line = 0;
    while (line + 1 < lineStarts.size() && lineStarts.get(line + 1) <= offset) {
      line++;
    }
    return line + 1;
  }

  int column(int offset) {
    return offset - lineStarts.get(line(offset) - 1);
  }

  String lineText(int line) {
    int from = lineStarts.get(line - 1);
    int to = line < lineStarts.size() ? lineStarts.get(line) - 1 : codePoints.length;
    return text(from, to);
  }
}
