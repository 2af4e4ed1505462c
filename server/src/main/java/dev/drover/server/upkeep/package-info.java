/// Objects that a kube-apiserver itself keeps in step with others: the addresses beside services,
/// the API services beside custom resource definitions, what flow schemas say of their levels.
///
/// It happens in the thread that writes the other object, before its write returns.
///
/// Reading order: [dev.drover.server.upkeep.Upkeep], then who is kept up.
@NullMarked
package dev.drover.server.upkeep;

import org.jspecify.annotations.NullMarked;
