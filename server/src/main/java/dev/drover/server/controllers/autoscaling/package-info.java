/// The horizontal pod autoscaler, on metrics that are given as annotations.
///
/// Reading order: `PodAutoscaler` scales and reports, `AnnotatedMetrics` computes how many replicas
/// a metric asks for, `ScalingDecision` what `ScalingRules` and `ScalingHistory` allow of it.
@NullMarked
package dev.drover.server.controllers.autoscaling;

import org.jspecify.annotations.NullMarked;
