package dev.drover.runtime;

import dev.drover.client.Transport;
import java.io.IOException;

/// A transport that its borrower cannot close: its owner does.
record BorrowedTransport(Transport lent) implements Transport {
  @Override
  public Response send(Request request) throws IOException {
    return lent.send(request);
  }

  /// Does nothing.
  @Override
  public void close() {}
}
