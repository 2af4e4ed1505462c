/// One LIST of a real API server, by each transport and format.
///
/// Reading order:
/// 1. `ListBench` runs each `ListContender` in turn, in processes with `ListFork`, and `Curl`.
/// 2. `Lister` is what is measured: `DroverLister`, the JDK's client in `ClientLister`, and
///    `RawLister`, which reads from a socket and decodes nothing.
/// 3. `ListMeasurement` is one run, `ListReport` prints all.
/// 4. `FirstAnswer` measures a process that sends one request.
package dev.drover.bench.list;
