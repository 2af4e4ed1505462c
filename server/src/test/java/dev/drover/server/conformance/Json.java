package dev.drover.server.conformance;

import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;

/// Strict JSON of answers.
final class Json {
  private Json() {}

  /// The tree, or the text itself when it is no JSON.
  static Object tree(String text) {
    try {
      return RawExtension.ofJson(text).tree();
    } catch (DecodeException e) {
      return "no JSON: " + text;
    }
  }
}
