/// The controllers of kube-controller-manager that can run inside the server, switched on by name.
/// A server without them only marks objects for deletion.
///
/// Reading order: package `core` is what controllers are written with; `KnownControllers` lists
/// them, [ControllerManager] runs their passes when a `PassSchedule` says so; then the controllers,
/// here and in the packages by API group.
@NullMarked
package dev.drover.server.controllers;

import org.jspecify.annotations.NullMarked;
