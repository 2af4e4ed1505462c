/// The data directory of a durable server: a log of writes and snapshots, both with checksums.
///
/// ```
///   00000000000000000001.log         writes 2 to 9000
///   00000000000000009000.snapshot    everything at revision 9000
///   00000000000000009000.log         writes 9001 and on
///   lock                             held by the process that uses the directory
///   pki/                             authorities, keys and tokens
/// ```
///
/// Reading order: [DataDirectory] opens, recovers and verifies; [DiskJournal] appends writes and
/// takes snapshots; `Frame` is the format of a record; `RecordFile` reads a file of them and tells
/// an incomplete last write from corruption; [IdentityFiles] keeps keys and tokens.
@NullMarked
package dev.drover.server.storage.disk;

import org.jspecify.annotations.NullMarked;
