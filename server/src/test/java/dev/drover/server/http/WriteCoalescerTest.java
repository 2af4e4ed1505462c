package dev.drover.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class WriteCoalescerTest {
  private static final long MILLISECOND = 1_000_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5 * MILLISECOND); // overflows
  private final List<Runnable> tasks = new ArrayList<>();
  private final WriteCoalescer coalescer = new WriteCoalescer(tasks::add, now::get);
  private final Connection connection = new Connection();
  private final List<Integer> written = new ArrayList<>();

  /// Writes in a loop, as Jetty does: what it is given meanwhile goes into its next write.
  private static final class Connection {
    private record Part(int size, Callback callback) {}

    private final Queue<Part> given = new ArrayDeque<>();
    private final List<Integer> writes = new ArrayList<>(); // parts of each
    private boolean isWriting;

    void write(ByteBuffer part, Callback callback) {
      given.add(new Part(part.remaining(), callback));
      if (isWriting) {
        return;
      }
      isWriting = true;
      while (!given.isEmpty()) {
        List<Part> parts = new ArrayList<>(given);
        given.clear();
        writes.add(parts.size());
        parts.forEach(each -> each.callback.succeeded());
      }
      isWriting = false;
    }
  }

  private void send(int number, int size) {
    coalescer.write(
        connection::write, ByteBuffer.allocate(size), Callback.from(() -> written.add(number)));
  }

  private void send(int from, int to, int size) {
    for (int i = from; i < to; i++) {
      send(i, size);
    }
  }

  private void endWindow() {
    List<Runnable> due = new ArrayList<>(tasks);
    tasks.clear();
    now.addAndGet(MILLISECOND);
    due.forEach(Runnable::run);
  }

  @Test
  void messageAfterAQuietMomentIsWrittenAtOnce() {
    for (int i = 0; i < 10; i++) {
      send(i, 100);
      now.addAndGet(MILLISECOND);
    }
    assertThat(written).hasSize(10);
    assertThat(tasks).isEmpty();
  }

  @Test
  void messagesOfAWindowAreWrittenTogether() {
    send(0, 100, 700);
    assertThat(connection.writes).containsExactly(1);
    assertThat(tasks).hasSize(1);

    endWindow();

    assertThat(connection.writes).containsExactly(1, 1, 98);
    assertThat(written).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void windowBeginsAgainWithEachWrite() {
    send(0, 3, 700);
    endWindow();
    send(3, 700);
    assertThat(written).hasSize(3);
    assertThat(tasks).hasSize(1);

    endWindow();

    assertThat(written).containsExactly(0, 1, 2, 3);
    now.addAndGet(MILLISECOND);
    send(4, 700);
    assertThat(written).endsWith(4);
  }

  @Test
  void largeAndEmptyPartsDoNotWait() {
    send(0, 100);
    send(1, 8193);
    send(2, 0);
    send(3, 8192);
    assertThat(written).containsExactly(0, 1, 2);
  }

  @Test
  void streamWhoseClientDoesNotReadHoldsUpNoOther() {
    send(0, 100);
    coalescer.write((part, callback) -> {}, ByteBuffer.allocate(1), Callback.NOOP);
    send(1, 5, 100);

    endWindow();

    assertThat(written).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void failedWriteKeepsNoOtherFromBeingWritten() {
    List<Throwable> failures = new ArrayList<>();
    send(0, 100);
    for (int i = 0; i < 10_000; i++) { // more than a stack has room for
      coalescer.write(
          (part, callback) -> callback.failed(new IllegalStateException("reset")),
          ByteBuffer.allocate(1),
          Callback.from(() -> {}, failures::add));
    }
    send(1, 100);

    endWindow();

    assertThat(failures).hasSize(10_000);
    assertThat(written).containsExactly(0, 1);
  }

  @Test
  void nothingWaitsWhenTheServerCloses() {
    WriteCoalescer closing =
        new WriteCoalescer(
            _ -> {
              throw new RejectedExecutionException("closed");
            },
            now::get);
    for (int i = 0; i < 3; i++) {
      int number = i;
      closing.write(
          connection::write, ByteBuffer.allocate(1), Callback.from(() -> written.add(number)));
    }
    assertThat(written).containsExactly(0, 1, 2);
  }
}
