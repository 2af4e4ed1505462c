package dev.drover.client;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value in a small JSON answer of the server. What is not there reads as empty; what is there
/// and of another type is an error that says where.
///
/// @param place what was asked and where this value is, such as `get /apis: items[3]`
/// @param value the JSON tree
record JsonAnswer(String place, @Nullable Object value) {

  /// Reads an answer.
  ///
  /// @param what the request, for messages
  static JsonAnswer of(String what, RestResult result) {
    try {
      return new JsonAnswer(what, new RawExtension(Bytes.of(result.raw())).tree());
    } catch (DecodeException e) {
      throw new RequestFailedException(what + ": the answer is not JSON: " + e.getMessage(), e);
    }
  }

  /// The value of a field.
  JsonAnswer at(String name) {
    return new JsonAnswer(place + " " + name, tree().get(name));
  }

  /// The text of a field.
  String text(String name) {
    return at(name).text();
  }

  private String text() {
    if (value instanceof String text) {
      return text;
    }
    if (value == null) {
      return "";
    }
    throw wrong("a text");
  }

  /// The truth of a field.
  boolean bool(String name) {
    JsonAnswer field = at(name);
    if (field.value instanceof Boolean claim) {
      return claim;
    }
    if (field.value == null) {
      return false;
    }
    throw field.wrong("true or false");
  }

  /// The items of a list.
  List<JsonAnswer> items(String name) {
    JsonAnswer field = at(name);
    List<JsonAnswer> items = new ArrayList<>();
    if (field.value instanceof List<?> list) {
      for (Object item : list) {
        items.add(new JsonAnswer(field.place + "[" + items.size() + "]", item));
      }
    } else if (field.value != null) {
      throw field.wrong("a list");
    }
    return items;
  }

  /// The items of a list of texts.
  List<String> texts(String name) {
    return items(name).stream().map(JsonAnswer::text).toList();
  }

  /// The fields of an object within this one, in their order.
  Map<String, JsonAnswer> fields(String name) {
    JsonAnswer field = at(name);
    Map<String, JsonAnswer> fields = new LinkedHashMap<>();
    field
        .tree()
        .forEach((key, item) -> fields.put(key, new JsonAnswer(field.place + " " + key, item)));
    return fields;
  }

  /// The value as an object; empty when there is none.
  @SuppressWarnings("unchecked") // JSON has string keys
  Map<String, @Nullable Object> tree() {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, @Nullable Object>) map;
    }
    if (value == null) {
      return Map.of();
    }
    throw wrong("an object");
  }

  private RequestFailedException wrong(String wanted) {
    String type = value == null ? "null" : value.getClass().getSimpleName();
    return new RequestFailedException(
        place + " in the answer is " + type + ", not " + wanted, null);
  }
}
