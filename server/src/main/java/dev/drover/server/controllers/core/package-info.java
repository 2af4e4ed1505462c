/// What controllers are written with.
///
/// Reading order: [Controller][dev.drover.server.controllers.core.Controller], then
/// [ClusterPass][dev.drover.server.controllers.core.ClusterPass], which is what it sees and acts
/// with, and [Item][dev.drover.server.controllers.core.Item]; `Pods`, `PodTemplates`, `Conditions`
/// and `Ownership` are what controllers of pods share.
@NullMarked
package dev.drover.server.controllers.core;

import org.jspecify.annotations.NullMarked;
