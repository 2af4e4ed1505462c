package dev.drover.bench.decode;

import java.io.ByteArrayInputStream;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The lower bound: Jackson steps over all tokens, and no value is read.
final class TokenScan implements Decoder<Object> {
  private final JsonFactory json = new JsonFactory();

  @Override
  public Decoded<Object> decode(byte[] bytes) {
    long tokens = 0;
    try (JsonParser parser =
        json.createParser(ObjectReadContext.empty(), new ByteArrayInputStream(bytes))) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    return new Decoded<>(List.of(), tokens);
  }

  @Override
  public String sample(Object pod) {
    return "";
  }
}
