package dev.drover.testsupport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that hang; [HangWatchdogTest] runs them in another JVM. Surefire does not find them by
/// their name.
final class HangingTests {
  private HangingTests() {}

  /// Waits where interruption is not noticed.
  static class Deaf {
    @Test
    void waitsForAConnectionThatNeverComes() throws IOException {
      try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        socket.accept();
      }
    }
  }

  /// Exceeds its time-out while a virtual thread is blocked.
  static class Slow {
    @Test
    @Timeout(value = 300, unit = TimeUnit.MILLISECONDS)
    void waitsForAVirtualThread() throws Exception {
      CountDownLatch never = new CountDownLatch(1);
      Thread.ofVirtual().name("stuck").start(() -> waitForEver(never)).join();
    }

    private static void waitForEver(CountDownLatch never) {
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
