/// What the tests of several modules share. It depends on no other module, so that each of them can
/// use it.
///
/// Reading order:
/// 1. Processes: [ChildProcess][dev.drover.testsupport.ChildProcess],
///    [DefaultSignals][dev.drover.testsupport.DefaultSignals].
/// 2. Concurrent code: [Interleavings][dev.drover.testsupport.Interleavings] explores the schedules
///    of `Actor`s that share a [TurnLock][dev.drover.testsupport.TurnLock];
///    [ManualClock][dev.drover.testsupport.ManualClock] is the time, and
///    [LiveThreads][dev.drover.testsupport.LiveThreads] finds threads that were not ended.
/// 3. Faults of the network: [DrippingServer][dev.drover.testsupport.DrippingServer].
/// 4. Tests that hang: [HangWatchdog][dev.drover.testsupport.HangWatchdog] and
///    [TimeoutThreadDump][dev.drover.testsupport.TimeoutThreadDump], both of which JUnit finds by
///    itself; [ThreadDumps][dev.drover.testsupport.ThreadDumps] writes their dumps.
@NullMarked
package dev.drover.testsupport;

import org.jspecify.annotations.NullMarked;
