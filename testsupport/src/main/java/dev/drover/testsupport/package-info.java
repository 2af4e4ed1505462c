/// What the tests of several modules share. It depends on no other module, so that each of them can
/// use it.
///
/// Processes: [ChildProcess][dev.drover.testsupport.ChildProcess],
/// [DefaultSignals][dev.drover.testsupport.DefaultSignals]. Tests that hang:
/// [HangWatchdog][dev.drover.testsupport.HangWatchdog],
/// [TimeoutThreadDump][dev.drover.testsupport.TimeoutThreadDump], both of which JUnit finds by
/// itself.
@NullMarked
package dev.drover.testsupport;

import org.jspecify.annotations.NullMarked;
