package dev.drover.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// JSON as Jackson sees it, which knows nothing of our codecs.
final class Json {
  private static final ObjectMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_LONG_FOR_INTS).build();

  private Json() {}

  /// A tree of maps, lists, strings, numbers, booleans and nulls.
  static Object tree(byte[] json) {
    return JACKSON.readValue(json, Object.class);
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  static Map<String, Object> object(byte[] json) {
    return (Map<String, Object>) tree(json);
  }

  static byte[] bytes(Object tree) {
    return JACKSON.writeValueAsBytes(tree);
  }

  /// Where two trees differ, one line for each place; empty when they are equal.
  static List<String> differences(Object expected, Object actual) {
    List<String> found = new ArrayList<>();
    compare("", expected, actual, found);
    return found;
  }

  private static void compare(String at, Object expected, Object actual, List<String> found) {
    if (expected instanceof Map<?, ?> one && actual instanceof Map<?, ?> two) {
      TreeSet<Object> names = new TreeSet<>(one.keySet());
      names.addAll(two.keySet());
      for (Object name : names) {
        if (one.containsKey(name) && two.containsKey(name)) {
          compare(at + "." + name, one.get(name), two.get(name), found);
        } else {
          String which = one.containsKey(name) ? " is missing, was " : " was not there, is ";
          found.add(at + "." + name + which + (one.containsKey(name) ? one : two).get(name));
        }
      }
    } else if (expected instanceof List<?> one
        && actual instanceof List<?> two
        && one.size() == two.size()) {
      for (int i = 0; i < one.size(); i++) {
        compare(at + "[" + i + "]", one.get(i), two.get(i), found);
      }
    } else if (!Objects.equals(expected, actual)) {
      found.add(at + " was " + expected + ", is " + actual);
    }
  }
}
