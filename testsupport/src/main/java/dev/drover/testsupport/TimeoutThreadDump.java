package dev.drover.testsupport;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;

/// Writes a thread dump before JUnit interrupts a test that exceeded its time-out.
public final class TimeoutThreadDump implements PreInterruptCallback {
  @Override
  public void beforeThreadInterrupt(PreInterruptContext interrupt, ExtensionContext test) {
    ThreadDumps.write(
        "Time-out of "
            + test.getUniqueId()
            + " in thread "
            + interrupt.getThreadToInterrupt().getName());
  }
}
