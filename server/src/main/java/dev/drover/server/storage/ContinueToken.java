package dev.drover.server.storage;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import dev.drover.server.core.ApiError;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// The position of the next page of a list, as clients carry it: the JSON that kube-apiserver
/// writes, in base64.
///
/// @param revision of all pages; [#LATEST] when consistency is given up
/// @param start the path, within what is listed, at which the page begins
record ContinueToken(long revision, String start) {
  static final long LATEST = -1;

  private static final String VERSION = "meta.k8s.io/v1";
  private static final String INVALID = "continue key is not valid";

  /// The token for the page after an object.
  static ContinueToken after(long revision, String lastPath) {
    return new ContinueToken(revision, lastPath + '\0');
  }

  String encode() {
    String json =
        "{\"v\":\"%s\",\"rv\":%d,\"start\":%s}"
            .formatted(VERSION, revision, RawExtension.ofTree("/" + start).raw().utf8());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }

  /// Reads a token.
  ///
  /// @throws ApiError when it is none
  static ContinueToken decode(String token) {
    Map<?, ?> fields = json(bytes(token));
    if (!(fields.get("v") instanceof String version) || !version.equals(VERSION)) {
      throw invalid(
          INVALID
              + ": server does not recognize this encoded version "
              + (fields.get("v") instanceof String other ? other : ""));
    }
    if (!(fields.get("rv") instanceof Long revision) || revision == 0) {
      throw invalid(INVALID + ": incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
    }
    if (!(fields.get("start") instanceof String start) || start.isEmpty()) {
      throw invalid(INVALID + ": encoded start key empty (version meta.k8s.io/v1)");
    }
    String path = start.startsWith("/") ? start.substring(1) : start;
    if (!isClean(path)) {
      throw invalid(INVALID + ": " + start);
    }
    return new ContinueToken(revision, path);
  }

  /// No way out of what is listed.
  private static boolean isClean(String path) {
    return Arrays.stream(path.split("/", -1))
        .noneMatch(step -> List.of("", ".", "..").contains(step));
  }

  private static byte[] bytes(String token) {
    for (int i = 0; i < token.length(); i++) {
      if (!isBase64(token.charAt(i))) {
        throw notBase64(i);
      }
    }
    if (token.length() % 4 == 1) {
      throw notBase64(token.length() - 1);
    }
    return Base64.getUrlDecoder().decode(token);
  }

  private static boolean isBase64(char c) {
    return c >= '0' && c <= '9'
        || c >= 'A' && c <= 'Z'
        || c >= 'a' && c <= 'z'
        || c == '-'
        || c == '_';
  }

  private static ApiError notBase64(int at) {
    return invalid(INVALID + ": illegal base64 data at input byte " + at);
  }

  private static Map<?, ?> json(byte[] bytes) {
    if (bytes.length == 0) {
      throw invalid(INVALID + ": unexpected end of JSON input");
    }
    if (bytes[0] != '{') {
      throw invalid(
          INVALID
              + ": invalid character '%c' looking for beginning of value"
                  .formatted((char) (bytes[0] & 0xff)));
    }
    try {
      if (new RawExtension(Bytes.of(bytes)).tree() instanceof Map<?, ?> fields) {
        return fields;
      }
    } catch (DecodeException e) {
      throw invalid(INVALID + ": " + e.getMessage());
    }
    throw invalid(INVALID);
  }

  private static ApiError invalid(String problem) {
    return ApiError.badRequest("invalid continue token: " + problem);
  }
}
