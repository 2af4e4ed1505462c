package dev.drover.cel.eval;

import dev.drover.cel.types.CelList;
import java.util.ArrayList;
import java.util.List;

/// The list that a loop builds: adding to it changes it. Only the loop sees it.
final class GrowingList implements CelList {
  private final List<Object> elements = new ArrayList<>();

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public Object get(int index) {
    return elements.get(index);
  }

  @Override
  public CelList plus(CelList other) {
    for (int i = 0; i < other.size(); i++) {
      elements.add(other.get(i));
    }
    return this;
  }

  CelList frozen() {
    return CelList.of(List.copyOf(elements));
  }
}
