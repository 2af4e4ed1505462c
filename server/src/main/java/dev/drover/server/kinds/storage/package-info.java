/// Kinds of `storage.k8s.io`: storage classes, CSI drivers and nodes, attachments, capacities.
///
/// Reading order: [StorageClassStrategy], [CsiDriverStrategy], [CsiNodeStrategy],
/// [VolumeAttachmentStrategy].
@NullMarked
package dev.drover.server.kinds.storage;

import org.jspecify.annotations.NullMarked;
