/// Controllers that all do the same work on a real API server, from the start of the process to its
/// end.
///
/// `ControllerRun` reads the arguments and runs one `ControllerContender`; `ControllerBench` lets
/// all take turns. `Job` is the work, `JobServer` the API server.
package dev.drover.bench.reconcile;
