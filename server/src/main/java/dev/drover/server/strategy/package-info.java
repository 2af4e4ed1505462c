/// What a kind can define about itself: the interface between the generic verbs and the kinds.
///
/// Reading order: [Strategy], [UpdateStrategy], [StorageVersion]; [StatusStrategy] and
/// [DataStrategy] are the starting points of most kinds.
@NullMarked
package dev.drover.server.strategy;

import org.jspecify.annotations.NullMarked;
