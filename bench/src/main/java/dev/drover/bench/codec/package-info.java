/// Objects of a user's own kind to bytes and back: codecs that the annotation processor wrote, the
/// same by reflection, Jackson, fabric8 and the official client.
///
/// Reading order:
/// 1. `Database` is the kind, `Databases` makes objects of it.
/// 2. `CodecContender` are the compared libraries; each has a `Mapping` between bytes and objects,
///    of types of its own around the same records (`JacksonDatabase`, `Fabric8Database`,
///    `OfficialDatabase`). `WithoutCodecs` hides the generated codecs from one of them.
/// 3. `CodecBench` runs each contender in turn, in processes with `CodecFork`.
package dev.drover.bench.codec;
