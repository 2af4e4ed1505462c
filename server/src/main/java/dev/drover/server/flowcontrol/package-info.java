/// Priority and fairness: classifies requests by flow schema, and lets each priority level serve as
/// many of them at once as it has seats.
///
/// Reading order: [FlowControl], `FlowSchemas`, `FlowSchema`, `PriorityLevel`, `ShuffleSharding`.
@NullMarked
package dev.drover.server.flowcontrol;

import org.jspecify.annotations.NullMarked;
