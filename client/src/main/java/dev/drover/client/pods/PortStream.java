package dev.drover.client.pods;

import java.io.IOException;

/// One connection to a port of a pod, in one of the two protocols that servers speak.
///
/// One thread reads, one writes.
sealed interface PortStream permits SpdyPortStream, ChannelPortStream {
  /// Begins the connection.
  void begin() throws IOException;

  /// Reads until the pod has said everything, into the pipe.
  ///
  /// @param ready called once bytes may be written
  void receive(Pipe data, Runnable ready) throws IOException, InterruptedException;

  /// Sends bytes to the pod.
  void write(byte[] bytes, int from, int length) throws IOException;

  /// Whether the protocol can tell the pod that nothing more comes.
  boolean canEndOutput();

  /// Tells the pod that nothing more comes.
  ///
  /// @throws IOException also when the protocol cannot do that
  void endOutput() throws IOException;
}
