/// Everyday operations on a cluster, as small functions over the generic client: waiting, rollouts,
/// nodes, usage, long lists.
///
/// Reading order: [Wanted][dev.drover.client.ops.Wanted] has the states that `ResourceClient.await`
/// waits for, [DeletionWait][dev.drover.client.ops.DeletionWait] waits for an object to go;
/// [Rollout][dev.drover.client.ops.Rollout] restarts, undoes and follows changes of workloads;
/// [Nodes][dev.drover.client.ops.Nodes] cordons, taints and drains (`Drain`, `PodDrainCheck`);
/// [Usage][dev.drover.client.ops.Usage] reads the metrics API; [Pager][dev.drover.client.ops.Pager]
/// reads huge lists; [Conflicts][dev.drover.client.ops.Conflicts] repeats a change that came too
/// late.
@NullMarked
package dev.drover.client.ops;

import org.jspecify.annotations.NullMarked;
