package dev.drover.bench.list;

import dev.drover.api.Format;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.SharedParts;
import dev.drover.bench.harness.Access;
import dev.drover.client.ClientConfig;
import dev.drover.client.Headers;
import dev.drover.client.Transport;
import dev.drover.model.core.v1.Pod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A transport of Drover's client with its codec: the reads of an informer at its start.
record DroverLister(Format format, boolean http2, boolean gzip, boolean sharing) implements Lister {

  DroverLister(Format format) {
    this(format, false, false, true);
  }

  DroverLister overHttp2() {
    return new DroverLister(format, true, gzip, sharing);
  }

  DroverLister compressed() {
    return new DroverLister(format, http2, true, sharing);
  }

  DroverLister unshared() {
    return new DroverLister(format, http2, gzip, false);
  }

  @Override
  public Listed list(Access access) throws IOException {
    ClientConfig config = access.config(gzip);
    Codec<Pod> codec = Codec.of(Pod.KIND);
    if (sharing) {
      codec = codec.sharing(new SharedParts());
    }
    List<Pod> pods = new ArrayList<>();
    try (Transport transport = http2 ? Transport.http2(config) : Transport.http1(config);
        Transport.Response response = transport.send(request(access))) {
      if (response.status() != 200) {
        throw new IOException("the server answered " + response.status());
      }
      codec.decodeList(response.body(), format, pods::add);
    }
    return new Listed(pods.size(), 0, pods);
  }

  private Transport.Request request(Access access) throws IOException {
    Headers headers =
        Headers.EMPTY
            .with("Authorization", access.authorization())
            .with("Accept", format.contentType())
            .with("User-Agent", AGENT);
    return Transport.Request.of("GET", TARGET).with(r -> r.headers(headers));
  }
}
