package dev.drover.cel.types;

import java.util.ArrayList;
import java.util.List;

/// A list: elements are made when they are read.
public interface CelList {
  int size();

  Object get(int index);

  /// The list with the elements of `other` after its own.
  default CelList plus(CelList other) {
    List<Object> all = new ArrayList<>(size() + other.size());
    for (int i = 0; i < size(); i++) {
      all.add(get(i));
    }
    for (int i = 0; i < other.size(); i++) {
      all.add(other.get(i));
    }
    return of(all);
  }

  /// Boolean, or an error.
  default Object isEqualTo(Object other) {
    if (!(other instanceof CelList list)) {
      return false;
    }
    if (size() != list.size()) {
      return false;
    }
    for (int i = 0; i < size(); i++) {
      if (Values.equal(get(i), list.get(i)).equals(false)) {
        return false;
      }
    }
    return true;
  }

  /// Whether an element is equal to `value`; an error where comparing gave one and no element is.
  default Object contains(Object value) {
    Object error = null;
    for (int i = 0; i < size(); i++) {
      Object same = Values.equal(get(i), value);
      if (same.equals(true)) {
        return true;
      }
      if (error == null && same instanceof CelError) {
        error = same;
      }
    }
    return error == null ? false : error;
  }

  static CelList of(List<?> elements) {
    return new ListValue(elements);
  }

  /// Elements that are values already.
  record ListValue(List<?> elements) implements CelList {
    @Override
    public int size() {
      return elements.size();
    }

    @Override
    public Object get(int index) {
      return elements.get(index);
    }
  }
}
