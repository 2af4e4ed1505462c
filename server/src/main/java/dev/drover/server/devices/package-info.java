/// Devices of nodes and who gets them (`resource.k8s.io`): slices tell what there is, classes what
/// is what, claims what somebody wants and has got.
///
/// Reading order: [ResourceClaimStrategy] with [ClaimRules] and [ClaimStatusRules], then
/// [ResourceSliceStrategy] with [SliceRules] and [DeviceRules].
@NullMarked
package dev.drover.server.devices;

import org.jspecify.annotations.NullMarked;
