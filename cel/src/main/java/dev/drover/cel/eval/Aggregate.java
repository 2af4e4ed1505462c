package dev.drover.cel.eval;

import dev.drover.cel.library.Texts;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.ObjectValue;
import dev.drover.cel.types.OptionalValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Nodes that make lists and maps from their elements.
final class Aggregate {
  private static final long LIST = 10;
  private static final long MAP = 30;
  private static final long OBJECT = 40;

  private Aggregate() {}

  /// `[elements]`.
  record ListOf(List<Node> elements, Set<Integer> optionals) implements Node {
    @Override
    public Object eval(Frame frame) {
      Object list = make(frame);
      frame.run().charge(LIST);
      return list;
    }

    private Object make(Frame frame) {
      List<Object> values = new ArrayList<>(elements.size());
      for (int i = 0; i < elements.size(); i++) {
        Object value = elements.get(i).eval(frame);
        if (value instanceof CelError) {
          return value;
        }
        if (optionals.contains(i)) {
          if (!(value instanceof OptionalValue optional)) {
            return new CelError(
                "cannot initialize optional list element from non-optional value "
                    + Texts.plain(value));
          }
          if (optional.value() == null) {
            continue;
          }
          value = optional.value();
        }
        values.add(value);
      }
      return CelList.of(values);
    }
  }

  /// `Type{fields}`.
  record ObjectOf(String type, List<String> names, List<Node> values, Set<Integer> optionals)
      implements Node {
    @Override
    public Object eval(Frame frame) {
      Object object = make(frame);
      frame.run().charge(OBJECT);
      return object;
    }

    private Object make(Frame frame) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        Object value = values.get(i).eval(frame);
        if (value instanceof CelError) {
          return value;
        }
        if (optionals.contains(i)) {
          if (!(value instanceof OptionalValue optional)) {
            return new CelError(
                "cannot initialize optional entry '"
                    + names.get(i)
                    + "' from non-optional value "
                    + Texts.plain(value));
          }
          if (optional.value() == null) {
            continue;
          }
          value = optional.value();
        }
        fields.put(names.get(i), value);
      }
      return new ObjectValue(type, fields);
    }
  }

  /// `{entries}`.
  record MapOf(List<Node> keys, List<Node> values, Set<Integer> optionals) implements Node {
    @Override
    public Object eval(Frame frame) {
      Object map = make(frame);
      frame.run().charge(MAP);
      return map;
    }

    private Object make(Frame frame) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        Object key = keys.get(i).eval(frame);
        if (key instanceof CelError) {
          return key;
        }
        Object value = values.get(i).eval(frame);
        if (value instanceof CelError) {
          return value;
        }
        if (optionals.contains(i)) {
          if (!(value instanceof OptionalValue optional)) {
            return new CelError(
                "cannot initialize optional entry '"
                    + Texts.plain(key)
                    + "' from non-optional value "
                    + Texts.plain(value));
          }
          if (optional.value() == null) {
            entries.remove(key);
            continue;
          }
          value = optional.value();
        }
        entries.put(key, value);
      }
      return CelMap.of(entries);
    }
  }
}
