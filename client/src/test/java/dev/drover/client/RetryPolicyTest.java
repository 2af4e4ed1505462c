package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The table of [RetryPolicy], with failures as the JDK words them.
class RetryPolicyTest {
  private static final boolean CUT = true;
  private static final boolean OTHER = false;

  static Stream<Arguments> failures() {
    IOException wrapped = new IOException("HTTP/1.1 header parser received no bytes");
    wrapped.initCause(new EOFException("EOF reached while reading"));
    SSLException tls = new SSLException("Connection reset");
    tls.initCause(new SocketException("Connection reset"));
    SSLHandshakeException handshake =
        new SSLHandshakeException("Remote host terminated the handshake");
    handshake.initCause(new EOFException("SSL peer shut down incorrectly"));
    return Stream.of(
        Arguments.of(new EOFException("the server closed the connection"), CUT),
        Arguments.of(new SocketException("Connection reset"), CUT),
        Arguments.of(new SocketException("Connection reset by peer"), CUT),
        Arguments.of(new SocketException("Broken pipe"), CUT),
        Arguments.of(new IOException("/10.0.0.1:6443: GOAWAY received"), CUT),
        Arguments.of(wrapped, CUT),
        Arguments.of(tls, CUT),
        Arguments.of(handshake, CUT),
        Arguments.of(new ConnectException("Connection refused"), OTHER),
        Arguments.of(new UnknownHostException("no such host"), OTHER),
        Arguments.of(new SSLHandshakeException("PKIX path building failed"), OTHER),
        Arguments.of(new InterruptedIOException("interrupted"), OTHER),
        Arguments.of(new SocketException("Socket closed"), OTHER),
        Arguments.of(new IOException("the client is closed"), OTHER),
        Arguments.of(new IOException("the server does not speak HTTP/1.1"), OTHER),
        Arguments.of(new IOException((String) null), OTHER));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void brokenConnectionIsRetriedForReadsAndWatches(IOException failure, boolean cut) {
    Optional<Duration> expected = cut ? Optional.of(Duration.ofSeconds(1)) : Optional.empty();
    assertThat(RetryPolicy.afterFailure(RetryPolicy.Call.PLAIN, "GET", failure))
        .isEqualTo(expected);
    assertThat(RetryPolicy.afterFailure(RetryPolicy.Call.WATCH, "GET", failure))
        .isEqualTo(expected);
    assertThat(RetryPolicy.afterFailure(RetryPolicy.Call.STREAM, "GET", failure)).isEmpty();
    for (String verb : new String[] {"POST", "PUT", "PATCH", "DELETE", "HEAD"}) {
      assertThat(RetryPolicy.afterFailure(RetryPolicy.Call.PLAIN, verb, failure)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("silences")
  void silentConnectionIsRetriedForWatchesOnly(IOException silence) {
    assertThat(RetryPolicy.afterFailure(RetryPolicy.Call.PLAIN, "GET", silence)).isEmpty();
    assertThat(RetryPolicy.afterFailure(RetryPolicy.Call.STREAM, "GET", silence)).isEmpty();
    assertThat(RetryPolicy.afterFailure(RetryPolicy.Call.WATCH, "GET", silence)).isPresent();
  }

  static Stream<IOException> silences() {
    return Stream.of(
        new SocketTimeoutException("nothing came for 5 s"),
        new SocketTimeoutException("not connected after 30 s"));
  }
}
