package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.api.TypeMeta;
import dev.drover.api.codec.Codec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The whole answer to a request that succeeded.
///
/// ```java
/// RestResult answer = rest.get().resource("pods").name("web").namespace("shop").execute();
/// if (answer.statusCode() == 200) { archive(answer.raw()); }
/// ```
///
/// In Go: {@index rest.Result}.
public final class RestResult {
  private final String what;
  private final int statusCode;
  private final Headers headers;
  private final byte[] body;

  RestResult(String what, int statusCode, Headers headers, byte[] body) {
    this.what = what;
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
  }

  /// The body.
  public byte[] raw() {
    return body.clone();
  }

  /// The HTTP status code.
  public int statusCode() {
    return statusCode;
  }

  /// Whether the request created an object.
  public boolean wasCreated() {
    return statusCode == 201;
  }

  /// The type of the body; empty when the server did not say.
  public String contentType() {
    return headers.first("Content-Type").orElse("");
  }

  /// The server's warnings.
  public List<Warning> warnings() {
    return Warning.of(headers);
  }

  /// The object in the body.
  ///
  /// @throws ApiException when the body is a failure that came with a status code of success
  /// @throws DecodeException when the body is no object of this kind
  public <T extends KubernetesObject> T into(Kind<T> kind) {
    return into(Codec.of(kind));
  }

  <T extends KubernetesObject> T into(Codec<T> codec) {
    isStatus();
    return limited(codec).decode(body, format());
  }

  /// The object in the body; empty when the body says only that all went well.
  <T extends KubernetesObject> Optional<T> find(Codec<T> codec) {
    return isStatus() ? Optional.empty() : Optional.of(limited(codec).decode(body, format()));
  }

  /// The objects in the body; none if the body is no list.
  <T extends KubernetesObject> List<T> items(Codec<T> codec) {
    return isStatus() ? List.of() : limited(codec).decodeList(body, format()).items();
  }

  /// The uid that a status in the body names; empty if there is none.
  String statusUid() {
    if (!isStatus()) {
      return "";
    }
    StatusDetails details = Status.TYPE.decode(body, format()).details();
    return details == null ? "" : Objects.toString(details.uid(), "");
  }

  /// The length of the body has been checked while it arrived.
  private <T extends KubernetesObject> Codec<T> limited(Codec<T> codec) {
    return RestExchange.limited(codec, Math.max(1, body.length));
  }

  private boolean isStatus() {
    if (!TypeMeta.of(body, format()).kind().equals("Status")) {
      return false;
    }
    Status status = Status.TYPE.decode(body, format());
    if (!"Success".equals(status.status())) {
      throw ApiException.of(what, status);
    }
    return true;
  }

  private Format format() {
    return Format.ofContentType(contentType());
  }
}
