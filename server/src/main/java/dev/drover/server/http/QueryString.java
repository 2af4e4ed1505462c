package dev.drover.server.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decodes the escapes of URLs. Parameters that cannot be read are left out, as Go does.
final class QueryString {
  private QueryString() {}

  /// Every value of every parameter, in order.
  static Map<String, List<String>> parse(@Nullable String query) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (query == null) {
      return parameters;
    }
    for (String pair : query.split("&")) {
      if (pair.isEmpty() || pair.indexOf(';') >= 0) {
        continue;
      }
      int equals = pair.indexOf('=');
      Optional<String> name = unescape(equals < 0 ? pair : pair.substring(0, equals), true);
      Optional<String> value = unescape(equals < 0 ? "" : pair.substring(equals + 1), true);
      if (name.isPresent() && value.isPresent()) {
        parameters.computeIfAbsent(name.get(), _ -> new ArrayList<>()).add(value.get());
      }
    }
    return parameters;
  }

  /// A path as it is meant; empty when an escape is broken.
  static Optional<String> unescapePath(String path) {
    return unescape(path, false);
  }

  private static Optional<String> unescape(String text, boolean plusIsSpace) {
    if (text.indexOf('%') < 0 && (!plusIsSpace || text.indexOf('+') < 0)) {
      return Optional.of(text);
    }
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[in.length];
    int length = 0;
    for (int i = 0; i < in.length; i++) {
      byte b = in[i];
      if (b == '%') {
        int high = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
        int low = i + 2 < in.length ? Character.digit(in[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          return Optional.empty();
        }
        b = (byte) (high << 4 | low);
        i += 2;
      } else if (b == '+' && plusIsSpace) {
        b = ' ';
      }
      out[length++] = b;
    }
    return Optional.of(new String(out, 0, length, StandardCharsets.UTF_8));
  }
}
