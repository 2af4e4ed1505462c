package dev.drover.server.http;

import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.util.NanoTime;

/// Closes HTTP/2 connections that flood the server with control frames, within a limit that
/// ordinary clients do not reach.
///
/// Jetty's own limit is 128 such frames per second. Go clients exceed it: they send a WINDOW_UPDATE
/// for streams that the server has ended already, about one per response, and one RST_STREAM for
/// each watch that they cancel.
///
/// One connection, one thread at a time.
final class FloodControl implements RateControl {
  static final RateControl.Factory FACTORY =
      new RateControl.Factory() {
        @Override
        public RateControl newRateControl(EndPoint endPoint) {
          return new FloodControl();
        }
      };

  // Window updates cost next to nothing; the other frames cost a stream or an answer.
  private static final int WINDOW_UPDATES_PER_SECOND = 100_000;
  private static final int OTHERS_PER_SECOND = 5_000;

  private long second = NanoTime.now();
  private int windowUpdates;
  private int others;

  private FloodControl() {}

  @Override
  public boolean onEvent(Object event) {
    long now = NanoTime.now();
    if (NanoTime.secondsElapsed(second, now) > 0) {
      second = now;
      windowUpdates = 0;
      others = 0;
    }
    return event instanceof WindowUpdateFrame
        ? ++windowUpdates <= WINDOW_UPDATES_PER_SECOND
        : ++others <= OTHERS_PER_SECOND;
  }
}
