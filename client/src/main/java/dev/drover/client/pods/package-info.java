/// Streams into pods: exec, attach, port-forward, files, logs and ephemeral containers.
///
/// Reading order: [PodClient][dev.drover.client.pods.PodClient] is the entry.
/// [PodSession][dev.drover.client.pods.PodSession] is a process in a container, whose streams are
/// `Pipe`s over the channels of a `WebSocket` (`FrameReader`, `FrameWriter`).
/// [PodSocket][dev.drover.client.pods.PodSocket] is a connection to a port by one of the two
/// `PortStream`s, and [PortForward][dev.drover.client.pods.PortForward] listens for local clients
/// of such connections. [PodFiles][dev.drover.client.pods.PodFiles] copies by `tar`: `Packer` and
/// `TarWriter` one way, `TarReader` and `Unpacker` the other.
/// [PodLogs][dev.drover.client.pods.PodLogs] merges the lines of many `ContainerLog`s, which follow
/// the runs of a container (`ContainerRun`) by the state of its `FollowedPod`.
@NullMarked
package dev.drover.client.pods;

import org.jspecify.annotations.NullMarked;
