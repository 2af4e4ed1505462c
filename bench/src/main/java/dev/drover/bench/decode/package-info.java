/// Bytes to objects: Drover, fabric8 and the official client.
///
/// Reading order:
/// 1. `DecodeBench` runs each `Contender` in turn, in processes with `DecodeFork`.
/// 2. `Decoder` is what is measured; each contender has one.
/// 3. `Measurement` is one run, `Results` are all of them, `DecodeReport` prints them.
/// 4. `Footprint` counts the classes of the decoded objects.
package dev.drover.bench.decode;
