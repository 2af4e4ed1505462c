/// The controllers of kube-controller-manager that can run inside the server, switched on by name.
/// A server without them only marks objects for deletion.
///
/// Reading order: [ControllerManager] runs the passes, `ClusterPass` is what a controller sees in
/// one pass, then the controllers.
@NullMarked
package dev.drover.server.controllers;

import org.jspecify.annotations.NullMarked;
